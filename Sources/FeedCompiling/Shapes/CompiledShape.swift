package import BundleCodec

/// A shape as the bundle stores it: chunks of points that can be read one by one.
package struct CompiledShape {
    package let key: Int32
    package let id: UnsafeRawBufferPointer
    package let pointCount: Int
    package let chunks: [Chunk]

    package struct Chunk: Sendable {
        package let count: Int
        package let polyline: [UInt8]
        /// Nil when the polyline is exact enough.
        package let rests: CoordinateRests?
        package let distances: PackedNumbers?
        package let sequences: PointSequences
    }

    /// Few enough that SQL decodes a chunk at once, many enough that starting a chunk costs little.
    static let chunkSize = 100

    init(key: Int32, id: UnsafeRawBufferPointer, points: [ShapePointRow], isExact: Bool) {
        self.key = key
        self.id = id
        pointCount = points.count
        chunks = stride(from: 0, to: points.count, by: Self.chunkSize).flatMap { first in
            let part = points[first..<min(first + Self.chunkSize, points.count)]
            return isExact ? Self.exactChunks(part) : [Chunk(part, part.places, rests: nil)]
        }
    }

    private static func exactChunks(_ points: ArraySlice<ShapePointRow>) -> [Chunk] {
        let places = points.places
        if CoordinateRests.areNone(places) { return [Chunk(points, places, rests: nil)] }
        if let rests = CoordinateRests(places) { return [Chunk(points, places, rests: rests)] }
        let middle = points.startIndex + points.count / 2
        return exactChunks(points[..<middle]) + exactChunks(points[middle...])
    }
}

extension CompiledShape.Chunk {
    fileprivate init(
        _ points: ArraySlice<ShapePointRow>, _ places: [CoordinateRests.Point],
        rests: CoordinateRests?
    ) {
        count = points.count
        polyline = Polyline.encode(degrees: places)
        self.rests = rests
        distances = PackedNumbers(points.map(\.distance), as: .bytes)
        sequences = PointSequences(points.map(\.sequence))
    }
}

extension ArraySlice<ShapePointRow> {
    fileprivate var places: [CoordinateRests.Point] {
        map { (latitude: $0.latitude, longitude: $0.longitude) }
    }
}
