import TestSupport
import Testing
import TransitModel
import TransitRealtime

@Suite("The nearest legs of paths") struct PathIndexTests {
    private func nearest(
        _ legs: [[Coordinate]], _ place: Coordinate
    ) throws -> (leg: Int, meters: Double)? {
        try PathIndex(legs).nearest(to: place, counting: MatchEffort())
    }

    @Test("The nearest leg is that of all legs one by one, also across the antimeridian")
    func nearest() throws {
        var random = SeededGenerator(seed: 1)
        func place(_ center: Double, _ random: inout SeededGenerator) -> Coordinate {
            let longitude = center + Double.random(in: -2...2, using: &random)
            return Coordinate(
                latitude: Double.random(in: 59...61, using: &random),
                longitude: longitude.remainder(dividingBy: 360))
        }
        for center in [0.0, 90, 178, 180, -179] {
            for count in [1, 7, 8, 9, 100, 1000] {
                let legs = (0..<count).map { _ in
                    (0..<Int.random(in: 0...3, using: &random)).map { _ in place(center, &random) }
                }
                for _ in 0..<20 {
                    let place = place(center, &random)
                    let each = try legs.enumerated().compactMap { leg, points in
                        try nearest([points], place).map { (leg: leg, meters: $0.meters) }
                    }
                    let expected = each.min { $0.meters < $1.meters }
                    let found = try nearest(legs, place)
                    #expect(found?.leg == expected?.leg && found?.meters == expected?.meters)
                }
            }
        }
    }

    @Test("Of equally near legs it is the first")
    func ties() throws {
        let (west, east) = (
            Coordinate(latitude: 48, longitude: 2), Coordinate(latitude: 48, longitude: 2.1)
        )
        let legs = (0..<100).map { [$0 % 10 == 0 ? east : west, $0 % 10 == 3 ? west : east] }
        #expect(try nearest(legs, Coordinate(latitude: 48, longitude: 2.05))?.leg == 1)
        #expect(try nearest(legs, west)?.meters == 0)
        #expect(try nearest(legs.map { _ in [] }, west) == nil)
    }

    @Test("Of a long path few parts are looked at")
    func cost() throws {
        let points = (0..<10_000).map { number in
            Coordinate(latitude: 48 + Double(number) / 10_000, longitude: 2)
        }
        let path = PathIndex([points])
        for latitude in [40, 48, 48.33333, 48.5, 49, 50] {
            for longitude in [1, 2, 2.0001, 4] {
                let effort = MatchEffort(limit: 200)
                let place = Coordinate(latitude: latitude, longitude: longitude)
                #expect(try path.nearest(to: place, counting: effort) != nil)
            }
        }
    }
}
