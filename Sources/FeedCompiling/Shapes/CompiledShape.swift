package import BundleCodec

/// A shape as the bundle stores it: chunks of points that can be read one by one.
package struct CompiledShape {
    /// The shape's key.
    package let key: Int32
    package let id: UnsafeRawBufferPointer
    package let pointCount: Int
    package let chunks: [Chunk]

    /// Up to `chunkSize` consecutive points.
    package struct Chunk {
        package let count: Int
        package let polyline: [UInt8]
        /// Nil when no point has a distance.
        package let distances: PackedNumbers?
        /// `shape_pt_sequence` of the first point.
        package let firstSequence: Int32
        /// What the sequence grows by from point to point; nil when that differs.
        package let sequenceStep: Int32?
        /// Each point's sequence less the first, four bytes big-endian; only without a step.
        package let sequences: [UInt8]
    }

    /// Few enough that SQL decodes a chunk at once, many enough that its start costs little.
    static let chunkSize = 100

    init(key: Int32, id: UnsafeRawBufferPointer, points: [ShapePointRow]) {
        self.key = key
        self.id = id
        pointCount = points.count
        chunks = stride(from: 0, to: points.count, by: Self.chunkSize).map { first in
            Chunk(points[first..<min(first + Self.chunkSize, points.count)])
        }
    }
}

extension CompiledShape.Chunk {
    fileprivate init(_ points: ArraySlice<ShapePointRow>) {
        count = points.count
        polyline = Polyline.encode(points.lazy.map { ($0.latitude, $0.longitude) })
        distances = PackedNumbers(points.lazy.map(\.distance))
        let sequences = points.map(\.sequence)
        firstSequence = sequences[0]
        let steps = Set(zip(sequences, sequences.dropFirst()).map { $1 &- $0 })
        if steps.count <= 1 {
            sequenceStep = steps.first ?? 1
            self.sequences = []
        } else {
            sequenceStep = nil
            self.sequences = sequences.flatMap { sequence in
                let offset = UInt32(bitPattern: sequence &- sequences[0])
                return stride(from: 24, through: 0, by: -8).map {
                    UInt8(truncatingIfNeeded: offset >> UInt32($0))
                }
            }
        }
    }
}

/// A row of `shapes.txt` while its shape is put together.
struct ShapePointRow: BitwiseCopyable {
    /// Millionths of a degree.
    var latitude: Int32
    var longitude: Int32
    var sequence: Int32
    /// The row in the file.
    var row: Int32
    /// NaN when blank.
    var distance: Double
}
