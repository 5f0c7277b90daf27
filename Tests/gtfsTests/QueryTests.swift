import Foundation
import TestSupport
import Testing

@Suite("Query", .blocking)
struct QueryTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try Command.run(["build", Workplace.sample, "-o", place.bundle], in: place.folder)
    }

    private func rows(_ arguments: String...) throws -> [[String: Any]] {
        let outcome = try Command.run(
            ["query"] + arguments + ["--json", place.bundle], in: place.folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try JSON.list(outcome.output)
    }

    @Test("Departures of a station name the platforms, in order, with the stop's offset")
    func departures() throws {
        let found = try rows(
            "departures", "CJ", "--at", "2026-11-20T05:00:00+11:00", "--for", "4h")
        #expect(!found.isEmpty)
        for departure in found {
            for key in ["trip_id", "route_id", "stop_id", "service_date", "departure", "headsign"] {
                #expect(departure[key] is String, "\(key)")
            }
            #expect(departure["stop_sequence"] is Int)
            #expect(departure["interpolated"] is Bool)
            #expect((departure["departure"] as? String)?.hasSuffix("+11:00") == true)
            #expect((departure["stop_id"] as? String)?.hasPrefix("CJ") == true)
        }
        let times = found.compactMap { $0["departure"] as? String }
        #expect(times == times.sorted())
        #expect(times.contains("2026-11-20T07:47:00+11:00"))
    }

    @Test("The window is half open")
    func window() throws {
        let atStart = try rows(
            "departures", "CJ_P1", "--at", "2026-11-20T07:47:00+11:00", "--for", "60")
        #expect(atStart.map { $0["trip_id"] as? String } == ["T1-WD-N2"])
        let atEnd = try rows(
            "departures", "CJ_P1", "--at", "2026-11-20T07:46:00+11:00", "--for", "1m")
        #expect(atEnd.isEmpty)
    }

    @Test("The same instant in three spellings, the stop by id and by key")
    func spellings() throws {
        let sid = try #require(
            try place.query("SELECT sid FROM stops WHERE stop_id = 'CJ_P1'").first)
        for time in ["2026-11-20T07:40", "2026-11-19T20:40:00Z", "2026-11-20 07:40:00+1100"] {
            for stop in ["CJ_P1", "sid:\(sid)"] {
                let found = try rows("departures", stop, "--at", time, "--for", "10m")
                #expect(found.map { $0["trip_id"] as? String } == ["T1-WD-N2"], "\(time) \(stop)")
            }
        }
    }

    @Test("A question for a day outside the feed is answered with the feed's days")
    func beyondTheFeed() throws {
        let days = try place.query(
            "SELECT value FROM metadata WHERE key LIKE '%_service_day' ORDER BY key")
        let hint = "The feed has service from \(days[0]) to \(days[1]), and none on 20990101."
        let departures = ["query", "departures", "CJ", "--for", "1h", "--at"]
        let route = try #require(try place.query("SELECT route_id FROM routes LIMIT 1").first)
        let timetable = ["query", "timetable", "\(route)", "--date"]
        for arguments in [departures + ["2099-01-01T08:00"], timetable + ["20990101"]] {
            let outcome = try Command.run(arguments + [place.bundle], in: place.folder)
            #expect(outcome.errors == "gtfs: \(hint)\n")
            #expect(!outcome.output.isEmpty && outcome.code == 0)
        }
        // Nothing leaves in this minute of a day that it has.
        let outcome = try Command.run(
            departures.dropLast(3) + ["--for", "1s", "--at", "2026-11-20T03:33", place.bundle],
            in: place.folder)
        #expect(outcome.output.hasSuffix(" at that time\n"), "\(outcome.output)")
        #expect(outcome.errors.isEmpty)
    }

    @Test("A repeated local time is the first, and a line says so; also for a skipped one")
    func clockChanges() throws {
        // Clocks in Sydney went back at 3 a.m. on 5 April 2026 and forward at 2 a.m. on 4 October.
        for (time, word) in [
            ("2026-04-05T02:30", "occurs twice"), ("2026-10-04T02:30", "does not exist"),
        ] {
            let outcome = try place.run(
                "query", "departures", "CJ", "--at", time, "--for", "1m", place.bundle)
            #expect(outcome.code == 0)
            #expect(outcome.errors.contains(word))
        }
        let plain = try place.run(
            "query", "departures", "CJ", "--at", "2026-10-04T04:30", "--for", "1m", place.bundle)
        #expect(plain.errors.isEmpty)
    }

    @Test("A place with a minus, and its distances")
    func nearby() throws {
        let found = try rows("nearby", "-33.86,151.21", "--limit", "3")
        #expect(found.count == 3)
        let distances = found.compactMap { $0["meters"] as? Double }
        #expect(distances.count == 3)
        #expect(distances == distances.sorted())
        #expect(try rows("nearby", "-33.86,151.21", "--radius", "1").isEmpty)
    }

    @Test("Search, routes, a stop, a trip, a timetable")
    func others() throws {
        #expect(try rows("stops", "orl caf").first?["stop_id"] as? String == "CO")
        let groups = try rows("routes")
        #expect(groups.first?["mode"] as? String == "rail")
        #expect(groups.compactMap { ($0["routes"] as? [Any])?.count }.reduce(0, +) == 8)
        let stop = try place.run("query", "stop", "CJ", "--json", place.bundle)
        let details = try JSON.object(stop.output)
        #expect((details["platforms"] as? [Any])?.isEmpty == false)
        let trip = try JSON.object(
            try place.run("query", "trip", "T1-WD-N1", "--json", place.bundle).output)
        #expect((trip["calls"] as? [[String: Any]])?.count == 5)
        let grid = try place.run(
            "query", "timetable", "T1", "--date", "20261120", place.bundle)
        #expect(grid.output.contains("Central Junction  05:32  07:47  17:17  23:52"))
    }

    @Test("A list that is cut says of how many, in text, JSON and CSV")
    func cut() throws {
        func run(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(["query"] + arguments + [place.bundle], in: place.folder)
        }
        let near = ["nearby", "-33.86,151.21", "--radius", "3000"]
        let total = try rows("nearby", "-33.86,151.21", "--radius", "3000", "--limit", "500").count
        try #require(total > 2)
        let rest = "2 of \(total), --limit \(total) for all"
        let text = try Command.run(
            ["query"] + near + ["--limit", "2", place.bundle], in: place.folder)
        #expect(text.output.hasSuffix("\n  \(rest)\n"), "\(text.output)")
        #expect(text.errors.isEmpty)
        for form in ["--json", "--csv"] {
            let cut = try Command.run(
                ["query"] + near + ["--limit", "2", form, place.bundle], in: place.folder)
            #expect(cut.code == 0 && cut.errors == "gtfs: \(rest)\n")
            #expect(cut.output.contains("\"total\":\(total)") == (form == "--json"))
        }
        let whole = try Command.run(
            ["query"] + near + ["--limit", "\(total)", "--json", place.bundle], in: place.folder)
        #expect(!whole.output.contains("total") && whole.errors.isEmpty)
        let found = try run("stops", "q", "--limit", "1").output
        let all = try rows("stops", "q", "--limit", "500").count
        #expect(found.hasSuffix("\n  1 of \(all), --limit \(all) for all\n"), "\(found)")
        let nearest = try run("nearby", "-33.86,151.21", "--limit", "1").output
        #expect(nearest.hasSuffix("\n  the nearest 1, --limit for more\n"), "\(nearest)")
    }

    @Test("A search without a hit ends with 1, and says so", arguments: [nil, "--json", "--csv"])
    func nothing(form: String?) throws {
        let outcome = try Command.run(
            ["query", "stops", "Atlantis", place.bundle] + (form.map { [$0] } ?? []),
            in: place.folder)
        #expect(outcome.code == 1)
        #expect(outcome.errors == "gtfs: no stop matches Atlantis\n")
        #expect(outcome.output.isEmpty == (form == nil))
    }

    @Test("A name in place of an id leads to ids", arguments: ["departures", "arrivals", "stop"])
    func names(question: String) throws {
        let outcome = try place.run("query", question, "Guildhall", place.bundle)
        #expect(outcome.code == 66)
        let hint = "The feed has no stop Guildhall. A search finds Guildhall (stop_id GH), "
        #expect(outcome.errors.hasPrefix("gtfs: \(hint)"), "\(outcome.errors)")
        let route = try place.run("query", "timetable", "Cross City", place.bundle)
        #expect(
            route.errors.contains(" A search finds Cross City Metro (route_id M1)."),
            "\(route.errors)")
    }

    @Test("A stop has its pathways and transfers")
    func ways() throws {
        let lines = try place.run("query", "stop", "QUAY", place.bundle).output
            .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains { $0.hasPrefix("Pathways (") })
        #expect(lines.contains { $0.hasPrefix("Transfers (") })
    }

    @Test("CSV has a header and as many rows as JSON")
    func csv() throws {
        let text = try place.run("query", "routes", "--csv", place.bundle).output
        let lines = text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("rid,route_id,agency_id,") == true)
        #expect(lines.count == 9)
        let nearby = try place.run("query", "nearby", "-33.86,151.21", "--csv", place.bundle)
        #expect(nearby.output.contains("\n156.4,5,QUAY_W4,"), "\(nearby.output)")
        let trip = try place.run("query", "trip", "T1-WD-N1", "--csv", place.bundle)
        #expect(trip.output.contains(",North Shelf via Quayside,0,1,"), "\(trip.output)")
    }

    @Test("A missing file, or one that is not a bundle, has an exit code and one line")
    func failures() throws {
        for (arguments, code) in [
            (["stop", "NOPE", place.bundle], 66), (["routes", "nowhere.sqlite"], 66),
            (["routes", Workplace.sample + "/stops.txt"], 65),
            (["departures", "CJ", "--at", "yesterday", place.bundle], 64),
            (["departures", "CJ", "--for", "3 weeks", place.bundle], 64),
            (["nearby", "95,10", place.bundle], 64),
        ] as [([String], Int32)] {
            let outcome = try Command.run(["query"] + arguments, in: place.folder)
            #expect(outcome.code == code, "\(arguments)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("gtfs: "))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    @Test("A trip of frequencies has offsets, and with --start the times of a run")
    func runs() throws {
        let plain = try place.run("query", "trip", "M1-E", place.bundle).output
        #expect(plain.contains("Runs from 04:30:00 until before 07:00:00, about every 360 s"))
        #expect(plain.contains("Times are offsets from a run's start"))
        #expect(plain.contains("2  +00:02:30  +00:03:00"))
        let run = try place.run("query", "trip", "M1-E", "--start", "04:30", place.bundle)
        #expect(run.output.contains("2  04:32:30  04:33:00"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("the run of 04:30:00"))
        let none = try place.run("query", "trip", "M1-E", "--start", "04:29", place.bundle)
        #expect(none.code == 66)
        #expect(none.errors.hasPrefix("gtfs: No run of the trip M1-E starts at 04:29:00 on 20"))
        func json(_ arguments: String...) throws -> [String: Any] {
            try JSON.object(
                try Command.run(
                    ["query", "trip", "--json"] + arguments + [place.bundle], in: place.folder
                ).output)
        }
        let offsets = try json("M1-E")
        let first = try #require((offsets["calls"] as? [[String: Any]])?.last)
        #expect(first["template"] as? Bool == true && first["departure"] == nil)
        let timed = try json("M1-E", "--start", "04:30")
        let last = try #require((timed["calls"] as? [[String: Any]])?.last)
        #expect(last["departure_offset_seconds"] as? Int == 450)
        #expect((last["departure"] as? String)?.contains("T04:37:30+") == true)
        #expect(try json("T1-WD-N1")["headways"] == nil)
    }

    @Test("CSV of a trip has offsets, and times where they are those of a run, as the text has")
    func tripTable() throws {
        let columns = [
            "arrival_time", "departure_time", "interpolated_time", "arrival_offset_seconds",
            "departure_offset_seconds",
        ]
        func table(_ question: String...) throws -> [[String]] {
            let csv = try Command.run(
                ["query", "trip"] + question + ["--csv", place.bundle], in: place.folder
            ).output
            let lines = csv.replacing(/"[^"]*"/, with: "").split(separator: "\n")
                .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            let header = try #require(lines.first)
            let places = try columns.map { try #require(header.firstIndex(of: $0[...])) }
            return lines.dropFirst().map { cells in places.map { String(cells[$0]) } }
        }
        #expect(
            try table("L2-N") == [
                ["", "", "", "0", "0"], ["", "", "", "180", "180"], ["", "", "", "351", "351"],
                ["", "", "", "660", "660"],
            ])
        #expect(
            try table("L2-N", "--start", "07:40") == [
                ["07:40:00", "07:40:00", "", "0", "0"], ["07:43:00", "07:43:00", "", "180", "180"],
                ["", "", "07:45:51", "351", "351"], ["07:51:00", "07:51:00", "", "660", "660"],
            ])
        #expect(try table("T1-WD-N1")[1] == ["05:34:30", "05:35:10", "", "150", "190"])
    }

    @Test("Service on demand: at a stop, of a trip, in a timetable, beside departures")
    func onDemand() throws {
        let stop = try place.run("query", "stop", "LP", place.bundle).output
        #expect(stop.contains("On demand (2)"))
        #expect(stop.contains("Train and Bus Stops (HUBS)  09:00:00 to 15:30:00  pick-up"))
        #expect(stop.contains("BOOK-SAME-DAY  45 minutes ahead"))
        let json = try JSON.object(
            try place.run("query", "stop", "HH", "--json", place.bundle).output)
        let access = try #require(json["flexible_access"] as? [[String: Any]])
        let areas = access.compactMap { $0["location"] as? [String: Any] }
        #expect(areas.contains { $0["id"] as? String == "zone_heights" })
        let rules = access.compactMap { $0["pickup_booking_rule"] as? [String: Any] }
        #expect(rules.map { $0["booking_rule_id"] as? String }.contains("BOOK-DAY-BEFORE"))
        #expect(!(try place.run("query", "stop", "SB", place.bundle).output.contains("demand")))

        let trip = try place.run("query", "trip", "FX1-TO-HUBS", place.bundle).output
        #expect(trip.contains("Harbour Heights (zone_heights)  09:00:00 to 15:30:00  pick-up"))
        #expect(trip.contains("BOOK-SAME-DAY"))
        #expect(trip.split(separator: "\n").contains { $0.hasSuffix("stop  on demand") })

        let table = try place.run(
            "query", "timetable", "FX1", "--date", "20261120", place.bundle
        ).output
        #expect(table.contains("On demand: trip FX1-LATE"))
        #expect(table.contains("22:00:00 to 26:00:00"))
        let cells = try place.run(
            "query", "timetable", "FX1", "--date", "20261120", "--csv", place.bundle
        ).output
        #expect(cells.contains("zone_heights,22:00:00,26:00:00"))
        let partly = try place.run(
            "query", "timetable", "FX1", "--date", "20261121", "--csv", place.bundle
        ).output.split(separator: "\n").dropFirst()
        #expect(
            partly == [
                "FX1-DETOUR,,,,,,NS_RB,1,10:00:00,10:00:00,false,0,1,,,,",
                "FX1-DETOUR,,,,,,HH,3,10:30:00,10:30:00,false,1,0,,,,",
                "FX1-DETOUR,,,,,,,2,,,false,1,3,,zone_ridge,10:04:00,10:26:00",
                "FX1-LATE,,,,,,,1,,,false,2,2,,zone_heights,22:00:00,26:00:00",
                "FX1-LATE,,,,,,,2,,,false,2,2,,zone_heights,22:00:00,26:00:00",
            ])

        let departures = try place.run(
            "query", "departures", "LP", "--at", "2026-11-20T08:00", "--json", place.bundle)
        #expect(departures.errors.hasPrefix("gtfs: LP is also served on demand"))
        #expect(departures.errors.contains("Train and Bus Stops (HUBS), 09:00:00 to 15:30:00"))
        #expect(departures.output.hasPrefix(#"{"stop":{"#))
    }

    @Test("A window of more than a page is several lines of JSON, and one table")
    func pages() throws {
        let place = try Workplace(
            TestFeed.town.with(
                """
                # frequencies.txt
                trip_id,start_time,end_time,headway_secs,exact_times
                bus,06:00:00,20:00:00,30,1
                """))
        try place.build("--no-validate")
        let window = ["query", "departures", "A", "--at", "2026-04-01T00:00", "--for", "1d"]
        let json = try Command.run(window + ["--json", place.bundle], in: place.folder).output
        let pages = try json.split(separator: "\n").map { try JSON.list(String($0)).count }
        #expect(pages.count == 2 && pages.first == 1000, "\(pages)")
        let csv = try Command.run(window + ["--csv", place.bundle], in: place.folder).output
        #expect(csv.split(separator: "\n").count == pages.reduce(1, +))
        // Departures begin with their time.
        let text = try Command.run(window + [place.bundle], in: place.folder).output
        let lines = text.split(separator: "\n")
        #expect(lines.count == pages.reduce(0, +))
        #expect(lines.allSatisfy { $0.hasPrefix("  2026-04-01T") })
    }

    @Test(
        "An unknown zone is reported on standard error; the JSON stays JSON",
        arguments: ["Mars/Olympus", "BST", "+02:00"])
    func zone(name: String) throws {
        let place = try Workplace(
            TestFeed.town.with(
                TestFeed(
                    """
                    # agency.txt
                    agency_id,agency_name,agency_url,agency_timezone
                    X,Crosstown,https://example.org,\(name)
                    Y,Yellow Lines,https://example.com,Europe/Paris
                    """)))
        try place.build("--no-validate")
        let outcome = try place.run(
            "query", "departures", "A", "--at", "2026-04-01T00:00", "--for", "1d", "--json",
            place.bundle)
        #expect(
            outcome.errors
                == "gtfs: no valid time zone for X (\(name)): times are taken as Europe/Paris\n"
        )
        #expect(outcome.output.contains("2026-04-01T08:00:00+02:00"))
        #expect(try JSON.list(outcome.output).count == 1)
    }

    @Test("A feed without an agency has no zone, and a line says so")
    func noAgency() throws {
        let place = try Workplace(TestFeed.town.without("agency.txt"))
        try place.build("--no-validate")
        let outcome = try place.run(
            "query", "departures", "A", "--at", "2026-04-01T00:00", "--for", "1d", "--json",
            place.bundle)
        #expect(
            outcome.errors
                == "gtfs: the feed has no agency to give a time zone: times are taken as GMT\n")
    }

    @Test("An unknown zone of a stop is reported on standard error, too")
    func stopZone() throws {
        var feed = TestFeed.town
        let stops = try #require(feed["stops.txt"]).split(separator: "\n")
        feed["stops.txt"] = stops.enumerated().map { row, line in
            line + (row == 0 ? ",stop_timezone\n" : ",Mars/Olympus\n")
        }.joined()
        let place = try Workplace(feed)
        try place.build("--no-validate")
        let outcome = try place.run(
            "query", "departures", "A", "--at", "2026-04-01T00:00", "--for", "1d", "--json",
            place.bundle)
        #expect(
            outcome.errors
                == "gtfs: the stop_timezone of A, or of the station there, does not exist: clocks "
                + "are taken as Europe/Paris\n")
        #expect(outcome.output.contains("2026-04-01T08:00:00+02:00"))
    }
}
