import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitModel
import TransitRealtime

@Suite("Marks of changed boards") struct PlaceMarksTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private let everywhere: Set<String> = ["A", "B", "S", "D"]

    private func update(_ stops: [MadeStop], vehicle: String? = nil, headsign: String? = nil)
        -> MadeUpdate
    {
        MadeUpdate("T1", headsign: headsign, vehicle: vehicle, stops: stops)
    }

    /// With a delay at each call but that one.
    private func update(_ other: MadeStop, instead number: Int64) -> MadeUpdate {
        update([5, 10, 20, 30].map { $0 == number ? other : delayed($0) })
    }

    private func delayed(_ number: Int64, _ seconds: Int64 = 60) -> MadeStop {
        MadeStop(number, arrival: .delay(seconds), departure: .delay(seconds))
    }

    private func marked(
        _ old: [MadeUpdate], _ new: [MadeUpdate], _ more: [[UInt8]] = [[], []]
    ) async throws -> Set<String> {
        let states = try await Generations(over: town.bundle).of(
            zip([old, new], more).map { MadeUpdate.message($0, header: "08:00") + $1 })
        return try #require(Generations.marked(states[0], states[1]))
    }

    @Test("A message that moves calls from the third on marks only their places")
    func moved() async throws {
        let old = update([delayed(5), delayed(10), delayed(20), delayed(30)])
        let new = update([delayed(5), delayed(10), delayed(20, 120), delayed(30, 120)])
        #expect(try await marked([old], [new]) == ["S", "D"])
        #expect(try await marked([new], [new]) == [])
    }

    @Test("A delay that is carried on marks all later calls, but none with an update of its own")
    func carried() async throws {
        let old = update([delayed(10)])
        #expect(try await marked([old], [update([delayed(10, 90)])]) == ["B", "S", "D"])
        #expect(
            try await marked(
                [update([delayed(5), delayed(20)])], [update([delayed(5, 90), delayed(20)])])
                == ["A", "B"])
        #expect(
            try await marked([old], [update([delayed(10), MadeStop(20, hasNoData: true)])])
                == ["S", "D"])
    }

    @Test("Each change of a call marks its place, and that of a platform at another station")
    func calls() async throws {
        let changes: [(MadeStop, Set<String>)] = [
            (delayed(10, 61), ["B"]),
            (MadeStop(10, arrival: .delay(30), departure: .delay(60)), ["B"]),
            (MadeStop(10, isSkipped: true), ["B"]),
            (MadeStop(10, hasNoData: true), ["B"]),
            (MadeStop(10, arrival: .delay(60), departure: .delay(60), headsign: "Pier"), ["B"]),
            (MadeStop(10, arrival: .delay(60), departure: .delay(60), pickup: 1), ["B"]),
            (MadeStop(10, arrival: .delay(60), departure: .delay(60), dropOff: 1), ["B"]),
            (MadeStop(10, arrival: .delay(60), departure: .delay(60), uncertainty: 20), ["B"]),
            (MadeStop(10, arrival: .delay(60), departure: .delay(60), occupancy: 3), ["B"]),
            (MadeStop(10, arrival: .delay(60), departure: .delay(60), assigned: "C"), ["B", "C"]),
        ]
        for (stop, places) in changes {
            #expect(
                try await marked([update(delayed(10), instead: 10)], [update(stop, instead: 10)])
                    == places)
        }
        func platform(_ id: String, _ number: Int64) -> MadeUpdate {
            update(
                MadeStop(number, arrival: .delay(60), departure: .delay(60), assigned: id),
                instead: number)
        }
        #expect(try await marked([platform("C", 10)], [platform("D", 10)]) == ["B", "C", "D"])
        #expect(try await marked([platform("S1", 20)], [platform("S2", 20)]) == ["S"])
    }

    @Test("A change of the whole run marks all places where it shows")
    func runs() async throws {
        let plain = update([delayed(10)])
        let changes = [
            [], [MadeUpdate("T1", .canceled)], [MadeUpdate("T1", .deleted)],
            [update([delayed(10)], vehicle: "7")], [update([delayed(10)], headsign: "Pier")],
        ]
        for change in changes {
            #expect(try await marked([plain], change) == everywhere)
            #expect(try await marked(change, [plain]) == everywhere)
        }
        // The run is over: only the rows that have times stay.
        #expect(
            try await marked(
                [update([delayed(10), delayed(30)])], [update([delayed(10), delayed(30, -3600)])])
                == ["A", "S", "D"])
    }

    @Test("An added run marks the places of calls that changed; its names stand in all rows")
    func added() async throws {
        func added(_ time: String, _ end: String = "D", headsign: String? = nil) -> [MadeUpdate] {
            [
                MadeUpdate(
                    "X1", .new, day: "20260304", route: "R", headsign: headsign,
                    stops: [
                        MadeStop(id: "A", departure: .time("08:02")),
                        MadeStop(id: "B", arrival: .time(time), departure: .time(time)),
                        MadeStop(id: end, arrival: .time("08:20")),
                    ])
            ]
        }
        #expect(try await marked(added("08:10"), added("08:11")) == ["B"])
        #expect(
            try await marked(added("08:10"), added("08:10", headsign: "Pier")) == ["A", "B", "D"])
        #expect(try await marked(added("08:10"), added("08:10", "C")) == ["A", "B", "C", "D"])
        #expect(
            try await marked(
                added("08:10", headsign: "Pier"), added("08:10", "C", headsign: "Pier"))
                == ["C", "D"])
    }

    @Test("A vehicle marks the calls that it comes nearer to or passes, also at another platform")
    func vehicles() async throws {
        func at(_ number: Int64, _ status: Int64 = 2) -> [UInt8] {
            Self.vehicle(of: "T1", at: number, status: status)
        }
        let plain = [update(MadeStop(10, assigned: "C"), instead: 10)]
        #expect(
            try await marked(plain, plain, [at(5), at(10)]) == everywhere.union(["C"]))
        #expect(try await marked(plain, plain, [at(10), at(10, 1)]) == ["B", "C"])
        #expect(try await marked(plain, plain, [at(10), at(10)]) == [])
    }

    @Test("Every board that differs is marked, and few that do not differ", arguments: 0..<4)
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var town = MadeTraffic(&random)
        var messages = [town.message]
        for _ in 0..<60 {
            town.change(&random)
            messages.append(town.message)
        }
        let states = try await Generations(over: self.town.bundle).of(messages)
        var boards = try await Generations.boards(states[0], over: self.town.bundle)
        var (changed, idle) = (0, 0)
        for (old, new) in zip(states, states.dropFirst()) {
            let later = try await Generations.boards(new, over: self.town.bundle)
            let differing = Set(later.keys.filter { later[$0] != boards[$0] })
            boards = later
            // A position gets old at once everywhere.
            guard let marked = Generations.marked(old, new) else { continue }
            #expect(differing.subtracting(marked) == [])
            changed += differing.count
            idle += marked.subtracting(differing).count
        }
        #expect(changed > 40)
        #expect(2 * idle <= changed, "\(idle) boards of \(changed) are marked for nothing")
    }

    fileprivate static func vehicle(
        of trip: String, at number: Int64, status: Int64, occupancy: Int64 = 2, label: String = "7"
    ) -> [UInt8] {
        WireMessage { message in
            message.message(2) { entity in
                entity.text(1, "v-\(trip)")
                entity.message(4) { vehicle in
                    vehicle.message(1) { $0.text(1, trip) }
                    vehicle.number(3, number)
                    vehicle.number(4, status)
                    vehicle.number(5, Int64(Town.at("08:00")))
                    vehicle.message(8) { $0.text(2, label) }
                    vehicle.number(9, occupancy)
                }
            }
        }.bytes
    }
}

/// The states after one message after the other.
private struct Generations {
    private let bundle: TransitBundle

    init(over bundle: TransitBundle) {
        self.bundle = bundle
    }

    func of(_ messages: [[UInt8]]) async throws -> [LiveGeneration] {
        let kept = RealtimeMessages(clock: { Town.date("08:00") })
        var states: [LiveGeneration] = []
        for message in messages {
            try kept.receive(message, from: "a")
            states.append(try await LiveGeneration(of: kept, over: bundle, after: states.last))
        }
        return states
    }

    /// Nil for all places.
    static func marked(_ old: LiveGeneration, _ new: LiveGeneration) -> Set<String>? {
        guard case .at(let places) = new.changes(since: old) else { return nil }
        return Set(places.map(\.text))
    }

    /// All rows of a day, by the station or the stop without one.
    static func boards(
        _ state: LiveGeneration, over bundle: TransitBundle
    ) async throws -> [String: [StopEvent]] {
        let source = state.source(over: bundle, language: state.alertRanks(of: []))
        var boards: [String: [StopEvent]] = [:]
        for id in ["A", "B", "C", "D", "S"] {
            let stop = try await bundle.stop(id: id)
            let platforms = id == "S" ? ["S1", "S2"] : []
            var others: [Stop] = []
            for platform in platforms { others.append(try await bundle.stop(id: platform)) }
            for kind in StopEvent.Kind.allCases {
                let question = BoardQuestion(
                    kind, at: stop, with: others, from: Town.date("02:00"), .window(26 * 3600),
                    eventsOnly: true)
                boards[id, default: []] += try await source.board(question).events
            }
        }
        return boards
    }
}

/// Messages of which each differs from the one before in few parts.
private struct MadeTraffic {
    private static let calls: [(trip: String, numbers: [Int64])] = [
        ("T1", [5, 10, 20, 30]), ("T2", [1, 2, 3]), ("N1", [1, 2, 3]), ("L1", [1, 2, 3, 4, 5]),
        ("F0", [1, 2]), ("F1", [1, 2]), ("X1", [1, 2, 3]),
    ]

    private struct Run {
        var kind: MadeUpdate.Kind?
        var stops: [Int64: MadeStop] = [:]
        var vehicle: String?
        var headsign: String?
        var position: (number: Int64, status: Int64, occupancy: Int64)?
        var isSent = true
    }

    private var runs: [String: Run] = [:]

    init(_ random: inout SeededGenerator) {
        for (trip, numbers) in Self.calls {
            runs[trip] = Run()
            for number in numbers {
                runs[trip]?.stops[number] = Self.stop(trip, number, &random)
            }
        }
    }

    private static func stop(
        _ trip: String, _ number: Int64, _ random: inout SeededGenerator
    ) -> MadeStop? {
        func seldom<Value>(_ value: Value) -> Value? {
            Int.random(in: 0..<6, using: &random) == 0 ? value : nil
        }
        let stop = ["A", "B", "C", "S1", "S2", "D"].randomElement(using: &random)
        let delay = Int64.random(in: -2...10, using: &random) * 60
        if trip == "X1" {
            let time = Int64(Town.at("08:00")) + 600 * number + delay
            return MadeStop(
                number, id: ["A", "B", "D"][Int(number) - 1], arrival: .number(time),
                departure: .number(time), isSkipped: seldom(true) ?? false)
        }
        guard seldom(true) == nil else { return nil }
        return MadeStop(
            number, arrival: seldom(.delay(delay)), departure: .delay(delay),
            isSkipped: seldom(true) ?? false, hasNoData: seldom(true) ?? false,
            assigned: seldom(stop) ?? nil, headsign: seldom("Pier"), pickup: seldom(1),
            dropOff: seldom(1), uncertainty: seldom(delay), occupancy: seldom(3))
    }

    mutating func change(_ random: inout SeededGenerator) {
        let (trip, numbers) = Self.calls.randomElement(using: &random) ?? ("T1", [5])
        var run = runs[trip] ?? Run()
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            run.kind = [nil, .canceled, .deleted, nil].randomElement(using: &random) ?? nil
        case 1: run.vehicle = ["7", "8", nil].randomElement(using: &random) ?? nil
        case 2: run.headsign = ["Pier", nil].randomElement(using: &random) ?? nil
        case 3: run.isSent.toggle()
        case 4...5:
            run.position = (
                numbers.randomElement(using: &random) ?? 1, Int64.random(in: 0...2, using: &random),
                Int64.random(in: 0...3, using: &random)
            )
        default:
            let number = numbers.randomElement(using: &random) ?? 1
            run.stops[number] = Self.stop(trip, number, &random)
        }
        runs[trip] = run
    }

    var message: [UInt8] {
        var updates: [MadeUpdate] = []
        var vehicles: [UInt8] = []
        for (trip, _) in Self.calls {
            guard let run = runs[trip] else { continue }
            let start = ["F0": "12:10:00", "F1": "14:10:00"][trip]
            if run.isSent {
                updates.append(
                    MadeUpdate(
                        trip, trip == "X1" ? .new : run.kind, day: "20260304", start: start,
                        route: trip == "X1" ? "R" : nil, headsign: run.headsign,
                        vehicle: run.vehicle,
                        stops: run.stops.sorted { $0.key < $1.key }.map(\.value)))
            }
            if let (number, status, occupancy) = run.position, start == nil {
                vehicles += PlaceMarksTests.vehicle(
                    of: trip, at: number, status: status, occupancy: occupancy)
            }
        }
        return MadeUpdate.message(updates, header: "08:00") + vehicles
    }
}
