import FeedCompiling

/// A finished shape with its id copied, so that it can cross to the writing thread.
struct ShapeCopy: @unchecked Sendable {
    // Sendable: nothing but values; `CompiledShape` itself points to the id in the parser's memory.
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

/// Inserts shapes, chunk by chunk.
final class ShapesWriter {
    private let shape: Statement
    private let chunk: Statement
    private let deleteChunks: Statement
    private var written: Set<Int32> = []

    init(_ connection: OpaquePointer) throws {
        shape = try Statement(
            connection, "INSERT OR REPLACE INTO shape (shape, shape_id, points) VALUES (?, ?, ?)")
        chunk = try Statement(
            connection,
            """
            INSERT INTO shape_chunk (shape, first, points, polyline, first_sequence, sequence_step,
              sequences, distance_base, distance_scale, distance_width, distance_codes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        deleteChunks = try Statement(connection, "DELETE FROM shape_chunk WHERE shape = ?")
    }

    func write(_ value: ShapeCopy) throws {
        if !written.insert(value.key).inserted {
            deleteChunks.bind(1, value.key)
            try deleteChunks.run()
        }
        try value.id.withUnsafeBytes { id in
            shape.bind(1, value.key)
            shape.bind(2, text: id)
            shape.bind(3, Int64(value.pointCount))
            try shape.run()
        }
        for part in value.chunks { try write(part, of: value.key) }
    }

    private func write(_ part: CompiledShape.Chunk, of key: Int32) throws {
        try part.polyline.withUnsafeBytes { polyline in
            try part.sequences.withUnsafeBytes { sequences in
                try (part.distances?.codes ?? []).withUnsafeBytes { codes in
                    chunk.bind(1, key)
                    chunk.bind(2, Int64(part.first))
                    chunk.bind(3, Int64(part.count))
                    chunk.bind(4, text: polyline)
                    chunk.bind(5, part.firstSequence)
                    chunk.bind(6, part.sequenceStep.map(Int64.init))
                    if part.sequenceStep == nil {
                        chunk.bind(7, blob: sequences)
                    } else {
                        chunk.bindNull(7)
                    }
                    chunk.bind(8, part.distances?.base)
                    chunk.bind(9, part.distances?.scale)
                    chunk.bind(10, part.distances.map { Int64($0.width) })
                    if part.distances == nil {
                        chunk.bindNull(11)
                    } else {
                        chunk.bind(11, blob: codes)
                    }
                    try chunk.run()
                }
            }
        }
    }
}
