import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitModel
import TransitRealtime

@Suite("A source with live data over it") struct RealtimeSourceTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private let late = MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(60))])
    private let new = MadeUpdate(
        "X1", .new, day: "20260304", route: "R",
        stops: [
            MadeStop(id: "A", departure: .time("07:02")),
            MadeStop(id: "D", arrival: .time("07:20")),
        ])

    private func calls(_ id: String, _ updates: MadeUpdate...) async throws -> [String] {
        let live = try town.live([MadeUpdate.message(updates, header: "08:00")])
        let run = try #require(
            try await live.run(
                tripID: id, startDate: ServiceDate(yyyymmdd: 2026_03_04), startTime: nil,
                now: Town.date("08:00")))
        return run.calls.map { call in
            let news = call.realtime
            return [
                call.scheduled.stopID ?? "-", Town.clock(call.departure ?? call.arrival),
                Town.clock(news?.departure ?? news?.arrival), news?.status.rawValue ?? "-",
                news?.stopID ?? "",
            ].joined(separator: " ")
        }
    }

    @Test("A replaced bundle is matched anew before it answers")
    func replaced() async throws {
        let store = try TransitBundleStore(path: town.bundle.path)
        let messages = RealtimeMessages(clock: { Town.date("08:00") })
        let live = RealtimeSource(over: store, messages: messages)
        try messages.receive(
            MadeUpdate.message(
                [MadeUpdate("T7", stops: [MadeStop(5, departure: .delay(60))])], header: "08:00"),
            from: "a")
        #expect(try await Town.board(of: live, "A").first == "T1 08:00")
        #expect(try await live.matchReport()?.counts == [.unknownTrip: 1])
        var feed = Crosstown.feed
        for name in ["trips.txt", "stop_times.txt"] {
            feed[name] = feed[name]?.replacingOccurrences(of: "T1,", with: "T7,")
        }
        try store.replace(with: Town.build(feed, in: town.folder, as: "newer"))
        #expect(try await Town.board(of: live, "A").first == "T7 08:00 08:01 updated")
        #expect(try await live.matchReport()?.counts == [.matched: 1])
    }

    @Test("However often a bundle is replaced, its own matches answer")
    func replacedOften() async throws {
        let store = try TransitBundleStore(path: town.bundle.path)
        let messages = RealtimeMessages(clock: { Town.date("08:00") })
        let live = RealtimeSource(over: store, messages: messages)
        try messages.receive(
            MadeUpdate.message(
                [MadeUpdate("T7", stops: [MadeStop(5, departure: .delay(60))])], header: "08:00"),
            from: "a")
        // Each differs from the one before the last, in whose place in memory it may be.
        for (number, id) in ["T8", "T7", "T7", "T8", "T8", "T7"].enumerated() {
            var feed = Crosstown.feed
            for name in ["trips.txt", "stop_times.txt"] {
                feed[name] = feed[name]?.replacingOccurrences(of: "T1,", with: "\(id),")
            }
            try store.replace(with: Town.build(feed, in: town.folder, as: "newer\(number)"))
            let outcome: MatchOutcome = id == "T7" ? .matched : .unknownTrip
            #expect(try await live.matchReport()?.counts == [outcome: 1], "\(number)")
        }
    }

    @Test("Questions that are answered together see one state")
    func oneState() async throws {
        let live = try town.live(late)
        let stop = try await town.bundle.stop(id: "A")
        let newer = MadeUpdate.message(
            [MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(120))])], header: "08:01")
        let rows = try await live.answering { source in
            let before = try await source.departures(from: stop, at: Town.date("08:00"))
            try live.messages.receive(newer, from: "0")
            return before + (try await source.departures(from: stop, at: Town.date("08:00")))
        }.value.map(Town.row)
        #expect(
            rows.filter { $0.hasPrefix("T1") }.map { $0 } == [
                "T1 08:00 08:01 updated", "T1 08:00 08:01 updated",
            ])
        #expect(try await Town.board(of: live, "A").first == "T1 08:00 08:02 updated")
    }

    @Test("Messages and replaced bundles are changes")
    func changes() async throws {
        let store = try TransitBundleStore(path: town.bundle.path)
        let messages = RealtimeMessages(clock: { Town.date("08:00") })
        var changes = RealtimeSource(over: store, messages: messages).changes().makeAsyncIterator()
        // A waiting task hears of changes after it began to listen.
        let telling = Task {
            while !Task.isCancelled {
                try messages.receive(MadeUpdate.message([late], header: "08:00"), from: "a")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(await changes.next() != nil)
        telling.cancel()
        let reopening = Task {
            while !Task.isCancelled {
                try store.reopen()
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(await changes.next() != nil)
        reopening.cancel()
    }

    @Test("A trip has its news at each call")
    func tripOfTimetable() async throws {
        let update = MadeUpdate(
            "T1",
            stops: [
                MadeStop(5, departure: .delay(60)), MadeStop(20, id: "S2", departure: .delay(120)),
            ])
        #expect(
            try await calls("T1", update) == [
                "A 08:00 08:01 updated ", "B 08:11 08:12 updated ", "S1 08:21 08:23 updated S2",
                "D 08:30 08:32 updated ",
            ])
        #expect(
            try await calls("T1", MadeUpdate("T1", .canceled)).allSatisfy {
                $0.hasSuffix("- canceled ")
            })
    }

    @Test("A replaced trip has the calls of the replacement")
    func replacedTrip() async throws {
        let update = MadeUpdate(
            "T1", .replacement, day: "20260304",
            stops: [
                MadeStop(id: "A", departure: .planned("08:05", time: "08:06")),
                MadeStop(id: "D", arrival: .planned("08:25", time: nil)),
            ])
        #expect(
            try await calls("T1", update) == ["A 08:05 08:06 updated ", "D 08:25 - scheduled "])
    }

    @Test("A trip that the bundle does not have is found, with its calls")
    func addedTrip() async throws {
        #expect(try await calls("X1", new) == ["A 07:02 07:02 added ", "D 07:20 07:20 added "])
        let live = try town.live(new)
        #expect(try await live.trip(id: "X1").routeID == "R")
        await #expect(throws: TransitSourceError.self) { try await live.trip(id: "X2") }
    }

    @Test("A copy of a trip is found at its own day and time")
    func copiedTrip() async throws {
        let copy = MadeUpdate("T1", .duplicated, copy: ("X1", "20260304", "08:30:00"))
        #expect(try await calls("X1", copy).first == "A 08:30 - added ")
        #expect(try await calls("T1", copy).first == "A 08:00 - - ")
    }

    @Test("The next departures are those by expected times")
    func next() async throws {
        let live = try town.live(
            MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(3 * 3600))]))
        let next = try await live.nextDepartures(
            from: town.bundle.stop(id: "A"), at: Town.date("07:00"), count: 3)
        #expect(next.map(Town.row) == ["L1 10:00", "L1 10:30", "T1 08:00 11:00 updated"])
    }

    @Test("A filter holds for added runs, too")
    func filter() async throws {
        let live = try town.live(late, new)
        let board = try await Town.board(
            of: live, "A", matching: BoardFilter(routeIDs: ["R"]))
        #expect(board == ["X1 - 07:02 added", "T1 08:00 08:01 updated"])
        #expect(
            try await Town.board(of: live, "A", matching: BoardFilter(routeIDs: ["L"]))
                == ["L1 10:00", "L1 10:30"])
    }

    @Test("Names are in the language that is asked for, with the same news")
    func speaking() async throws {
        var feed = Crosstown.feed
        feed["translations.txt"] = """
            table_name,field_name,language,translation,record_id
            stops,stop_name,fr,Port,A

            """
        let town = try Town(feed)
        let french = try await town.live(late).speaking("fr")
        let stop = try await french.stop(id: "A")
        #expect(stop.stopName == "Port")
        let event = try await french.departures(from: stop, at: Town.date("08:00")).first
        #expect(event.map(Town.row) == "T1 08:00 08:01 updated")
        #expect(event?.stop.stopName == "Port")
    }
}
