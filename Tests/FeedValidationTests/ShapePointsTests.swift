import FeedCompiling
import FeedValidation
import TestSupport
import Testing

@Suite struct ShapePointsTests {
    private static func points(
        latitudes: [Double], sequences: [Int32]? = nil, rows: [Int32]? = nil
    ) -> [ShapePointRow] {
        latitudes.indices.map { index in
            ShapePointRow(
                latitude: latitudes[index], longitude: -latitudes[index],
                sequence: sequences?[index] ?? Int32(index), row: rows?[index] ?? Int32(index + 2),
                distance: latitudes[latitudes.count - 1 - index])
        }
    }

    private static func expectSame(_ points: [ShapePointRow]) {
        let unpacked = ShapePoints(points).unpacked
        #expect(unpacked.map(\.latitude.bitPattern) == points.map(\.latitude.bitPattern))
        #expect(unpacked.map(\.longitude.bitPattern) == points.map(\.longitude.bitPattern))
        #expect(unpacked.map(\.distance.bitPattern) == points.map(\.distance.bitPattern))
        #expect(unpacked.map(\.sequence) == points.map(\.sequence))
        #expect(unpacked.map(\.row) == points.map(\.row))
    }

    @Test(arguments: [
        [], [48.5], [0, 0, 0], [1, 2.25, 3.125], [48.123456, 48.1, 48], [0, -0.0],
        // More and more digits, up to those that no decimal fraction has.
        [1, 1.1, 1.12, 1.123, 1.1234567, 1.123456789012],
        [0.1, 0.30000000000000004], [52.123456789012345, 52.1], [1e-15, 1], [1e-16, 1],
        // Far apart, and beyond what an integer holds.
        [0.000001, 1_000_000], [0.001, 9_007_199_254_740_993], [1e15, 0.5],
        [1e300, -1e300, 1e-300],
        [.infinity, -.infinity, 1],
        // Blanks.
        [.nan, .nan], [.nan, 1.5, .nan],
    ])
    func numbersComeBackToTheLastBit(_ numbers: [Double]) {
        Self.expectSame(Self.points(latitudes: numbers))
    }

    @Test func whatAFeedWritesComesBack() throws {
        var generator = SeededGenerator(seed: 1)
        for decimals in 0...17 {
            for count in [1, 2, 7, 100] {
                let numbers = try (0..<count).map { _ in
                    let whole = Int.random(in: -180...180, using: &generator)
                    let digits = (0..<decimals).map { _ in
                        String(Int.random(in: 0...9, using: &generator))
                    }
                    return try #require(Double("\(whole).0" + digits.joined()))
                }
                Self.expectSame(Self.points(latitudes: numbers))
            }
        }
    }

    @Test(
        arguments: [
            [1, 2, 3, 4], [10, 20, 30, 40], [4, 3, 2, 1], [7, 7, 7, 7], [0, 1, 2, 4],
            [.min, -1, 0, .max], [.min, .max, .min, .max], [0, 255, 256, 65_536],
        ] as [[Int32]])
    func integersComeBack(_ integers: [Int32]) {
        let latitudes = [48, 48.1, 48.2, 48.3]
        Self.expectSame(Self.points(latitudes: latitudes, sequences: integers))
        Self.expectSame(Self.points(latitudes: latitudes, rows: integers))
    }

    @Test func mostPointsTakeSomeBytes() {
        let points = (0..<1000).map { (index: Int32) in
            ShapePointRow(
                latitude: (48_123_456 + Double(index)) / 1e6, longitude: 2.5,
                sequence: 10 * index, row: 1000 + index, distance: Double(index))
        }
        // Ten bits for latitudes, ten for distances; the rest goes up step by step. Eight bytes follow
        // that a reader may touch.
        #expect(ShapePoints(points).byteCount == 1250 + 1250 + 8)
    }

    @Test(arguments: 0...64)
    func codesOfAnyWidthComeBack(_ width: Int) {
        // Distances that are no fractions are kept as their bits; latitudes and sequences are not.
        let largest = width == 0 ? 0 : Int64(bitPattern: UInt64.max >> UInt64(64 - width))
        for count in [2, 3, 7, 8, 9, 64] {
            let numbers = (0..<count).map { index in
                index % 3 == 1 ? largest : largest & (0x5A5A_A5A5_3C3C_C3C3 &* Int64(index))
            }
            Self.expectSame(
                Self.points(
                    latitudes: numbers.map { Double(bitPattern: UInt64(bitPattern: $0)) },
                    sequences: numbers.map { Int32(truncatingIfNeeded: $0) }))
            guard width < 50 else { continue }
            Self.expectSame(Self.points(latitudes: numbers.map { Double($0) }))
            Self.expectSame(Self.points(latitudes: numbers.map { Double($0) / 1000 }))
        }
    }

    @Test func distancesAreThereOrNot() {
        #expect(!ShapePoints().hasDistances)
        #expect(!ShapePoints(Self.points(latitudes: [.nan, .nan])).hasDistances)
        #expect(ShapePoints(Self.points(latitudes: [.nan, 0])).hasDistances)
    }
}
