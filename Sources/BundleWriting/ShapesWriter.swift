import BundleCodec
import FeedCompiling
import SQLiteLayer

/// A finished shape with its id copied, so that it can cross to the writing thread.
///
/// `CompiledShape` itself points to the id in the parser's memory.
struct ShapeCopy: Sendable {
    let key: Int32
    let id: [UInt8]
    let pointCount: Int
    let chunks: [CompiledShape.Chunk]

    init(_ shape: CompiledShape) {
        key = shape.key
        id = Array(shape.id)
        pointCount = shape.pointCount
        chunks = shape.chunks
    }
}

struct ShapeBatch: Sendable {
    private(set) var shapes: [ShapeCopy] = []
    private var bytes = 0

    var isEmpty: Bool { shapes.isEmpty }
    var isFull: Bool { bytes >= 256 << 10 }

    mutating func append(_ shape: CompiledShape) {
        shapes.append(ShapeCopy(shape))
        for chunk in shape.chunks {
            bytes += chunk.polyline.count + chunk.sequences.codes.count
            bytes += chunk.distances?.codes.count ?? 0
            bytes += chunk.rests?.codes.count ?? 0
        }
    }
}

final class ShapesWriter {
    private let shape: Statement
    private let chunk: Statement
    private let deleteChunks: Statement
    private let hasRests: Bool
    private var written: Set<Int32> = []
    private var nextChunk: Int64 = 1

    init(_ connection: Connection, hasRests: Bool) throws {
        self.hasRests = hasRests
        shape = try Statement(connection, "INSERT OR REPLACE INTO shape VALUES (?, ?, ?, ?, ?)")
        chunk = try Statement(
            connection,
            """
            INSERT INTO shape_chunk (chunk, points, polyline, first_sequence, sequence_step,
              sequences, distance_base, distance_scale, distance_width, distance_codes
              \(hasRests ? ", rest_width, latitude_unit, longitude_unit, rests" : ""))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?\(hasRests ? ", ?, ?, ?, ?" : ""))
            """)
        deleteChunks = try Statement(
            connection,
            """
            DELETE FROM shape_chunk WHERE chunk BETWEEN
              (SELECT first_chunk FROM shape WHERE shape = ?1)
              AND (SELECT last_chunk FROM shape WHERE shape = ?1)
            """)
    }

    func write(_ value: ShapeCopy) throws {
        if !written.insert(value.key).inserted {
            try deleteChunks.bind(1, value.key)
            try deleteChunks.run()
        }
        let first = nextChunk
        for part in value.chunks { try write(part) }
        try value.id.withUnsafeBytes { id in
            try shape.bind(1, value.key)
            try shape.bind(2, text: id)
            try shape.bind(3, Int64(value.pointCount))
            try shape.bind(4, first)
            try shape.bind(5, nextChunk - 1)
            try shape.run()
        }
    }

    private func write(_ part: CompiledShape.Chunk) throws {
        try part.polyline.withUnsafeBytes { polyline in
            try part.sequences.codes.withUnsafeBytes { sequences in
                try (part.distances?.codes ?? []).withUnsafeBytes { codes in
                    try chunk.bind(1, nextChunk)
                    try chunk.bind(2, Int64(part.count))
                    try chunk.bind(3, text: polyline)
                    try chunk.bind(4, Int64(part.sequences.first))
                    try chunk.bind(5, part.sequences.step.map(Int64.init))
                    if part.sequences.step == nil {
                        try chunk.bind(6, blob: sequences)
                    } else {
                        try chunk.bindNull(6)
                    }
                    try chunk.bind(7, part.distances?.base)
                    try chunk.bind(8, part.distances?.scale)
                    try chunk.bind(9, part.distances.map { Int64($0.width) })
                    if part.distances == nil {
                        try chunk.bindNull(10)
                    } else {
                        try chunk.bind(10, blob: codes)
                    }
                    try bind(part.rests) { try chunk.run() }
                }
            }
        }
        nextChunk += 1
    }

    /// Only bundles with exact shapes have these columns.
    private func bind(_ rests: CoordinateRests?, _ body: () throws -> Void) throws {
        guard hasRests else { return try body() }
        try (rests?.codes ?? []).withUnsafeBytes { codes in
            try chunk.bind(11, rests.map { Int64($0.width) })
            try chunk.bind(12, rests?.latitudeUnit)
            try chunk.bind(13, rests?.longitudeUnit)
            if rests == nil {
                try chunk.bindNull(14)
            } else {
                try chunk.bind(14, blob: codes)
            }
            try body()
        }
    }
}
