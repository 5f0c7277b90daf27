import Foundation
import GTFSRealtime
import SystemLayer
import TestSupport
import Testing
import TransitBundle
import TransitModel

@testable import TransitRealtime

/// The cost of messages: steps and memory grow with their bytes, and end before they are too much.
@Suite("The cost of messages") struct CostTests {
    /// The steps of a merge, and the values that are kept of it.
    private static func cost(
        of message: [UInt8], over bundle: TransitBundle, isCounted: Bool = true
    ) async throws -> (steps: Int, kept: Int) {
        let read = try FeedMessage(message)
        let messages = RealtimeMessages(asOf: [read])
        messages.receive(read, from: "a")
        let live = try await LiveGeneration(of: messages, over: bundle, after: nil)
        #expect(messages.refused.isEmpty)
        return (live.steps, isCounted ? KeptValues.count(of: live) : 0)
    }

    @Test(
        "Steps and memory grow with a message, and not with the product of two of its parts",
        arguments: GrownMessage.Style.allCases)
    func growth(style: GrownMessage.Style) async throws {
        let town = try Town()
        let one = try await Self.cost(of: GrownMessage(style).bytes, over: town.bundle)
        for growth in GrownMessage.growths(in: style) {
            let some = try await Self.cost(of: growth.message(of: 24), over: town.bundle)
            let twice = try await Self.cost(of: growth.message(of: 48), over: town.bundle)
            let (steps, kept) = (
                [one.steps, some.steps, twice.steps], [one.kept, some.kept, twice.kept]
            )
            #expect(GrownMessage.Growth.isLinear(steps), "\(growth): \(steps) steps")
            #expect(GrownMessage.Growth.isLinear(kept), "\(growth): \(kept) values are kept")
        }
    }

    @Test(
        "The same holds for thousands of each part", .enabled(if: PackageRoot.readsLargeFiles),
        arguments: GrownMessage.Style.allCases)
    func largeGrowth(style: GrownMessage.Style) async throws {
        let town = try Town()
        for growth in GrownMessage.growths(of: GrownMessage.main, in: style) {
            var steps: [Int] = []
            for number in [1, 10_000, 20_000] {
                let message = growth.message(of: number)
                steps.append(
                    try await Self.cost(of: message, over: town.bundle, isCounted: false).steps)
            }
            #expect(GrownMessage.Growth.isLinear(steps), "\(growth): \(steps) steps")
        }
    }

    // MARK: Long trips

    /// A trip that calls at the same stops again and again, every ten seconds.
    private static func longTrip(_ calls: Int) -> TestFeed {
        var rows = ""
        for call in 0..<calls {
            let seconds = 36_000 + call * 10
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let time = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
            rows += "LONG,\(time),\(time),\(call % 2 == 0 ? "A" : "B"),\(call + 1)\n"
        }
        return TestFeed(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Crosstown,https://example.org,Europe/Paris
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.0,2.1
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,X,1,3
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WED,0,0,1,0,0,0,0,20260101,20261231
            # trips.txt
            route_id,service_id,trip_id
            R,WED,LONG
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            \(rows)
            """)
    }

    private static func messages(_ number: Int) -> [[UInt8]] {
        let day = "20260304"
        let stops = (0..<number).map {
            MadeStop(id: "A", arrival: .number(Int64(Town.at("10:00") + $0)))
        }
        let update = MadeUpdate("LONG", day: day, stops: stops)
        let unknown = (0..<number).map { _ in
            MadeStop(id: "Z", arrival: .number(Int64(Town.at("10:00"))))
        }
        let undated = MadeUpdate("LONG", stops: unknown)
        let same = MadeUpdate.message(Array(repeating: undated, count: 3), header: "09:55")
        let repeated = MadeUpdate.message(
            Array(repeating: MadeUpdate("LONG"), count: number), header: "09:55")
        let vehicles = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(3, Int64(Town.at("09:55")))
            }
            for id in 0..<number {
                message.message(2) { entity in
                    entity.text(1, "\(id)")
                    entity.message(4) { vehicle in
                        vehicle.message(1) { $0.text(1, "LONG") }
                        vehicle.message(2) { position in
                            position.float(1, 48)
                            position.float(2, 2)
                        }
                        vehicle.number(3, Int64(id))
                    }
                }
            }
        }.bytes
        let none = MadeUpdate.message([], header: "09:55")
        func detour(_ parts: Int) -> [UInt8] {
            let whole = (MadeDetour.Place.sequence(1), MadeDetour.Place.sequence(Int64(number)))
            return MadeDetour(of: ["LONG"], replacing: Array(repeating: whole, count: parts)).bytes
        }
        let detours = none + (0..<number).flatMap { _ in detour(1) }
        return [
            MadeUpdate.message([update], header: "09:55"), same, repeated, vehicles, detours,
            none + detour(number),
        ]
    }

    @Test("Steps and memory do not grow with the product of a message and a trip")
    func trips() async throws {
        var costs: [[(steps: Int, kept: Int)]] = []
        for number in [2, 200, 400] {
            let town = try Town(Self.longTrip(number))
            var found: [(steps: Int, kept: Int)] = []
            for message in Self.messages(number) {
                found.append(try await Self.cost(of: message, over: town.bundle))
            }
            costs.append(found)
        }
        for index in costs[0].indices {
            let (steps, kept) = (costs.map { $0[index].steps }, costs.map { $0[index].kept })
            #expect(GrownMessage.Growth.isLinear(steps), "\(index): \(steps) steps")
            #expect(GrownMessage.Growth.isLinear(kept), "\(index): \(kept) values are kept")
        }
    }

    /// Counts the questions about trips.
    private struct Asked: ForwardingSource {
        let bundle: TransitBundle
        let count = Locked(0)

        func forward<Value: Sendable>(
            _ question: @Sendable (any TransitSource) async throws -> Value
        ) async throws -> Value {
            count.withLock { $0 += 1 }
            return try await question(bundle)
        }

        func changes() -> AsyncStream<Void> { bundle.changes() }
    }

    @Test("The path of a trip is asked for once, however many calls and vehicles it has")
    func paths() async throws {
        let vehicles = WireMessage { message in
            message.message(1) {
                $0.text(1, "2.0")
                $0.number(3, Int64(Town.at("09:55")))
            }
            for day in ["20260304", "20260311", "20260318"] {
                message.message(2) { entity in
                    entity.text(1, day)
                    entity.message(4) { vehicle in
                        vehicle.message(1) { trip in
                            trip.text(1, "LONG")
                            trip.text(3, day)
                        }
                        vehicle.message(2) { position in
                            position.float(1, 48)
                            position.float(2, 2)
                        }
                    }
                }
            }
        }.bytes
        var counts: [Int] = []
        for number in [4, 40] {
            let bundle = try Town(Self.longTrip(number)).bundle
            let asked = Asked(bundle: bundle)
            let read = try FeedMessage(vehicles)
            let messages = RealtimeMessages(asOf: [read])
            messages.receive(read, from: "a")
            let live = try await LiveGeneration(of: messages, over: bundle, after: nil)
            let found = try await live.source(over: asked, language: .none)
                .vehicles(matching: VehicleFilter())
            // Of equally near ways the first.
            #expect(found.map(\.nextCall?.stopSequence) == [2, 2, 2])
            counts.append(asked.count.value)
        }
        #expect(counts[0] == counts[1], "\(counts) questions")
    }

    @Test("Of many calls at a stop the one is meant whose time is nearest, and the first of two")
    func nearest() async throws {
        let town = try Town(Self.longTrip(40))
        func rows(_ stops: MadeStop...) async throws -> [String] {
            let update = MadeUpdate("LONG", day: "20260304", stops: stops)
            let live = try town.live([MadeUpdate.message([update], header: "09:55")])
            let trip = try await live.trip(id: "LONG")
            let calls = try await live.calls(of: trip, on: Town.day, startTime: nil)
            return calls.filter { $0.realtime?.status == .updated }
                .map { "\($0.scheduled.stopSequence) \(Town.clock($0.realtime?.arrival))" }
        }
        func first(_ stop: MadeStop) async throws -> String? { try await rows(stop).first }
        // The calls at A are every 20 seconds.
        #expect(try await first(MadeStop(id: "A", arrival: .time("10:01:01"))) == "7 10:01:01")
        #expect(try await first(MadeStop(id: "A", arrival: .time("10:01:11"))) == "9 10:01:11")
        #expect(try await first(MadeStop(id: "A", arrival: .time("10:01:10"))) == "7 10:01:10")
        #expect(try await first(MadeStop(id: "A", arrival: .time("09:50"))) == "1 09:50")
        #expect(try await first(MadeStop(id: "A", arrival: .time("11:00"))) == "39 11:00")
        // Behind the call before.
        let both = try await rows(
            MadeStop(9, departure: .time("10:01:20")), MadeStop(id: "A", arrival: .time("10:00")))
        #expect(both.contains("11 10:00"))
    }

    // MARK: Refusal

    /// Runs on each day of four years, for each of which all services of the feed would be asked.
    private static func costly(at clock: String) -> [UInt8] {
        MadeUpdate.message(
            (0..<1500).map { number in
                let day = ServiceDate(dayNumber: 20_000 + number)
                return MadeUpdate(
                    "unknown", day: "\(day.yyyymmdd)", start: "08:00:00", route: "R")
            }, header: clock)
    }

    /// Counts the stops that runs are made of.
    private final class AskedStops: TimetableLookup {
        private let lookup: any TimetableLookup
        private(set) var count = 0

        init(_ lookup: any TimetableLookup) {
            self.lookup = lookup
        }

        func timetables(ofTrips ids: Set<TripID>) throws -> [TripTimetable] {
            try lookup.timetables(ofTrips: ids)
        }

        func timetables(
            ofRoutes ids: Set<RouteID>, on days: Set<Int>
        ) throws -> [TripTimetable] {
            try lookup.timetables(ofRoutes: ids, on: days)
        }

        func places(ofStop id: String) throws -> [String] {
            count += 1
            return try lookup.places(ofStop: id)
        }

        func timeZone(ofRoute id: String?) throws -> TimeZone {
            try lookup.timeZone(ofRoute: id)
        }
    }

    @Test("Too many copies of a long trip are refused before the first is made")
    func copies() async throws {
        let town = try Town(Self.longTrip(40))
        let updates = (0..<20).map { number in
            MadeUpdate("LONG", .duplicated, copy: ("copy \(number)", "20260304", "08:00:00"))
        }
        let message = try FeedMessage(MadeUpdate.message(updates, header: "09:55"))
        func asked(atMost steps: Int) async throws -> (isRefused: Bool, stops: Int) {
            try await town.bundle.matching { lookup in
                let lookup = AskedStops(lookup)
                let kept = message.entities.compactMap(\.tripUpdate).enumerated().map {
                    KeptUpdate($1, source: "a", now: Town.at("09:55"), number: $0)
                }
                do {
                    _ = try MessageMerger.merge(
                        kept, over: lookup, counting: MatchEffort(limit: steps))
                    return (false, lookup.count)
                } catch is CostlyMessage {
                    return (true, lookup.count)
                }
            }
        }
        let calls = 20 * 40 * MatchEffort.keptCall
        #expect(try await asked(atMost: calls / 2) == (true, 0))
        #expect(try await asked(atMost: calls * 2) == (false, 2))
    }

    @Test("A message that would cost too much is refused, and the one before counts")
    func refusal() async throws {
        let town = try Town(Self.longTrip(40))
        let messages = RealtimeMessages(clock: { Town.date("09:56") })
        let live = RealtimeSource(over: town.bundle, messages: messages)
        func board() async throws -> [String] {
            try await Town.board(of: live, "A", from: "10:00", hours: 0.05)
        }
        let good = MadeUpdate.message(
            [MadeUpdate("LONG", day: "20260304", delay: 60)], header: "09:54")
        let costly = Self.costly(at: "09:55")
        // Without another one before, the timetable counts.
        try messages.receive(costly, from: "a")
        #expect(try await live.matchReport()?.tripUpdates == nil)
        #expect(messages.refused == ["a"] && messages.kept.isEmpty)
        #expect(try messages.receive(costly, from: "a") == .costly)

        try messages.receive(good, from: "a")
        let before = try await board()
        #expect(messages.refused.isEmpty)
        #expect(before.first == "LONG 10:00 10:01 updated")
        try messages.receive(costly, from: "a")
        try messages.receive(Self.costly(at: "09:55:30"), from: "a")
        #expect(try await board() == before)
        #expect(messages.refused == ["a"])
        #expect(messages.kept.map(\.message.bytes) == [good])
        // That of another source is laid over it.
        try messages.receive(
            MadeUpdate.message([MadeUpdate("LONG", .canceled, day: "20260304")], header: "09:55"),
            from: "b")
        #expect(try await live.matchReport()?.counts[.superseded] == 1)
        #expect(messages.refused == ["a"])
    }
}
