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
        let columns =
            ["chunk", "points", "polyline", "first_sequence", "sequence_step", "sequences"]
            + Columns.packedNumbers.map { "distance_\($0)" }
            + (hasRests ? Columns.coordinateRests : [])
        chunk = try Statement(
            connection, BundleInserts(table: "shape_chunk", columns: columns).sql)
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
            try deleteChunks.run(value.key)
        }
        let first = nextChunk
        for part in value.chunks { try write(part) }
        try value.id.withUnsafeBytes { id in
            try shape.run(
                value.key, SQLBytes.text(id), Int64(value.pointCount), first, nextChunk - 1)
        }
    }

    private func write(_ part: CompiledShape.Chunk) throws {
        try part.polyline.withUnsafeBytes { polyline in
            try part.sequences.codes.withUnsafeBytes { sequences in
                try (part.distances?.codes ?? []).withUnsafeBytes { distances in
                    try (part.rests?.codes ?? []).withUnsafeBytes { rests in
                        let numbers = part.distances
                        try chunk.bind(
                            Parameters(
                                [
                                    nextChunk, Int64(part.count), SQLBytes.text(polyline),
                                    Int64(part.sequences.first),
                                    part.sequences.step.map(Int64.init),
                                    part.sequences.step == nil ? SQLBytes.blob(sequences) : nil,
                                    numbers?.base, numbers?.scale,
                                    numbers.map { Int64($0.width) },
                                    numbers == nil ? nil : SQLBytes.blob(distances),
                                ] + values(part.rests, SQLBytes.blob(rests))))
                        try chunk.run()
                    }
                }
            }
        }
        nextChunk += 1
    }

    /// Only bundles with exact shapes have these columns.
    private func values(_ rests: CoordinateRests?, _ codes: SQLBytes) -> [any SQLValue] {
        guard hasRests else { return [] }
        return [
            rests.map { Int64($0.width) }, rests?.latitudeUnit, rests?.longitudeUnit,
            rests == nil ? nil : codes,
        ]
    }
}
