import FeedCompiling
import TestSupport
import Testing

@testable import FeedValidation

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

    private static func packed(_ points: [ShapePointRow]) throws -> ShapePoints {
        var packer = NumberPacker()
        let folder = try TestFolder()
        // Most lists are read from a file, short ones from memory.
        let codes = SpilledBytes(directory: folder.path, bufferSize: 16)
        return try ShapePoints(points, &packer, in: codes)
    }

    private static func expectSame(_ points: [ShapePointRow]) throws {
        let unpacked = try packed(points).unpacked
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
    func numbersComeBackToTheLastBit(_ numbers: [Double]) throws {
        try Self.expectSame(Self.points(latitudes: numbers))
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
                try Self.expectSame(Self.points(latitudes: numbers))
            }
        }
    }

    @Test(
        arguments: [
            [1, 2, 3, 4], [10, 20, 30, 40], [4, 3, 2, 1], [7, 7, 7, 7], [0, 1, 2, 4],
            [.min, -1, 0, .max], [.min, .max, .min, .max], [0, 255, 256, 65_536],
        ] as [[Int32]])
    func integersComeBack(_ integers: [Int32]) throws {
        let latitudes = [48, 48.1, 48.2, 48.3]
        try Self.expectSame(Self.points(latitudes: latitudes, sequences: integers))
        try Self.expectSame(Self.points(latitudes: latitudes, rows: integers))
    }

    @Test func mostPointsTakeSomeBytes() throws {
        let points = (0..<1000).map { (index: Int32) in
            ShapePointRow(
                latitude: (48_123_456 + Double(index)) / 1e6, longitude: 2.5,
                sequence: 10 * index, row: 1000 + index, distance: Double(index))
        }
        // Ten bits for latitudes, ten for distances; the rest goes up step by step.
        #expect(try Self.packed(points).byteCount == 1250 + 1250)
    }

    @Test(arguments: 0...64)
    func codesOfAnyWidthComeBack(_ width: Int) throws {
        // Distances that are no fractions are kept as their bits; latitudes and sequences are not.
        let largest = width == 0 ? 0 : Int64(bitPattern: UInt64.max >> UInt64(64 - width))
        for count in [2, 3, 7, 8, 9, 64] {
            let numbers = (0..<count).map { index in
                index % 3 == 1 ? largest : largest & (0x5A5A_A5A5_3C3C_C3C3 &* Int64(index))
            }
            try Self.expectSame(
                Self.points(
                    latitudes: numbers.map { Double(bitPattern: UInt64(bitPattern: $0)) },
                    sequences: numbers.map { Int32(truncatingIfNeeded: $0) }))
            guard width < 50 else { continue }
            try Self.expectSame(Self.points(latitudes: numbers.map { Double($0) }))
            try Self.expectSame(Self.points(latitudes: numbers.map { Double($0) / 1000 }))
        }
    }

    @Test func distancesAreThereOrNot() throws {
        #expect(!ShapePoints().hasDistances && !ShapePoints().lacksDistance)
        for (distances, hasDistances, lacksDistance) in [
            ([.nan, .nan], false, true), ([.nan, 0], true, true), ([1, 0.5], true, false),
        ] as [([Double], Bool, Bool)] {
            let points = try Self.packed(Self.points(latitudes: distances))
            #expect(points.hasDistances == hasDistances)
            #expect(points.lacksDistance == lacksDistance)
        }
    }
}
