import TestSupport
import Testing

@testable import FeedCompiling

@Suite("First points of shapes") struct FirstPointsTests {
    /// Shapes with and without each column that may be left out, and more of them than memory is
    /// meant to hold.
    @Test("They are unchanged after a round trip", arguments: UInt64(1)...12)
    func comeBack(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let folder = try TestFolder()
        var first = FirstPoints(directory: folder.path)
        var shapes: [Int: [ShapePointRow]] = [:]
        for shape in 0..<400 where shape % 7 != 3 {
            let hasDistances = Bool.random(using: &generator)
            let hasSteps = Bool.random(using: &generator)
            let isTogether = Bool.random(using: &generator)
            let step = Int32.random(in: -2...5, using: &generator)
            var row = Int32.random(in: 2...1_000_000, using: &generator)
            let points = (0..<Int32.random(in: 1...300, using: &generator)).map { index in
                row += isTogether ? 1 : Int32.random(in: 1...3, using: &generator)
                return ShapePointRow(
                    latitude: Double.random(in: -90...90, using: &generator),
                    longitude: index % 5 == 0 ? -0.0 : Double(index) / 3,
                    sequence: hasSteps
                        ? 40 + step * index : Int32.random(in: 0...Int32.max, using: &generator),
                    row: row,
                    distance: hasDistances && index % 4 != 1 ? Double(index) * 0.1 : .nan)
            }
            try first.append(shape, points)
            shapes[shape] = points
        }
        #expect(!first.has(3) && !first.has(400))
        #expect(try first.points(of: 3).isEmpty)
        for (shape, points) in shapes {
            #expect(first.has(shape))
            let kept = try first.points(of: shape)
            #expect(kept.count == points.count)
            #expect(zip(kept, points).allSatisfy { Self.bits($0) == Self.bits($1) })
        }
    }

    private static func bits(_ point: ShapePointRow) -> [UInt64] {
        [
            point.latitude.bitPattern, point.longitude.bitPattern, point.distance.bitPattern,
            UInt64(UInt32(bitPattern: point.sequence)), UInt64(UInt32(bitPattern: point.row)),
        ]
    }

    /// Sequences as far apart as they can be.
    @Test func sequencesAtTheEnds() throws {
        let folder = try TestFolder()
        var first = FirstPoints(directory: folder.path)
        let points = [Int32.min, .max, .min, 0].enumerated().map { index, sequence in
            ShapePointRow(
                latitude: 1, longitude: 2, sequence: sequence, row: Int32(index + 2),
                distance: .nan)
        }
        try first.append(0, points)
        #expect(try first.points(of: 0).map(\.sequence) == points.map(\.sequence))
    }
}
