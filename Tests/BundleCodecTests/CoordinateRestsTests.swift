import BundleCodec
import TestSupport
import Testing

@Suite("Rests of coordinates")
struct CoordinateRestsTests {
    /// The points that come back, taken apart as `CompiledShape` does.
    private func roundTrip(_ points: [CoordinateRests.Point]) throws -> [CoordinateRests.Point] {
        guard let packed = CoordinateRests(points) else {
            let half = points.count / 2
            try #require(half > 0, "\(points)")
            return try roundTrip(Array(points[..<half])) + roundTrip(Array(points[half...]))
        }
        let read = try #require(
            try CoordinateRests(
                width: Int64(packed.width), latitudeUnit: packed.latitudeUnit,
                longitudeUnit: packed.longitudeUnit, codes: packed.codes, points: points.count))
        #expect(read == packed)
        return points.enumerated().map { place, point in
            read.point(
                place, latitude: Int(CoordinateRests.millionths(point.latitude)),
                longitude: Int(CoordinateRests.millionths(point.longitude)))
        }
    }

    private func expectExact(_ points: [CoordinateRests.Point]) throws {
        for (point, other) in zip(points, try roundTrip(points)) {
            #expect(point.latitude == other.latitude)
            #expect(point.longitude == other.longitude)
        }
    }

    @Test("Decimals of every length come back")
    func decimals() throws {
        var generator = SeededGenerator(seed: 1)
        for decimals in 0...20 {
            let points: [CoordinateRests.Point] = (0..<200).map { _ in
                let digits = (0..<max(decimals, 1)).map { _ in
                    "\(Int.random(in: 0...9, using: &generator))"
                }.joined()
                let place = Int.random(in: -180...180, using: &generator)
                let text = decimals == 0 ? "\(place)" : "\(place).\(digits)"
                let degrees = Double(text) ?? 0
                return (degrees / 2, degrees)
            }
            try expectExact(points)
            try expectExact(points.map { (Double("\(Int($0.latitude)).5") ?? 0, $0.longitude) })
        }
    }

    @Test("So does whatever a double can be, beside anything else")
    func doubles() throws {
        let odd = [
            0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-300,
            -1e-300, 1e-20, 5.55e-17, 1e-9,
            4.9999999e-7, 5e-7, 5.0000001e-7, 9.999999e-7, 1e-6, 1.5e-6, 0.1 + 0.2, 1.0 / 3,
            45.123456789012345, 89.99999999999999, 90, 145.00000050000001, 179.99999999999997,
            180, -180, 1999.9999999999998, 144.951994090029,
        ]
        for one in odd {
            for other in odd { try expectExact([(one, other), (48.5, 2.25), (other, one)]) }
        }
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<100 {
            try expectExact(
                (0..<100).map { _ in
                    (
                        Double.random(in: -90...90, using: &generator),
                        Double.random(in: -1e-5...1e-5, using: &generator)
                    )
                })
        }
    }

    @Test("Few more digits take few characters")
    func widths() throws {
        for (text, width) in [
            ("48.0000005", 1), ("48.00000049", 2), ("48.000000499", 2), ("48.0000004999", 3),
            ("48.0000004999999", 4), ("48.000000412345678", 5),
        ] {
            let degrees = try #require(Double(text))
            let points: [CoordinateRests.Point] = [(degrees, degrees)]
            #expect(CoordinateRests(points)?.width == width, "\(text)")
        }
        let six: [CoordinateRests.Point] = [(48.000001, -179.999999), (0, 2)]
        let seven: [CoordinateRests.Point] = [(48, 2), (48, 2.0000001)]
        #expect(CoordinateRests.areNone(six))
        #expect(!CoordinateRests.areNone(seven))
    }

    @Test("Damage is distinguished from a missing value")
    func damage() throws {
        #expect(
            try CoordinateRests(
                width: nil, latitudeUnit: nil, longitudeUnit: nil, codes: nil, points: 3) == nil)
        for (width, unit, codes) in [
            (1, 10, [63]), (1, 0, [63, 63]), (1, .nan, [63, 63]), (0, 10, []), (11, 10, [63, 63]),
            (1, 10, [62, 63]), (1, 10, [63, 127]), (1, .infinity, [63, 63]),
        ] as [(Int64, Double, [UInt8])] {
            #expect(throws: DamagedEncoding.self) {
                try CoordinateRests(
                    width: width, latitudeUnit: unit, longitudeUnit: 10, codes: codes, points: 1)
            }
        }
    }
}
