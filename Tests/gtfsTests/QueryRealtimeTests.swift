import Foundation
import TestSupport
import Testing

/// `--realtime` with the message that lies beside the sample.
@Suite("Query with live data", .blocking) struct QueryRealtimeTests {
    private static let message = PackageRoot.path + "/feeds/sample-realtime.pb"
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try Command.run(["build", Workplace.sample, "-o", place.bundle], in: place.folder)
    }

    private func ask(_ arguments: String...) throws -> Command.Outcome {
        try Command.run(
            ["query"] + Self.timed(arguments) + ["--realtime", Self.message, place.bundle],
            in: place.folder)
    }

    /// Half a minute after the message, unless they say another time.
    private static func timed(_ arguments: [String]) -> [String] {
        arguments.contains("--now") ? arguments : arguments + ["--now", "2026-11-20T07:30"]
    }

    private func rows(_ arguments: [String]) throws -> [[String: Any]] {
        let outcome = try Command.run(
            ["query"] + Self.timed(arguments)
                + ["--realtime", Self.message, "--json", place.bundle],
            in: place.folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try JSON.list(outcome.output)
    }

    @Test("A late train stands where it is expected, with its plan, and a canceled tram stays")
    func departures() throws {
        let found = try rows(["departures", "CJ", "--at", "2026-11-20T07:40", "--for", "20m"])
        let shown = found.map { row -> [String] in
            let news = row["realtime"] as? [String: Any]
            return [
                row["trip_id"] as? String ?? "", row["departure"] as? String ?? "",
                news?["status"] as? String ?? "", news?["departure"] as? String ?? "",
            ].map { $0.replacing("2026-11-20T", with: "").replacing("+11:00", with: "") }
        }
        #expect(
            shown == [
                ["L2-N", "07:40:00", "canceled", ""], ["L2-X", "07:45:00", "added", "07:45:00"],
                ["L2-N", "07:50:00", "", ""], ["T1-WD-N2", "07:47:00", "updated", "07:50:10"],
            ])
        let train = try #require(found.last?["realtime"] as? [String: Any])
        #expect(train["delay_seconds"] as? Int == 190)
        #expect(train["uncertainty_seconds"] as? Int == 30)
        #expect(train["stop_id"] as? String == "CJ_P2")
        #expect(train["platform_code"] as? String == "2")
        #expect((train["vehicle"] as? [String: Any])?["label"] as? String == "A12")
        let extra = try #require(found[1]["realtime"] as? [String: Any])
        #expect(extra["scheduled"] as? Bool == false)
    }

    @Test("It is on the boards of both platforms, and in the window of its expected time")
    func platforms() throws {
        for stop in ["CJ_P1", "CJ_P2", "CJ"] {
            let window = ["departures", stop, "--at", "2026-11-20T07:44", "--for", "7m"]
            let found = try rows(window).filter { $0["trip_id"] as? String == "T1-WD-N2" }
            #expect(found.count == 1, "\(stop)")
        }
        let planned = ["departures", "CJ_P1", "--at", "2026-11-20T07:44", "--for", "4m"]
        #expect(try rows(planned).isEmpty)
    }

    @Test("Arrivals and the calls of a trip have expected times")
    func others() throws {
        let arrivals = try rows(["arrivals", "NS", "--at", "2026-11-20T07:40", "--for", "30m"])
        let train = try #require(arrivals.first { $0["trip_id"] as? String == "T1-WD-N2" })
        #expect((train["arrival"] as? String)?.contains("08:02:00") == true)
        let news = try #require(train["realtime"] as? [String: Any])
        #expect((news["arrival"] as? String)?.contains("08:05:10") == true)
        let trip = try ask("trip", "T1-WD-N2", "--at", "2026-11-20T07:40")
        #expect(trip.output.contains("08:05:10  3 min late"))
        let extra = try ask("trip", "L2-X", "--at", "2026-11-20T07:40")
        #expect(extra.output.contains("07:55:00"))
        let csv = try ask("departures", "CJ", "--at", "2026-11-20T07:40", "--csv")
        #expect(csv.output.contains("realtime.status,realtime.departure,realtime.delay_seconds"))
        #expect(csv.output.contains("updated,2026-11-20T07:50:10+11:00,190,CJ_P2"))
        #expect(csv.output.contains("realtime.scheduled,realtime.platform_code,realtime.stop_name"))
        #expect(csv.output.contains("realtime.stops_away,realtime.at_stop"))
        let calls = try ask("trip", "T1-WD-N2", "--csv").output
        #expect(
            calls.contains(",realtime.status,realtime.arrival,realtime.departure,realtime.delay"))
        let times = "2026-11-20T08:05:10+11:00,2026-11-20T08:05:10+11:00,190,"
        #expect(calls.contains(",updated," + times))
    }

    @Test("The command says how late a run is in minutes of a clock")
    func lateness() throws {
        for (seconds, words) in [(45, "on time"), (-20, "1 min early"), (3900, "65 min late")] {
            let path = try late(by: seconds)
            let trip = try Command.run(
                [
                    "query", "trip", "T1-WD-N2", "--date", "20261120", "--now", "2026-11-20T07:30",
                    "--realtime", path, place.bundle,
                ], in: place.folder)
            #expect(trip.output.contains("  \(words)"), "\(seconds)")
        }
    }

    private func message(_ update: (inout WireMessage) -> Void) throws -> String {
        let bytes = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(3, 1_795_120_200)
            }
            message.message(2) { entity in
                entity.text(1, "run")
                entity.message(3, update)
            }
        }.bytes
        return try place.folder.write("run.pb", bytes)
    }

    /// The file of a message about a train that is late from its first stop on.
    private func late(by seconds: Int) throws -> String {
        try message { update in
            update.message(1) { trip in
                trip.text(1, "T1-WD-N2")
                trip.text(3, "20261120")
            }
            update.message(2) { stop in
                stop.number(1, 1)
                stop.message(3) { $0.number(1, Int64(seconds)) }
            }
        }
    }

    @Test("An expected time on another day than the planned one has its day")
    func otherDay() throws {
        let path = try late(by: 86_400)
        func output(_ arguments: String...) throws -> String {
            try Command.run(
                ["query"] + arguments
                    + ["--now", "2026-11-20T07:30", "--realtime", path, place.bundle],
                in: place.folder
            ).output
        }
        let trip = try output("trip", "T1-WD-N2", "--date", "20261120")
        #expect(trip.contains("  2026-11-21T08:02:00+11:00  1440 min late\n"), "\(trip)")
        let board = try output("departures", "CJ", "--at", "2026-11-21T07:40")
        #expect(
            board.contains(
                "  2026-11-20T07:47:00+11:00  2026-11-21T07:47:00+11:00  1440 min late  "),
            "\(board)")
    }

    @Test("The calls of a run that live data lists have planned times, as the timetable's have")
    func listedTimes() throws {
        func expectTimes(
            _ trip: String..., departures: [String], in message: (inout WireMessage) -> Void,
            at location: SourceLocation = #_sourceLocation
        ) throws {
            let arguments = ["query", "trip"] + trip + ["--date", "20261120"]
            let rest = ["--realtime", try self.message(message), place.bundle]
            let text = try Command.run(Self.timed(arguments) + rest, in: place.folder)
            let json = try Command.run(Self.timed(arguments) + ["--json"] + rest, in: place.folder)
            let calls = try JSON.object(json.output)["calls"] as? [[String: Any]]
            #expect(
                calls?.map { $0["departure"] as? String ?? "" }
                    == departures.map { "2026-11-20T\($0)+11:00" }, "\(json.output)",
                sourceLocation: location)
            #expect(
                calls?.allSatisfy { $0["arrival"] is String } == true, sourceLocation: location)
            for time in departures {
                #expect(text.output.contains("  \(time)  "), sourceLocation: location)
            }
        }
        func name(_ update: inout WireMessage, _ id: String, _ relation: Int64, at: String? = nil) {
            update.message(1) { trip in
                trip.text(1, id)
                if let at { trip.text(2, at) }
                trip.text(3, "20261120")
                trip.number(4, relation)
            }
        }
        // A copy.
        try expectTimes(
            "COPY", departures: ["09:00:00", "09:03:10", "09:06:50", "09:12:00", "09:15:00"]
        ) { update in
            name(&update, "T1-WD-N2", 6)
            update.message(6) { copy in
                copy.text(1, "COPY")
                copy.text(2, "20261120")
                copy.text(3, "09:00:00")
            }
        }
        // Runs of a headway, the last one canceled.
        for relation in [0, 3] as [Int64] {
            try expectTimes(
                "M1-E", "--start", "08:02:00",
                departures: ["08:02:00", "08:05:00", "08:07:30", "08:09:30"]
            ) { name(&$0, "M1-E", relation, at: "08:02:00") }
        }
        // A stop in the place of another.
        try expectTimes(
            "T1-WD-N2",
            departures: ["07:47:00", "07:50:10", "07:53:50", "07:53:50", "07:59:00", "08:02:00"]
        ) { update in
            name(&update, "T1-WD-N2", 0)
            update.message(2) { stop in
                stop.number(1, 3)
                stop.number(5, 1)
            }
            update.message(2) { stop in
                stop.number(1, 3)
                stop.message(3) { $0.number(1, 60) }
                stop.text(4, "DK")
            }
        }
        // A replacement with a plan of its own.
        try expectTimes("T1-WD-N2", departures: ["07:49:00"]) { update in
            name(&update, "T1-WD-N2", 5)
            update.message(2) { stop in
                stop.message(3) { event in
                    event.number(2, 1_795_121_400)
                    event.number(4, 1_795_121_340)
                }
                stop.text(4, "CJ_P1")
            }
        }
    }

    @Test("--now says how old a message is, --at which board is meant")
    func ages() throws {
        func errors(now: String) throws -> String {
            try ask("departures", "CJ", "--at", "2026-11-20T07:40", "--now", now).errors
        }
        #expect(try !errors(now: "2026-11-20T07:30").contains("is from"))
        let stale = try errors(now: "2026-11-20T07:40")
        #expect(stale.contains("is from 2026-11-20T07:29:30+11:00"))
        #expect(try errors(now: "2026-11-20T09:40").contains("are ignored after 15 minutes"))
        let plain = try Command.run(
            ["query", "departures", "CJ", "--at", "2026-11-20T09:40", "--json", place.bundle],
            in: place.folder)
        let left = try ask("departures", "CJ", "--now", "2026-11-20T09:40", "--json")
        #expect(left.output == plain.output)
    }

    @Test("The match says how many updates fit; ids of another feed are said to be")
    func match() throws {
        let text = try place.run("realtime", "match", Self.message, place.bundle)
        #expect(text.output.contains("3 trip updates"))
        let object = try JSON.object(
            try place.run("realtime", "match", Self.message, place.bundle, "--json").output)
        func part(_ key: String, of object: [String: Any]) throws -> [String: Any] {
            try #require(object[key] as? [String: Any])
        }
        let updates = try part("trip_updates", of: object)
        #expect(updates["counts"] as? [String: Int] == ["matched": 2, "added": 1])
        #expect(try part("vehicles", of: object)["counts"] as? [String: Int] == ["matched": 1])
        #expect(try part("alerts", of: object)["parts"] as? Int == 2)
        func foreign(_ count: Int) throws -> String {
            let message = WireMessage { message in
                message.message(1) { $0.text(1, "2.0") }
                for number in 1...count {
                    message.message(2) { entity in
                        entity.text(1, "x\(number)")
                        entity.message(3) { $0.message(1) { $0.text(1, "ELSEWHERE\(number)") } }
                    }
                }
                message.message(2) { entity in
                    entity.text(1, "a")
                    entity.message(5) { $0.message(5) { $0.text(2, "NOWHERE") } }
                }
            }
            return try place.folder.write("foreign\(count).pb", message.bytes)
        }
        let path = try foreign(5)
        let other = try place.run("realtime", "match", path, place.bundle)
        #expect(
            other.output.contains(
                "5  unknown_trip  ELSEWHERE1; ELSEWHERE2; ELSEWHERE3 (3 of 5, --json for all)\n"))
        #expect(other.output.contains("1  unknown_route  a route NOWHERE\n"))
        let whole = try JSON.object(
            try place.run("realtime", "match", path, place.bundle, "--json").output)
        let unmatched = try part("trip_updates", of: whole)["unmatched"] as? [String: [Any]]
        #expect(unmatched?["unknown_trip"]?.count == 5)
        // Fewer updates say little.
        for (path, isOther) in [(path, true), (try foreign(3), false)] {
            let board = try Command.run(
                ["query", "departures", "CJ", "--realtime", path, place.bundle], in: place.folder)
            #expect(
                board.errors.contains("only 0 % of the trip updates for scheduled trips fit")
                    == isOther)
        }
    }

    @Test("Trips of detours are modified, not applied, and the command says so")
    func detours() throws {
        let bytes = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(3, 1_795_120_200)
            }
            message.message(2) { entity in
                entity.text(1, "detour")
                entity.message(8) { detour in
                    detour.message(1) { $0.text(1, "T1-WD-N2") }
                    detour.text(3, "20261120")
                    detour.message(4) { part in
                        part.message(1) { $0.number(1, 2) }
                        part.message(2) { $0.number(1, 2) }
                    }
                }
            }
        }.bytes
        let path = try place.folder.write("detour.pb", bytes)
        let text = try place.run("realtime", "match", path, place.bundle)
        #expect(text.output.hasSuffix("\n1 trip modified, not applied\n"))
        let object = try JSON.object(
            try place.run("realtime", "match", path, place.bundle, "--json").output)
        #expect(object["modified_trips"] as? Int == 1)
        let board = try Command.run(
            [
                "query", "departures", "GH", "--now", "2026-11-20T07:30", "--for", "1h",
                "--realtime", path, place.bundle,
            ], in: place.folder)
        #expect(board.output.contains("does not stop here"))
        #expect(board.errors.hasPrefix("gtfs: 1 trip makes a detour: "))
    }

    @Test("The match says which of the runs under way have news")
    func coverage() throws {
        let train = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                // 07:41:40 in Sydney, a minute after the bus has left.
                header.number(3, 1_795_120_900)
            }
            message.message(2) { entity in
                entity.text(1, "a")
                entity.message(3) { update in
                    update.message(1) { trip in
                        trip.text(1, "333-W1")
                        trip.text(3, "20261120")
                    }
                    update.number(5, 60)
                }
            }
        }.bytes
        let path = try place.folder.write("bus.pb", train)
        let object = try JSON.object(
            try place.run("realtime", "match", path, place.bundle, "--json").output)
        let coverage = try #require(object["coverage"] as? [String: Any])
        #expect(coverage["at"] as? String == "2026-11-19T20:41:40Z")
        #expect(coverage["updated"] as? Int == 1 && coverage["positioned"] as? Int == 0)
        let runs = try #require(coverage["runs"] as? Int)
        let missing = try #require(coverage["missing"] as? [[String: Any]])
        #expect(missing.count == runs)
        let bus = missing.first { $0["trip_id"] as? String == "333-W1" }
        #expect(bus?["updated"] as? Bool == true && bus?["positioned"] as? Bool == false)
        #expect(bus?["service_date"] as? String == "20261120")
        let routes = try #require(coverage["routes"] as? [[String: Any]])
        #expect(routes.compactMap { $0["runs"] as? Int }.reduce(0, +) == runs)
        let text = try place.run("realtime", "match", path, place.bundle).output
        #expect(text.contains("\(runs) runs under way at 2026-11-19T20:41:40Z, 1 with an update"))
    }

    @Test("A message that is none, or missing, is an error; options want each other")
    func errors() throws {
        let page = try place.folder.write("page.pb", Array("<html></html>".utf8))
        let wrong = try Command.run(
            ["query", "departures", "CJ", "--realtime", page, place.bundle], in: place.folder)
        #expect(wrong.code == 65 && wrong.errors.contains("HTML"))
        let missing = try Command.run(
            ["query", "departures", "CJ", "--realtime", "none.pb", place.bundle],
            in: place.folder)
        #expect(missing.code == 66)
        let unused = try Command.run(
            ["query", "trip", "T1-WD-N2", "--at", "08:00", place.bundle], in: place.folder)
        #expect(unused.code == 64)
        let both = try ask("trip", "T1-WD-N2", "--at", "08:00", "--date", "20261120")
        #expect(both.code == 64 && both.errors.contains("choose one of --date and --at"))
        for question in [["trip", "T1-WD-N2"], ["alerts"], ["departures", "CJ"]] {
            let twice = try Command.run(
                ["query"] + Self.timed(question + ["--at", "2026-04-05T02:30"])
                    + ["--realtime", Self.message, place.bundle], in: place.folder)
            #expect(twice.errors.contains("gtfs: --at 20260405 02:30:00 occurs twice in "))
        }
        let clock = try Command.run(
            ["query", "departures", "CJ", "--now", "08:00", place.bundle], in: place.folder)
        #expect(clock.code == 64 && clock.errors.contains("--now needs --realtime"))
    }

    @Test("A trip of frequencies.txt without --start has the starts that messages are about")
    func starts() throws {
        let told = "Messages are about the runs of 20261120 that start at 07:40:00\n"
        for date in [[], ["--date", "20261120"]] {
            let arguments = ["query", "trip", "L2-N"] + date
            let trip = try Command.run(
                Self.timed(arguments) + ["--realtime", Self.message, place.bundle],
                in: place.folder)
            #expect(trip.code == 0, "\(trip.errors)")
            #expect(trip.output.contains("Runs from 06:00:00 until before 22:00:00, every 600 s\n"))
            #expect(trip.output.contains(told))
        }
        let quiet = try ask("trip", "M1-E")
        #expect(quiet.code == 0 && quiet.output.contains("No message is about any of its runs\n"))
        #expect(try ask("trip", "L2-N", "--start", "07:40:00").output.contains("canceled"))
        // None starts then, or on that day.
        let never = try ask("trip", "L2-N", "--start", "07:41:00")
        #expect(never.code == 0 && never.output.contains("+00:00:00"))
        #expect(never.errors.contains("gtfs: The trip L2-N has no such run.\n"))
        let later = try ask("trip", "L2-N", "--date", "20300101", "--json")
        #expect(later.errors.contains(", and none on 20300101.\n"))
        #expect(try JSON.object(later.output)["service_date"] == nil)
    }

    @Test("A trip of the feed that does not run then has the times that it would have, in words")
    func notRunning() throws {
        let deleted = try message { update in
            update.message(1) { trip in
                trip.text(1, "T1-WD-N2")
                trip.text(3, "20261120")
                trip.number(4, 7)
            }
        }
        let plain = try place.run("query", "trip", "T1-WD-N2", place.bundle)
        // A Saturday, for a trip of weekdays.
        for (arguments, message, words) in [
            (
                ["--date", "20261121"], Self.message,
                "does not run on 20261121; the times are those that it would have."
            ),
            ([], deleted, "has no such run."),
            (["--start", "07:40:00"], Self.message, "has no such run."),
        ] {
            let trip = try Command.run(
                Self.timed(["query", "trip", "T1-WD-N2"] + arguments)
                    + ["--realtime", message, place.bundle], in: place.folder)
            #expect(trip.code == 0 && trip.output == plain.output, "\(trip.output)")
            #expect(
                trip.errors.contains("gtfs: The trip T1-WD-N2 \(words)\n"), "\(trip.errors)")
        }
        // A start that no run has, a run of a message on another day, and a trip that does not exist.
        for arguments in [
            ["T1-WD-N2", "--date", "20261121", "--start", "07:40:00"],
            ["L2-X", "--date", "20261121"], ["NOBODY"],
        ] {
            let trip = try Command.run(
                Self.timed(["query", "trip"] + arguments)
                    + ["--realtime", Self.message, place.bundle], in: place.folder)
            #expect(trip.code == 66, "\(arguments)")
        }
    }

    @Test("A replaced run of a trip of frequencies.txt is shown only with --start")
    func replacedStart() throws {
        let message = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                // 07:30 in Sydney.
                header.number(3, 1_795_120_200)
            }
            message.message(2) { entity in
                entity.text(1, "a")
                entity.message(3) { update in
                    update.message(1) { trip in
                        trip.text(1, "L2-N")
                        trip.text(2, "07:50:00")
                        trip.text(3, "20261120")
                        trip.number(4, 5)
                    }
                    for (stop, minutes) in [("CJ_LR", 22), ("QP", 30)] as [(String, Int64)] {
                        update.message(2) { call in
                            call.message(3) { $0.number(2, 1_795_120_200 + 60 * minutes) }
                            call.text(4, stop)
                        }
                    }
                }
            }
        }.bytes
        let path = try place.folder.write("replaced.pb", message)
        func trip(_ options: [String]) throws -> String {
            try Command.run(
                ["query"] + Self.timed(["trip", "L2-N"] + options)
                    + ["--realtime", path, place.bundle], in: place.folder
            ).output
        }
        for date in [[], ["--date", "20261120"]] {
            let text = try trip(date)
            #expect(
                text.contains("Messages are about the runs of 20261120 that start at 07:50:00\n"))
            #expect(text.contains("+00:00:00") && !text.contains("07:52:00"))
        }
        let named = try trip(["--start", "07:50:00"])
        #expect(named.contains("07:52:00") && !named.contains("offsets"))
    }

    @Test("Alerts stand above boards and are listed by stop, route, trip and language")
    func alerts() throws {
        let board = try ask("departures", "CJ", "--at", "2026-11-20T07:30", "--for", "21m").output
        #expect(
            board.contains("WARNING ACCESSIBILITY_ISSUE: Lift to platform 2 out of order [lift]"))
        #expect(board.contains("see north"))
        func ids(_ arguments: String...) throws -> [String] {
            try rows(["alerts", "--at", "2026-11-20T07:30"] + arguments)
                .compactMap { $0["id"] as? String }
        }
        #expect(try ids() == ["lift", "north"])
        #expect(try ids("--stop", "CJ") == ["lift"])
        #expect(try ids("--stop", "CJ_P1").isEmpty)
        #expect(try ids("--route", "T1") == ["north"])
        #expect(try ids("--trip", "T1-WD-N2") == ["lift", "north"])
        // Runs of a headway are alike until one has a start.
        #expect(try ask("alerts", "--trip", "M1-E").output == "no alerts\n")
        #expect(try ask("alerts", "--trip", "M1-E", "--start", "03:00:00").code == 66)
        #expect(try ids("--feed").isEmpty)
        let german = try ask("alerts", "--at", "2026-11-20T07:30", "--language", "de-AT").output
        #expect(german.contains("Aufzug zu Gleis 2"))
        let several = try ask("alerts", "--stop", "CJ", "--route", "T1")
        #expect(several.code == 64)
    }

    @Test("Vehicles have their next call, and are GeoJSON on request")
    func vehicles() throws {
        let found = try rows(["vehicles", "--now", "2026-11-20T07:30", "--route", "T1"])
        let next = try #require(found.first?["next_call"] as? [String: Any])
        #expect(next["stop_id"] as? String == "CJ_P1" && next["status"] as? String == "STOPPED_AT")
        let away = try rows([
            "vehicles", "--now", "2026-11-20T07:30", "--bbox", "0,0,1,1",
        ])
        #expect(away.isEmpty)
        let here = ["--bbox", "-179.5,-34,151.3,-33"]
        #expect(try rows(["vehicles"] + here).count == 1)
        let minus = try Command.run(
            Self.timed(["query", "vehicles"]) + ["--realtime", "-m.pb", place.bundle],
            in: place.folder)
        #expect(minus.code == 66 && minus.errors.contains("-m.pb"), "\(minus.errors)")
        #expect(!minus.errors.contains("\u{10FFFD}"))
        let map = try ask("vehicles", "--now", "2026-11-20T07:30", "--geojson")
        let value = try JSONSerialization.jsonObject(with: Data(map.output.utf8))
        let features = (value as? [String: Any])?["features"] as? [[String: Any]]
        let geometry = features?.first?["geometry"] as? [String: Any]
        #expect(geometry?["coordinates"] as? [Double] == [151.2051, -33.8803])
        let old = try ask("vehicles", "--now", "2026-11-20T09:30")
        #expect(old.errors.contains("are ignored after 15 minutes"))
        #expect(old.output == "no vehicles\n")
    }
}
