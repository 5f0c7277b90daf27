import GTFSRealtime
import RealtimeValidation
import TestSupport
import Testing
import TransitRealtime

@Suite("The cost of checks of messages") struct CheckCostTests {
    private let town: ExampleTown

    init() throws {
        town = try ExampleTown()
    }

    private func steps(_ message: [UInt8], in town: ExampleTown? = nil) throws -> Int {
        let body = RealtimeCheck.Body(name: "a.pb", bytes: message)
        return try RealtimeCheck(at: ExampleTown.now)
            .run([body], beside: (town ?? self.town).bundle).steps
    }

    @Test(
        "Steps grow with a message, and not with the product of two of its parts",
        arguments: GrownMessage.Style.allCases)
    func growth(style: GrownMessage.Style) throws {
        let one = try steps(GrownMessage(style).bytes)
        for growth in GrownMessage.growths(in: style) {
            let steps = try [one] + [24, 48].map { try self.steps(growth.message(of: $0)) }
            #expect(GrownMessage.Growth.isLinear(steps), "\(growth): \(steps) steps")
        }
    }

    @Test(
        "The same holds for thousands of each part", .enabled(if: PackageRoot.readsLargeFiles),
        arguments: GrownMessage.Style.allCases)
    func largeGrowth(style: GrownMessage.Style) throws {
        let parts = GrownMessage.main + [.communicationPeriod, .impactPeriod]
        for growth in GrownMessage.growths(of: parts, in: style) {
            let steps = try [1, 10_000, 20_000].map { try self.steps(growth.message(of: $0)) }
            #expect(GrownMessage.Growth.isLinear(steps), "\(growth): \(steps) steps")
        }
    }

    @Test("Steps do not grow with the product of vehicles and the points of their shape")
    func shapes() throws {
        let steps = try [2, 400, 800].map { number in
            let points = (0..<number).map {
                "P1,48.0,\(2 + 0.4 * Double($0) / Double(number)),\($0)"
            }
            let town = try ExampleTown(
                ExampleTown.feed.with(
                    TestFeed(
                        """
                        # shapes.txt
                        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
                        \(points.joined(separator: "\n"))
                        """)))
            let vehicles = WireMessage { message in
                for vehicle in 0..<number {
                    message.message(2) { entity in
                        entity.text(1, "\(vehicle)")
                        entity.message(4) { body in
                            body.message(1) { $0.text(1, "T1") }
                            body.message(2) { position in
                                position.float(1, 48.001)
                                position.float(2, 2 + 0.4 * Float(vehicle) / Float(number))
                            }
                        }
                    }
                }
            }
            return try self.steps(vehicles.bytes, in: town)
        }
        #expect(GrownMessage.Growth.isLinear(steps), "\(steps) steps")
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
        let body = RealtimeCheck.Body(
            name: "a.pb", bytes: GrownMessage(.same, [.stopUpdate: 40]).bytes)
        let small = RealtimeCheck.Body(name: "b.pb", bytes: [])
        #expect(throws: CostlyMessage(source: "a.pb")) {
            try RealtimeCheck(at: ExampleTown.now, endingAfter: 20)
                .run([small, body], beside: town.bundle)
        }
    }
}
