import GTFSRealtime
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

@Suite("Coverage of live data") struct LiveCoverageTests {
    /// T1 and T3 of R and E1 of E are under way at 08:05, and headways at 12:12.
    private let town: Town

    init() throws {
        var feed = Town.feed
        feed["routes.txt"]? += "E,X,5,3\n"
        feed["trips.txt"]? += "R,WED,T3,0,Airport\nE,WED,E1,0,Airport\n"
        feed["stop_times.txt"]? += """
            T3,08:01:00,08:01:00,A,1
            T3,08:31:00,08:31:00,D,2
            E1,08:02:00,08:02:00,A,1
            E1,08:32:00,08:32:00,D,2

            """
        town = try Town(feed)
    }

    private func coverage(
        _ updates: MadeUpdate..., at header: String, vehicles: [(trip: String, start: String?)] = []
    ) throws -> LiveCoverage {
        let positions = WireMessage { message in
            message.message(1) { head in
                head.text(1, "2.0")
                head.number(3, Int64(Town.at(header)))
            }
            for (number, (trip, start)) in vehicles.enumerated() {
                message.message(2) { entity in
                    entity.text(1, "v\(number)")
                    entity.message(4) { vehicle in
                        vehicle.message(1) { run in
                            run.text(1, trip)
                            start.map { run.text(2, $0) }
                            run.text(3, "20260304")
                        }
                        vehicle.message(2) { position in
                            position.float(1, 48)
                            position.float(2, 2.05)
                        }
                    }
                }
            }
        }.bytes
        let read = try [MadeUpdate.message(updates, header: header), positions].map {
            try FeedMessage($0)
        }
        let kept = RealtimeMessages(asOf: read)
        for (number, message) in read.enumerated() { kept.receive(message, from: "\(number)") }
        return try MessageMatch(of: kept, over: town.bundle).coverage
    }

    private func words(_ counts: LiveCoverage.Counts) -> String {
        "\(counts.runs) \(counts.updated) \(counts.positioned)"
    }

    @Test("Runs are counted by route, those with the most runs without an update first")
    func counts() throws {
        let found = try coverage(
            MadeUpdate("T1", delay: 60), MadeUpdate("E1", delay: 60), at: "08:05",
            vehicles: [("T3", nil), ("E1", nil)])
        #expect(words(found.total) == "3 2 2")
        #expect(found.routes.map(\.routeID) == ["R", "E"])
        #expect(found.routes.map { words($0.counts) } == ["2 1 1", "1 1 1"])
        #expect(found.missing.map(\.run.tripID) == ["T1", "T3"])
        #expect(found.missing.map(\.isUpdated) == [true, false])
        #expect(found.missing.map(\.isPositioned) == [false, true])
    }

    @Test("Canceled and deleted runs are not under way, added ones are in no timetable")
    func others() throws {
        let added = MadeUpdate(
            "X1", .new, day: "20260304", start: "08:00:00", route: "R",
            stops: [
                MadeStop(id: "A", departure: .time("08:00")),
                MadeStop(id: "D", arrival: .time("08:30")),
            ])
        let found = try coverage(
            MadeUpdate("T1", .canceled), MadeUpdate("E1", .deleted), added, at: "08:05")
        #expect(words(found.total) == "1 0 0")
        #expect(found.missing.map(\.run.tripID) == ["T3"])
    }

    @Test("A run of a headway that starts when it likes has the place of one of the timetable")
    func headways() throws {
        let update = MadeUpdate(
            "F0", day: "20260304", start: "12:13:00",
            stops: [MadeStop(1, departure: .time("12:13"))])
        let found = try coverage(update, at: "12:14", vehicles: [("F0", "12:13:00")])
        #expect(words(found.total) == "1 1 1")
        #expect(found.missing.isEmpty)
        let before = MadeUpdate(
            "F0", day: "20260304", start: "12:11:00",
            stops: [MadeStop(1, departure: .time("12:11"))])
        // Both come in the place of 12:10; the second comes when the time of that one is over.
        #expect(words(try coverage(before, update, at: "12:14").total) == "2 2 0")
        let later = try coverage(update, at: "12:17")
        #expect(words(later.total) == "1 1 0")
        let silent = try coverage(at: "12:14")
        #expect(silent.missing.map(\.run.start) == [12 * 3600 + 600])
        let canceled = MadeUpdate("F0", .canceled, day: "20260304", start: "12:13:00")
        #expect(words(try coverage(canceled, at: "12:14").total) == "0 0 0")
    }
}
