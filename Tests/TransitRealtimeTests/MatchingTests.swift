import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitModel
import TransitRealtime

/// Rules 1 to 6: which update counts, and for which run.
@Suite("Matching updates with runs") struct MatchingTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private func late(_ delay: Int64, at sequence: Int64 = 5) -> [MadeStop] {
        [MadeStop(sequence, departure: .delay(delay))]
    }

    @Test("Of several updates of a run the newest counts, wherever it stands")
    func newest() async throws {
        let board = try await town.board(
            "A", MadeUpdate("T1", measured: "08:02", stops: late(120)),
            MadeUpdate("T1", measured: "08:01", stops: late(60)))
        #expect(board.first == "T1 08:00 08:02 updated")
    }

    @Test("Of equally new updates the last counts, and its source may come later")
    func last() async throws {
        let live = try town.live([
            MadeUpdate.message([MadeUpdate("T1", stops: late(60))], header: "08:00"),
            MadeUpdate.message([MadeUpdate("T1", stops: late(120))], header: "08:00"),
        ])
        #expect(try await Town.board(of: live, "A").first == "T1 08:00 08:02 updated")
        #expect(try await live.matchReport()?.counts[.superseded] == 1)
    }

    @Test("The time of an update goes before that of its message")
    func measured() async throws {
        let live = try town.live([
            MadeUpdate.message(
                [MadeUpdate("T1", measured: "08:05", stops: late(60))], header: "08:00"),
            MadeUpdate.message([MadeUpdate("T1", stops: late(120))], header: "08:01"),
        ])
        #expect(try await Town.board(of: live, "A").first == "T1 08:00 08:01 updated")
    }

    @Test("A trip is found by its id, whatever start and route the update gives")
    func byID() async throws {
        let update = MadeUpdate(
            "T1", day: "20260304", start: "07:11:00", route: "N", direction: 1, stops: late(60))
        #expect(try await town.board("A", update).first == "T1 08:00 08:01 updated")
    }

    @Test("Ids that look the same but have different bytes are those of two trips and two stops")
    func canonicalEquivalents() async throws {
        let town = try Town(
            Crosstown.feed.with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                \u{E9},Harbour,48.0,2.0
                e\u{301},Market,48.0,2.1
                D,Airport,48.0,2.4
                # trips.txt
                route_id,service_id,trip_id
                R,WED,\u{E9}
                R,WED,e\u{301}
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                \u{E9},08:00:00,08:00:00,\u{E9},1
                \u{E9},08:10:00,08:10:00,e\u{301},2
                \u{E9},08:20:00,08:20:00,D,3
                e\u{301},09:00:00,09:00:00,e\u{301},1
                e\u{301},09:10:00,09:10:00,D,2
                """
            ).without("frequencies.txt"))
        func late(_ trip: String, _ delay: Int64) -> MadeUpdate {
            MadeUpdate(trip, stops: [MadeStop(id: "e\u{301}", departure: .delay(delay))])
        }
        let updates = [late("\u{E9}", 60), late("e\u{301}", 120)]
        let live = try town.live([MadeUpdate.message(updates, header: "08:00")])
        #expect(
            try await Town.board(of: live, "e\u{301}") == [
                "\u{E9} 08:10 08:11 updated", "e\u{301} 09:00 09:02 updated",
            ])
        #expect(try await live.matchReport()?.counts == [.matched: 2])
        // Added runs call at one of the stops each.
        let added = ["\u{E9}", "e\u{301}"].map { id in
            MadeUpdate(
                id, .new, day: "20260304", start: "10:00:00", route: "R",
                entity: id,
                stops: [
                    MadeStop(id: id, departure: .time("10:00")),
                    MadeStop(id: "D", arrival: .time("10:30")),
                ])
        }
        let other = try town.live([MadeUpdate.message(added, header: "08:00")])
        for id in ["\u{E9}", "e\u{301}"] {
            let rows = try await Town.board(of: other, id, from: "09:30")
            #expect(rows.count == 1 && rows[0].utf8.starts(with: id.utf8), "\(rows)")
        }
    }

    @Test("An id of more than a kilobyte is none, in a message and in the feed")
    func longIDs() async throws {
        let long = String(repeating: "T", count: 1025)
        #expect(try await town.outcomes(MadeUpdate(long, delay: 60)) == ["no_trip": 1])
        var feed = Crosstown.feed
        for (file, end) in [("stops.txt", "\n"), ("stop_times.txt", ",")] {
            feed[file] = feed[file]?
                .replacingOccurrences(of: "\(end)B,", with: "\(end)\(long),")
        }
        let town = try Town(feed)
        let update = MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(60))])
        #expect(try await town.board(long, update).first == "T1 08:11 08:12 updated")
        let byStop = MadeUpdate("T1", stops: [MadeStop(id: long, departure: .delay(60))])
        #expect(try await town.board("D", byStop).first?.contains("updated") != true)
    }

    @Test("A known trip that does not run on the day is not looked for elsewhere")
    func notRunning() async throws {
        let update = MadeUpdate(
            "T1", day: "20260305", start: "08:00:00", route: "R", direction: 0, stops: late(60))
        #expect(try await town.outcomes(update) == ["not_running": 1])
    }

    @Test("Without a trip a run is found by route, direction, day and start")
    func byDescriptor() async throws {
        let update = MadeUpdate(
            day: "20260304", start: "08:00:00", route: "R", direction: 0, stops: late(60))
        #expect(try await town.board("A", update).first == "T1 08:00 08:01 updated")
    }

    @Test("An unknown trip is found by its stops in their order, any platform of a station")
    func byStops() async throws {
        let stops = [MadeStop(id: "A", departure: .delay(60)), MadeStop(id: "S2", isSkipped: true)]
        let update = MadeUpdate(
            "old-T1", day: "20260304", start: "08:00:00", route: "R", stops: stops)
        #expect(try await town.board("A", update).first == "T1 08:00 08:01 updated")
        let wrong = MadeUpdate(
            "old-T1", day: "20260304", start: "08:00:00", route: "R", stops: stops.reversed())
        #expect(try await town.outcomes(wrong) == ["unknown_trip": 1])
    }

    @Test("An unknown trip without stops finds nothing")
    func unknownWithoutStops() async throws {
        let update = MadeUpdate(
            "old-T1", .canceled, day: "20260304", start: "08:00:00", route: "R", direction: 0)
        #expect(try await town.outcomes(update) == ["unknown_trip": 1])
    }

    @Test("00:06 finds the trip that starts at 24:06 on the day before")
    func afterMidnight() async throws {
        let update = MadeUpdate(
            day: "20260305", start: "00:06:00", route: "N", direction: 0, stops: late(60, at: 1))
        #expect(try await town.board("A", update).last == "N1 24:06 24:07 updated")
    }

    @Test("Two trips that fit are ambiguous")
    func ambiguous() async throws {
        var feed = Crosstown.feed
        feed["trips.txt"]? += "R,WED,T9,0,Airport\n"
        feed["stop_times.txt"]? += "T9,08:00:00,08:00:00,A,1\nT9,08:10:00,08:10:00,B,2\n"
        let update = MadeUpdate(
            day: "20260304", start: "08:00:00", route: "R",
            stops: [MadeStop(id: "A", departure: .delay(60))])
        #expect(try await Town(feed).outcomes(update) == ["ambiguous": 1])
    }

    @Test("The day of a trip after midnight may be the calendar's: its time tells")
    func lateDay() async throws {
        let stops = [MadeStop(1, departure: .time("24:08"))]
        let update = MadeUpdate("N1", day: "20260305", stops: stops)
        #expect(try await town.board("A", update).last == "N1 24:06 24:08 updated")
        let own = MadeUpdate("N1", day: "20260304", stops: stops)
        #expect(try await town.board("A", own).last == "N1 24:06 24:08 updated")
    }

    @Test("Without a day it is the one nearest to the first time")
    func missingDay() async throws {
        let stops = [
            MadeStop(1, departure: .time("24:00"), isSkipped: true),
            MadeStop(2, departure: .time("24:20")),
        ]
        let board = try await town.board("B", MadeUpdate("N1", stops: stops), header: "08:00")
        #expect(board.last == "N1 24:16 24:20 updated")
    }

    @Test("Without a day and times it is the one nearest to the message")
    func missingDayAndTimes() async throws {
        let update = MadeUpdate("N1", stops: late(60, at: 1))
        #expect(try await town.board("A", update, header: "24:00").last == "N1 24:06 24:07 updated")
        #expect(try await town.board("A", update, header: "08:00").last == "N1 24:06")
        #expect(try await town.board("A", update, header: "14:00").last == "N1 24:06 24:07 updated")
    }

    /// The town with a daily run over midnight, one of exact headways after it, and a morning run.
    private static func night() throws -> Town {
        var feed = Crosstown.feed
        feed["trips.txt"]? +=
            "N,DAY,E1,0,Late\nN,DAY,G1,0,Latest\nN,DAY,M1,0,Early\nF,DAY,H1,0,Later\n"
        feed["frequencies.txt"]? += "H1,24:00:00,25:00:00,1200,1\n"
        feed["stop_times.txt"]? += """
            E1,23:50:00,23:50:00,A,1
            E1,24:00:00,24:00:00,B,2
            E1,24:10:00,24:10:00,D,3
            G1,36:15:00,36:15:00,A,1
            G1,36:30:00,36:30:00,D,2
            M1,00:30:00,00:30:00,A,1
            M1,00:40:00,00:40:00,B,2
            M1,00:50:00,00:50:00,D,3
            H1,00:00:00,00:00:00,A,1
            H1,00:05:00,00:05:00,D,2

            """
        return try Town(feed)
    }

    private func everywhere(_ times: String...) -> [MadeStop] {
        times.enumerated().map { MadeStop(Int64($0 + 1), departure: .time($1)) }
    }

    @Test("A run around midnight may be dated a day late or early: most of its calls tell")
    func dayOfMost() async throws {
        let town = try Self.night()
        let late = everywhere("23:55", "24:05", "24:15")
        for day in ["20260303", "20260304", "20260305", nil] {
            let board = try await town.board("A", MadeUpdate("E1", day: day, stops: late))
            #expect(board.contains("E1 23:50 23:55 updated"), "\(day ?? "none")")
        }
        // Two days off is another run.
        let other = try await town.board("A", MadeUpdate("E1", day: "20260306", stops: late))
        #expect(other.contains("E1 23:50"))
        // The first call is a day off, the others are not.
        for day in ["20260305", nil] {
            let stops = everywhere("00:00", "24:05", "24:15")
            let board = try await town.board("B", MadeUpdate("E1", day: day, stops: stops))
            #expect(board.contains("E1 24:00 24:05 updated"), "\(day ?? "none")")
        }
        // The calendar's day of one that starts on the next day, and the day after that.
        for day in ["20260303", "20260304", "20260305"] {
            let stops = everywhere("12:17", "12:32")
            let board = try await town.board("A", MadeUpdate("G1", day: day, stops: stops))
            #expect(board.contains("G1 12:15 12:17 updated"), "\(day)")
        }
        // A canceled run without times is one of the day that it gives.
        let canceled = MadeUpdate("E1", .canceled, day: "20260304")
        #expect(try await town.board("A", canceled).contains("E1 23:50 - canceled"))
    }

    @Test("A run that is hours late on the day that it gives is not one of the next day")
    func hoursLate() async throws {
        let town = try Self.night()
        let stops = everywhere("13:50", "14:00", "14:10")
        let update = MadeUpdate("E1", day: "20260303", stops: stops)
        let board = try await town.board("A", update).filter { $0.hasPrefix("E1") }
        #expect(board.count == 2 && board[0].hasSuffix("13:50 updated") && board[1] == "E1 23:50")
    }

    @Test("A long trip that is hours late is not one of the next day, whose span it reaches")
    func longTrip() async throws {
        var feed = Crosstown.feed
        feed["trips.txt"]? += "R,DAY,LONG,0,Airport\n"
        feed["stop_times.txt"]? += "LONG,06:00:00,06:00:00,A,1\nLONG,22:00:00,22:00:00,D,2\n"
        let town = try Town(feed)
        let update = MadeUpdate(
            "LONG", day: "20260303", stops: [MadeStop(2, arrival: .time("04:00"))])
        #expect(try await town.live(update).matchReport()?.counts == [.matched: 1])
        let run = try await town.live(update).run(
            tripID: "LONG", startDate: ServiceDate(yyyymmdd: 20_260_303), startTime: nil,
            now: Town.date("03:30"))
        #expect(run?.calls.last?.realtime?.arrival?.date == Town.date("04:00"))
    }

    @Test("A start after 24:00 finds the run after midnight, and a headway of the night before")
    func starts() async throws {
        let town = try Self.night()
        let update = MadeUpdate(
            day: "20260303", start: "24:30:00", route: "N", direction: 0,
            stops: [MadeStop(id: "A", departure: .time("00:31"))])
        #expect(
            try await Town.board(of: town.live(update), "A", from: "00:15")
                .contains("M1 00:30 00:31 updated"))
        let headway = MadeUpdate(
            "H1", day: "20260305", start: "24:20:00", stops: everywhere("24:21"))
        #expect(try await town.board("A", headway).contains("H1 24:20 24:21 updated"))
        for day in ["20260306", nil] {
            let byClock = MadeUpdate("H1", day: day, start: "00:20:00", stops: everywhere("24:21"))
            #expect(try await town.board("A", byClock).contains("H1 24:20 24:21 updated"))
        }
        // Without a time day and start are both those of the clock, or both those of the service.
        for (day, start) in [("20260305", "00:20:00"), ("20260304", "24:20:00")] {
            let late = MadeUpdate("H1", day: day, start: start, stops: late(60, at: 1))
            #expect(try await town.board("A", late).contains("H1 24:20 24:21 updated"))
        }
    }

    @Test("A day or a start in another form is as missing")
    func otherForms() async throws {
        let update = MadeUpdate("T1", day: "2026-03-05", start: "8:0:0", stops: late(60))
        #expect(try await town.board("A", update).first == "T1 08:00 08:01 updated")
    }

    @Test("A run of a headway needs a start, at which it stands in place of the one expected there")
    func headway() async throws {
        let stops = [MadeStop(1, departure: .time("12:14"))]
        let update = MadeUpdate("F0", day: "20260304", start: "12:13:00", stops: stops)
        let board = try await town.board("C", update).filter { $0.hasPrefix("F0") }
        #expect(
            board == [
                "F0 12:00", "F0 - 12:14 updated", "F0 12:20", "F0 12:30", "F0 12:40", "F0 12:50",
            ])
        let arrivals = try await town.board("D", update, kind: .arrival)
        #expect(arrivals.contains("F0 - 12:19 updated") && !arrivals.contains("F0 12:15"))
        let live = try town.live(update)
        let stop = try await live.stop(id: "C")
        let event = try await live.departures(from: stop, at: Town.date("12:11")).first
        #expect(event?.startTime == ServiceTime(hours: 12, minutes: 13))
        #expect(event?.realtime?.delaySeconds == nil && event?.headwaySecs == 600)
        let run = try await live.run(
            tripID: "F0", startDate: Town.day, startTime: event?.startTime, now: Town.date("12:00"))
        #expect(run?.headwaySecs == 600)
        #expect(run?.calls.map { Town.clock($0.realtime?.arrival) } == ["12:14", "12:19"])
        #expect(run?.calls.map(\.realtime?.delaySeconds) == [nil, nil])
        let any = try await live.run(
            tripID: "F0", startDate: Town.day, startTime: nil, now: Town.date("12:00"))
        #expect(any?.calls.first?.realtime == nil)
        #expect(try await town.outcomes(MadeUpdate("F0", .canceled)) == ["no_start": 1])
    }

    @Test("Who names no start means no run of a headway, neither a replaced nor an added one")
    func headwayWithoutStart() async throws {
        for (trip, kind, start) in [
            ("F0", .replacement, "12:10:00"), ("F0", .unscheduled, "13:30:00"),
            ("F1", .replacement, "14:10:00"),
        ] as [(String, MadeUpdate.Kind, String)] {
            let stops = [MadeStop(1, id: "C", departure: .time("12:14"))]
            let live = try town.live(
                MadeUpdate(trip, kind, day: "20260304", start: start, stops: stops))
            for day in [Town.day, nil] {
                let any = try await live.run(
                    tripID: trip, startDate: day, startTime: nil, now: Town.date("12:00"))
                #expect(any == nil, "\(trip) \(start)")
            }
            let calls = try await live.calls(
                of: live.trip(id: trip), on: Town.day, startTime: nil)
            #expect(calls.count == 2 && calls.allSatisfy { $0.isOffsetOnly && $0.realtime == nil })
            let named = try await live.run(
                tripID: trip, startDate: Town.day, startTime: ServiceTime(cellText: start),
                now: Town.date("12:00"))
            #expect(named?.calls.first?.realtime?.departure?.date == Town.date("12:14"))
        }
    }

    @Test("Runs of one headway stand in its place; only one outside of all is added")
    func secondOfHeadway() async throws {
        func update(_ start: String, _ time: String) -> MadeUpdate {
            MadeUpdate(
                "F0", day: "20260304", start: start,
                stops: [MadeStop(1, departure: .time(time))])
        }
        let board = try await town.board(
            "C", update("12:18:00", "12:19"), update("12:12:00", "12:13"),
            update("13:30:00", "13:31"))
        #expect(board.contains("F0 - 12:13 updated"))
        #expect(board.contains("F0 - 12:19 updated"))
        #expect(board.contains("F0 - 13:31 added"))
        #expect(!board.contains { $0.hasPrefix("F0 12:1") })
    }

    @Test("Delays of a headway without exact times mean nothing")
    func headwayDelay() async throws {
        let update = MadeUpdate(
            "F0", day: "20260304", start: "12:10:00", delay: 60, stops: late(60, at: 1))
        #expect(try await town.board("C", update).contains("F0 12:10 - scheduled"))
    }

    @Test("A canceled run of a headway stays at its own start, a deleted one takes the place away")
    func headwayWithout() async throws {
        func board(_ kind: MadeUpdate.Kind) async throws -> [String] {
            let update = MadeUpdate("F0", kind, day: "20260304", start: "12:13:00")
            return try await town.board("C", update).filter { $0.hasPrefix("F0 12:1") }
        }
        #expect(try await board(.canceled) == ["F0 12:13 - canceled"])
        #expect(try await board(.deleted).isEmpty)
    }

    @Test("A run of exact times is on its headway, or none")
    func exactTimes() async throws {
        let update = MadeUpdate("F1", day: "20260304", start: "14:10:00", stops: late(60, at: 1))
        #expect(try await town.board("C", update).contains("F1 14:10 14:11 updated"))
        let off = MadeUpdate("F1", day: "20260304", start: "14:11:00", stops: late(60, at: 1))
        #expect(try await town.outcomes(off) == ["off_headway": 1])
    }

    @Test("An update that names neither trip nor route is counted, and no more")
    func noTrip() async throws {
        #expect(try await town.outcomes(MadeUpdate(stops: late(60))) == ["no_trip": 1])
    }

    @Test("An unknown relationship is a timetabled run")
    func unknownRelationship() async throws {
        let board = try await town.board("A", MadeUpdate("T1", .unknown, stops: late(60)))
        #expect(board.first == "T1 08:00 08:01 updated")
    }
}
