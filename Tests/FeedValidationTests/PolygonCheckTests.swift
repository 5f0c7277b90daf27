import FeedValidation
import Foundation
import Testing

@Suite("Validity of polygons") struct PolygonCheckTests {
    /// A ring through points with whole coordinates, two digits each.
    private static func ring(_ points: String) -> [(longitude: Double, latitude: Double)] {
        points.split(separator: " ").map { point in
            let digits = point.compactMap(\.wholeNumberValue)
            return (longitude: Double(digits[0]), latitude: Double(digits[1]))
        }
    }

    @Test(arguments: [
        ["00 90 99 09 00"],
        ["00 90 99 09 00", "11 12 22 21 11"],
        ["00 90 99 09 00", "11 12 22 21 11", "33 34 44 43 33"],
        // A hole that touches the outer ring once.
        ["00 90 99 09 00", "00 12 21 00"],
        // Holes that touch each other once.
        ["00 90 99 09 00", "11 13 33 31 11", "33 35 55 53 33"],
        // Repeated points.
        ["00 00 90 99 99 09 00"],
    ])
    func areFine(_ rings: [String]) {
        #expect(PolygonCheck.verdict(rings.map(Self.ring)) == .fine)
    }

    @Test(arguments: [
        ["00 90 99 09"],
        ["00"],
        ["00 90 00"],
        ["00 99 90 09 00"],
        // A spike.
        ["00 90 99 09 00 50 00"],
        // An outline that touches itself.
        ["00 40 44 84 80 40 04 00"],
        ["00 40 44 04 00", "66 67 77 76 66"],
        ["00 90 99 09 00", "11 18 88 81 11", "33 34 44 43 33"],
        ["00 50 55 05 00", "33 37 77 73 33"],
        // A hole that touches the outer ring twice.
        ["00 90 99 09 00", "05 50 95 05"],
        ["00 90 99 09 00", "00 90 99 09 00"],
    ])
    func areWrong(_ rings: [String]) {
        guard case .wrong = PolygonCheck.verdict(rings.map(Self.ring)) else {
            Issue.record("all is well with \(rings)")
            return
        }
    }

    /// A ring of teeth that lie side by side, each as long as the area: of those of a million points
    /// each would be compared with each.
    private static func comb(_ teeth: Int) -> [(longitude: Double, latitude: Double)] {
        var ring: [(longitude: Double, latitude: Double)] = []
        for tooth in 0..<teeth {
            let y = Double(tooth) / Double(teeth)
            let half = 0.5 / Double(teeth)
            ring += [(0, y), (9, y), (9, y + half), (0.1, y + half)]
        }
        return ring + [(0, 1), (-1, 1), (-1, 0), (0, 0)]
    }

    @Test("A check that would take weeks ends, with an unknown result")
    func comb() {
        let comb = Self.comb(5000)
        #expect(PolygonCheck.verdict([comb], stepsPerPoint: 100) == .unknown)
        // A real outline of as many points, around a circle.
        let round = (0...20_000).map { index in
            let angle = Double(index % 20_000) / 20_000 * 2 * .pi
            return (longitude: cos(angle) * 9, latitude: sin(angle) * 9)
        }
        #expect(PolygonCheck.verdict([round], stepsPerPoint: 100) == .fine)
        #expect(PolygonCheck.verdict([Self.comb(50)]) == .fine)
        let holes = (0..<2000).map { index -> [(longitude: Double, latitude: Double)] in
            let (x, y) = (Double(index % 50) / 10 - 2.5, Double(index / 50) / 10 - 2)
            return [(x, y), (x + 0.05, y), (x, y + 0.05), (x, y)]
        }
        #expect(PolygonCheck.verdict([round] + holes, stepsPerPoint: 100) == .unknown)
    }

    @Test("Coordinates as large as numbers are, and larger, end in a verdict")
    func extremes() {
        for value in [1e308, -1e308, .infinity, .nan, .leastNonzeroMagnitude, 1e154] {
            let square = [(0.0, 0.0), (value, 0), (value, value), (0, value), (0, 0)]
            let ring = square.map { (longitude: $0.0, latitude: $0.1) }
            for polygon in [[ring], [Self.ring("00 90 99 09 00"), ring]] {
                #expect(PolygonCheck.verdict(polygon) != .unknown, "\(value)")
            }
        }
    }
}
