import Foundation
import TestSupport
import Testing

@Suite("Words of answers", .blocking)
struct QueryWordsTests {
    private func place(_ feed: TestFeed) throws -> Workplace {
        let place = try Workplace(feed)
        try place.build("--no-validate")
        return place
    }

    /// Stops A, B and C, of which B is in another zone, and routes R and S of all days.
    private static let feed: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        V,Veldt,https://example.org,Europe/Berlin
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,stop_timezone
        A,Anvil,52.50,13.40,
        B,Birch,52.51,13.42,Europe/London
        C,Cinder,52.52,13.44,
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,V,1,3
        S,V,2,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        ALL,1,1,1,1,1,1,1,20260101,20271231
        OFFICE,1,1,1,1,1,0,0,20260101,20271231
        # trips.txt
        route_id,service_id,trip_id
        R,ALL,T1
        R,ALL,T2
        S,ALL,F
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs,exact_times
        F,12:00:00,25:02:00,30,0
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T1,,,B,2
        T1,08:20:00,08:20:00,C,3
        T2,09:00:00,09:00:00,A,1
        T2,09:20:00,09:20:00,C,3
        F,00:00:00,00:00:00,A,1
        F,00:10:00,00:10:00,C,2
        """

    @Test("A timetable that is wider than a line is folded, and has all trips")
    func folded() throws {
        let trips = (100..<160).map { "T\($0)" }
        var feed = Self.feed
        feed["frequencies.txt"] = nil
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n" + trips.map { "R,ALL,\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + trips.enumerated().map { minute, trip in
                let time = "\(10 + minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00"
                return "\(trip),\(time),\(time),A,1\n\(trip),23:00:00,23:00:00,C,2\n"
            }.joined()
        let place = try place(feed)
        let output = try place.run(
            "query", "timetable", "R", "--date", "20260105", place.bundle)
        let lines = output.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 100 }, "\(output)")
        let times = lines.filter { $0.hasPrefix("  Anvil") }
        #expect(times.count > 1)
        #expect(times.flatMap { $0.split(separator: " ").dropFirst() }.count == trips.count)
        #expect(lines.filter { $0.hasPrefix("  Cinder") }.count == times.count)
    }

    @Test("A call where nobody boards or alights passes, in timetables, trips and lists of routes")
    func passing() throws {
        let place = try place(
            Self.feed.with(
                """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
                T1,08:00:00,08:00:00,A,1,0,1
                T1,08:10:00,08:10:00,B,2,1,1
                T1,08:20:00,08:20:00,C,3,1,0
                F,00:00:00,00:00:00,A,1,,
                F,00:10:00,00:10:00,C,2,,
                """))
        let timetable = try place.run(
            "query", "timetable", "R", "--date", "20261201", place.bundle
        ).output
        #expect(timetable.contains("Birch       |\n"), "\(timetable)")
        #expect(timetable.contains("| passes, no boarding or alighting"))
        let trip = try place.run("query", "trip", "T1", place.bundle).output
        #expect(trip.contains("passes  B"), "\(trip)")
        for (stop, routes) in [("A", ["R", "S"]), ("B", []), ("C", ["R", "S"])] {
            let answer = try JSON.object(
                try place.run("query", "stop", stop, "--json", place.bundle).output)
            let found = answer["routes"] as? [[String: Any]] ?? []
            #expect(found.compactMap { $0["route_id"] as? String } == routes, "\(stop)")
        }
    }

    @Test("A timetable says how often runs leave, as text and as CSV")
    func headways() throws {
        let place = try place(Self.feed)
        let text = try place.run("query", "timetable", "S", "--date", "20261201", place.bundle)
        #expect(text.output.contains("Anvil         12:00\n"))
        #expect(text.output.contains(" every 30 s\n"))
        #expect(text.output.contains("until 01:02\n"))
        let csv = try place.run(
            "query", "timetable", "S", "--date", "20261201", "--csv", place.bundle
        ).output.split(separator: "\n")
        #expect(csv.first?.contains("start_time,end_time,headway_secs,exact_times,") == true)
        #expect(csv.dropFirst().first?.contains("12:00:00,25:02:00,30,0,") == true)
    }

    @Test("A timetable explains its marks and says whose clocks show other times")
    func marks() throws {
        let place = try place(Self.feed)
        let timetable = ["query", "timetable", "R", "--date", "20261201"]
        let text = try Command.run(timetable + [place.bundle], in: place.folder)
        #expect(text.output.contains("- does not stop; ( ) not in the feed"))
        #expect(!text.output.contains("?"))
        let remark = "gtfs: Times are in Europe/Berlin; clocks show Europe/London at Birch\n"
        #expect(text.errors == remark)
        let json = try Command.run(timetable + ["--json", place.bundle], in: place.folder)
        #expect(json.errors == remark)
        #expect(try place.run("query", "trip", "T1", place.bundle).errors == remark)
        // Offsets from the start of a run are in no zone.
        #expect(try place.run("query", "trip", "F", place.bundle).errors.isEmpty)

        let blank = Self.feed.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,,,A,1
            T1,,,C,2
            """)
        let unknown = try self.place(blank)
        let marked = try unknown.run(
            "query", "timetable", "R", "--date", "20261201", unknown.bundle)
        #expect(marked.output.contains("  ? stops, but the feed gives no time\n"))
    }

    @Test("The JSON of a timetable has the names and times of the API")
    func json() throws {
        let place = try place(Self.feed)
        let outcome = try place.run(
            "query", "timetable", "S", "--date", "20261201", "--json", place.bundle)
        let answer = try JSON.object(outcome.output)
        let table = try #require((answer["timetables"] as? [[String: Any]])?.first)
        let row = try #require((table["rows"] as? [[String: Any]])?.first)
        #expect(row["trip_id"] as? String == "F" && row["start_time"] as? String == "12:00:00")
        #expect(row["end_time"] as? String == "25:02:00" && row["headway_secs"] as? Int == 30)
        let cell = try #require((row["cells"] as? [[String: Any]])?.first)
        #expect(cell["departure_time"] as? String == "12:00:00")
        #expect((table["columns"] as? [[String: Any]])?.first?["stop_id"] as? String == "A")
    }

    @Test("No key in the JSON of a question is in camel case")
    func keys() throws {
        let place = try place(Self.feed)
        for question in [
            ["stops", "a"], ["nearby", "52.5,13.4"], ["routes"], ["stop", "A"], ["trip", "T1"],
            ["departures", "A", "--at", "2026-12-01T07:00", "--for", "2h"],
            ["timetable", "R", "--date", "20261201"],
        ] {
            let outcome = try Command.run(
                ["query"] + question + ["--json", place.bundle], in: place.folder)
            let keys = outcome.output.matches(of: /"([^"]+)":/).map(\.1)
            #expect(!keys.isEmpty)
            #expect(keys.allSatisfy { $0 == $0.lowercased() }, "\(question)")
        }
    }

    @Test("All trips that cannot be shown are counted, also where the API names fewer")
    func manyUndefinedStops() throws {
        let numbers = 100..<220
        let trips = numbers.map { "R,ALL,T\($0)" }
        let calls = numbers.flatMap {
            ["T\($0),X,1,08:00:00,08:00:00", "T\($0),Y,2,09:00:00,09:00:00"]
        }
        let place = try place(
            Self.feed.with(
                TestFeed(
                    """
                    # stops.txt
                    stop_id,stop_name,stop_lat,stop_lon
                    A,Alpha,52.50,13.40
                    # trips.txt
                    route_id,service_id,trip_id
                    \(trips.joined(separator: "\n"))
                    # stop_times.txt
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    \(calls.joined(separator: "\n"))
                    # frequencies.txt
                    trip_id,start_time,end_time,headway_secs
                    """)))
        let text = try place.run("query", "timetable", "R", "--date", "20261201", place.bundle)
        #expect(
            text.errors.hasSuffix("gives none: T100, T101, T102 and 117 more\n"), "\(text.errors)")
    }

    @Test("A route that runs only at undefined stops is not said not to run")
    func undefinedStops() throws {
        let place = try place(
            Self.feed.with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                X,Xylo,52.50,13.40
                """))
        let timetable = ["query", "timetable", "R", "--date", "20261201"]
        let text = try Command.run(timetable + [place.bundle], in: place.folder)
        let remark =
            "gtfs: Some trips that run on 20261201 are not shown: the feed does not define their "
            + "stops, or gives none: T1, T2\n"
        #expect(text.output == "no trip of 1 on 20261201 can be shown\n")
        #expect(text.errors == remark)
        let csv = try Command.run(timetable + ["--csv", place.bundle], in: place.folder)
        #expect(csv.errors == remark)
        let outside = try place.run("query", "timetable", "R", "--date", "20300101", place.bundle)
        #expect(outside.output.hasPrefix("1 does not run on 20300101"))
    }

    @Test("A timetable names the trips whose calls at undefined stops it leaves out")
    func undefinedCalls() throws {
        let place = try place(
            Self.feed.with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                A,Anvil,52.50,13.40
                B,Birch,52.51,13.42
                """))
        let timetable = ["query", "timetable", "R", "--date", "20261201"]
        for form in [[], ["--csv"]] {
            let outcome = try Command.run(timetable + form + [place.bundle], in: place.folder)
            #expect(
                outcome.errors
                    == "gtfs: Some calls of trips are not shown: the feed does not define their "
                    + "stops: T1, T2\n")
        }
    }

    @Test("Trips and timetables say which zones are assumed")
    func assumedZones() throws {
        var feed = Self.feed
        feed["agency.txt"] = feed["agency.txt"]?.replacing("Europe/Berlin", with: "BST")
        feed["stops.txt"] = feed["stops.txt"]?.replacing("Europe/London", with: "PST")
        let place = try place(feed)
        for question in [["trip", "T1"], ["timetable", "R", "--date", "20261201"]] {
            let outcome = try Command.run(
                ["query"] + question + ["--json", place.bundle], in: place.folder)
            #expect(outcome.output.contains(#""timezone_assumed":true"#), "\(question)")
            #expect(
                outcome.errors == """
                    gtfs: no valid time zone for V (BST): times are taken as GMT
                    gtfs: the stop_timezone of B, or of the station there, does not exist: \
                    clocks are taken as GMT

                    """)
            let known = try self.place(Self.feed)
            let right = try Command.run(
                ["query"] + question + ["--json", known.bundle], in: known.folder)
            #expect(!right.output.contains("assumed") && !right.errors.contains("taken as"))
        }
    }

    @Test("A time without a zone is the stop's local time")
    func stopTime() throws {
        let place = try place(Self.feed)
        for (stop, time, departures) in [
            ("A", "2026-12-01T08:00", ["2026-12-01T08:00:00+01:00"]),
            ("B", "2026-12-01T07:09", ["2026-12-01T07:10:00+00:00"]),
            ("B", "2026-12-01T08:09", []), ("A", "2026-12-01T07:59", ["2026-12-01T08:00:00+01:00"]),
        ] {
            let outcome = try place.run(
                "query", "departures", stop, "--at", time, "--for", "2m", "--json", place.bundle)
            #expect(
                try JSON.list(outcome.output).filter { $0["trip_id"] as? String == "T1" }
                    .map { $0["departure"] as? String } == departures, "\(stop) \(time)")
        }
        // Clocks in London go forward at 01:00, those in Berlin at 02:00.
        let gap = try place.run(
            "query", "departures", "B", "--at", "2026-03-29T01:30", "--for", "1m", place.bundle)
        #expect(gap.errors.contains("does not exist in Europe/London"))
        let none = try place.run(
            "query", "departures", "B", "--at", "2026-03-29T02:30", "--for", "1m", place.bundle)
        #expect(none.errors.isEmpty)
    }

    /// A trip on demand with a booking rule.
    private func onDemand(_ rule: String) -> TestFeed {
        var feed = Self.feed.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type,pickup_booking_rule_id,drop_off_booking_rule_id
            T1,,,A,1,09:00:00,11:00:00,2,1,B1,
            T1,,,C,2,09:00:00,11:00:00,1,2,,B1
            """)
        feed["booking_rules.txt"] = """
            booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_duration_max,\
            prior_notice_last_day,prior_notice_last_time,prior_notice_start_day,\
            prior_notice_start_time,prior_notice_service_id,message
            \(rule),Call us

            """
        return feed
    }

    @Test(
        "Booking rules name the days that they count, and when booking opens",
        arguments: [
            ("B1,0,,,,,,,", "at any moment"), ("B1,1,120,,,,,,", "120 minutes ahead"),
            ("B1,1,1,,,,,,", "1 minute ahead"),
            ("B1,1,60,1440,,,,,", "60 minutes ahead, not more than 1,440 minutes ahead"),
            ("B1,1,60,,,,7,08:00:00,", "60 minutes ahead, not before 7 days ahead, 08:00:00"),
            ("B1,2,,,1,15:00:00,,,", "1 day ahead, by 15:00:00"),
            (
                "B1,2,,,1,15:00:00,,,OFFICE",
                "1 day of service OFFICE (Mon Tue Wed Thu Fri) ahead, by 15:00:00"
            ),
            (
                "B1,2,,,2,15:00:00,14,08:00:00,NONE",
                "2 days of service NONE (not in the feed) ahead, by 15:00:00, "
                    + "not before 14 days of service NONE (not in the feed) ahead, 08:00:00"
            ),
            ("B1,2,,,0,08:00:00,,,", "on the same day, by 08:00:00"),
            ("B1,2,,,,15:00:00,,,", "on an earlier day, by 15:00:00"),
        ])
    func notice(rule: String, words: String) throws {
        let place = try place(onDemand(rule))
        for question in [["trip", "T1"], ["stop", "A"]] {
            let outcome = try Command.run(["query"] + question + [place.bundle], in: place.folder)
            #expect(outcome.output.contains("  B1  \(words)  Call us\n"), "\(outcome.output)")
        }
    }

    @Test(
        "A timetable says until when rides of its day are booked",
        arguments: [
            ("1,15:00:00,,,OFFICE", "20261207", "by Friday 20261204, 15:00:00"),
            ("1,15:00:00,,,", "20261207", "by Sunday 20261206, 15:00:00"),
            ("1,25:30:00,,,OFFICE", "20261207", "by Saturday 20261205, 01:30:00"),
            (
                "1,15:00:00,2,08:00:00,OFFICE", "20261208",
                "from Friday 20261204, 08:00:00 by Monday 20261207, 15:00:00"
            ),
        ])
    func moment(rule: String, date: String, words: String) throws {
        let place = try place(onDemand("B1,2,,," + rule))
        let outcome = try place.run("query", "timetable", "R", "--date", date, place.bundle)
        #expect(outcome.output.contains("Booking for \(date) (1)\n  B1  \(words)  "))
    }
}
