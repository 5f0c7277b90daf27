import TestSupport
import Testing
import TransitBundle
import TransitModel
import TransitRealtime

/// Detours (`TripModifications`): they are not applied, and the calls that they replace are marked.
@Suite("Detours") struct DetourTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private func live(
        _ detours: MadeDetour..., updates: [MadeUpdate] = []
    ) throws -> RealtimeSource {
        let message = MadeUpdate.message(updates, header: "08:00")
        return try town.live([message + detours.flatMap(\.bytes)])
    }

    private func board(
        of live: RealtimeSource, _ stop: String, _ trip: String
    ) async throws -> [String] {
        try await Town.board(of: live, stop).filter { $0.hasPrefix(trip + " ") }
    }

    @Test(
        "A call that a detour replaces is skipped, by its number and by its stop",
        arguments: [
            (MadeDetour.Place.sequence(10), MadeDetour.Place.sequence(20)),
            (.stop("B"), .stop("S1")), (.stop("B"), .sequence(20)),
        ])
    func replaced(start: MadeDetour.Place, end: MadeDetour.Place) async throws {
        let live = try live(MadeDetour(of: ["T1", "gone"], replacing: [(start, end)], by: ["C"]))
        #expect(try await board(of: live, "A", "T1") == ["T1 08:00"])
        #expect(try await board(of: live, "B", "T1") == ["T1 08:11 - skipped"])
        #expect(try await board(of: live, "S1", "T1") == ["T1 08:21 - skipped"])
        #expect(try await board(of: live, "C", "T1").isEmpty)
        let run = try await live.run(
            tripID: "T1", startDate: Town.day, startTime: nil, now: Town.date("08:00"))
        #expect(
            run?.calls.map(\.realtime?.status) == [nil, .skipped, .skipped, nil])
        #expect(try await live.matchReport()?.modifiedTrips == 1)
    }

    @Test("A call whose stop the detour serves, too, has no data")
    func served() async throws {
        let live = try live(
            MadeDetour(of: ["T1"], replacing: [(.stop("B"), .stop("S1"))], by: ["C", "B"]))
        #expect(try await board(of: live, "B", "T1") == ["T1 08:11 - no_data"])
        #expect(try await board(of: live, "S1", "T1") == ["T1 08:21 - skipped"])
    }

    @Test("Other days, a part without an end or in the wrong order, unknown stops change nothing")
    func nothing() async throws {
        let part: (MadeDetour.Place, MadeDetour.Place?) = (.stop("B"), .stop("B"))
        for detour in [
            MadeDetour(of: ["T1"], on: ["20260311", "x"], replacing: [part]),
            MadeDetour(of: ["T1"], on: [], replacing: [part]),
            MadeDetour(of: ["T1"], replacing: [(.stop("B"), nil)]),
            MadeDetour(of: ["T1"], replacing: [(.stop("S1"), .stop("B"))]),
            MadeDetour(of: ["T1"], replacing: [(.stop("C"), .stop("Z"))]),
            MadeDetour(of: ["T1"], replacing: [(.sequence(11), .sequence(12))]),
        ] {
            #expect(try await board(of: live(detour), "B", "T1") == ["T1 08:11"])
        }
    }

    @Test("A replaced call has no expected time, and a canceled run stays canceled")
    func updated() async throws {
        let detour = MadeDetour(of: ["T1"], replacing: [(.stop("B"), .stop("B"))])
        let late = MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(120))])
        let updated = try live(detour, updates: [late])
        #expect(try await board(of: updated, "A", "T1") == ["T1 08:00 08:02 updated"])
        #expect(try await board(of: updated, "B", "T1") == ["T1 08:11 - skipped"])
        #expect(try await board(of: updated, "S1", "T1") == ["T1 08:21 08:23 updated"])
        let canceled = try live(detour, updates: [MadeUpdate("T1", .canceled)])
        #expect(try await board(of: canceled, "B", "T1") == ["T1 08:11 - canceled"])
    }

    @Test("Of a trip of a headway the runs with some starts make the detour, or all")
    func headway() async throws {
        func board(_ starts: [String], _ updates: MadeUpdate...) async throws -> [String] {
            let detour = MadeDetour(
                of: ["F0"], starts: starts, replacing: [(.stop("C"), .stop("C"))])
            return try await self.board(of: live(detour, updates: updates), "C", "F0")
        }
        let some = try await board(["12:10:00"])
        #expect(some.prefix(3) == ["F0 12:00", "F0 12:10 - skipped", "F0 12:20"])
        #expect(try await board([]).allSatisfy { $0.hasSuffix("skipped") })
        let own = MadeUpdate(
            "F0", day: "20260304", start: "12:13:00",
            stops: [MadeStop(1, departure: .time("12:14"))])
        #expect(try await board(["12:13:00"], own).contains("F0 12:14 - skipped"))
    }

    @Test("An update of a trip as a detour changes it is counted as such")
    func modifiedTrip() async throws {
        var body = WireMessage()
        body.message(1) { trip in
            trip.message(7) { modified in
                modified.text(1, "detour")
                modified.text(2, "T1")
            }
        }
        let message = MadeUpdate.message([], header: "08:00")
        let entity = WireMessage { message in
            message.message(2) { entity in
                entity.text(1, "update")
                entity.raw(3, body.bytes)
            }
        }
        let report = try await town.live([message + entity.bytes]).matchReport()
        #expect(report?.counts == [.modified: 1])
        #expect(report?.matchedShare == nil)
    }
}
