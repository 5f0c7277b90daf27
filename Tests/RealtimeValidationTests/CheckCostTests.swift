import GTFSRealtime
import RealtimeValidation
import TestSupport
import Testing
import TransitRealtime

/// The cost of a check, and the answers of what makes it small.
@Suite("The cost of checks of messages") struct CheckCostTests {
    private let town: ExampleTown

    init() throws {
        town = try ExampleTown()
    }

    private func steps(_ growth: GrownMessage.Growth, _ numbers: [Int]) throws -> [Int] {
        try numbers.map { number in
            let body = RealtimeCheck.Body(name: "a.pb", bytes: growth.message(of: number))
            return try RealtimeCheck(at: ExampleTown.now).run([body], beside: town.bundle).steps
        }
    }

    @Test("Steps grow with a message, and not with the product of two of its parts")
    func growth() throws {
        for growth in GrownMessage.growths(ofAllParts: true) {
            let steps = try steps(growth, [1, 32, 64])
            #expect(GrownMessage.Growth.isLinear(steps), "\(growth): \(steps) steps")
        }
    }

    @Test(
        "The same holds for thousands of each part", .enabled(if: PackageRoot.readsLargeFiles))
    func largeGrowth() throws {
        for growth in GrownMessage.growths(ofAllParts: false) + [
            GrownMessage.Growth(style: .same, parts: [.communicationPeriod, .impactPeriod])
        ] {
            let steps = try steps(growth, [1, 10_000, 20_000])
            #expect(GrownMessage.Growth.isLinear(steps), "\(growth): \(steps) steps")
        }
    }

    @Test("A period of impact is outside when it overlaps with no other one, open ends included")
    func periods() throws {
        typealias Period = (start: UInt64?, end: UInt64?)
        var random = SeededGenerator(seed: 1)
        func periods(_ random: inout SeededGenerator) -> [Period] {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                func edge(_ random: inout SeededGenerator) -> UInt64? {
                    Bool.random(using: &random) ? UInt64.random(in: 0...9, using: &random) : nil
                }
                return (edge(&random), edge(&random))
            }
        }
        func text(_ periods: [Period], _ name: String) -> String {
            periods.map { period in
                let start = period.start.map { "start: \($0) " } ?? ""
                let end = period.end.map { "end: \($0) " } ?? ""
                return "\(name) { \(start)\(end)} "
            }.joined()
        }
        var outside = 0
        for _ in 0..<200 {
            let (told, impact) = (periods(&random), periods(&random))
            let expected = impact.count { period in
                !told.contains {
                    $0.start ?? 0 < period.end ?? .max && period.start ?? 0 < $0.end ?? .max
                }
            }
            let message =
                "alert { " + text(told, "communication_period") + text(impact, "impact_period")
                + #"informed_entity { agency_id: "X" } }"#
            let found = try town.counts(message, isAlone: true)["rt_impact_outside_communication"]
            #expect(found ?? 0 == expected, "\(message)")
            outside += expected
        }
        #expect(outside > 20)
    }

    @Test("A message that would cost too much ends the check, and is named")
    func costly() throws {
        let body = RealtimeCheck.Body(name: "a.pb", bytes: GrownMessage(.same).bytes)
        let small = RealtimeCheck.Body(name: "b.pb", bytes: [])
        #expect(throws: CostlyMessage(source: "a.pb")) {
            try RealtimeCheck(at: ExampleTown.now, endingAfter: 20)
                .run([small, body], beside: town.bundle)
        }
    }
}
