import BundleCodec
import GTFSSchedule
import SQLiteLayer

/// By shape, the sum of a digest for each chunk: the bundle stores the rows of `shapes.txt` in
/// chunks.
enum ShapeDigests {
    static func read(_ connection: Connection) throws -> [RecordID: Int] {
        var digests: [RecordID: Int] = [:]
        try connection.readRows(
            """
            SELECT c.points, c.distance_base, c.distance_scale, c.distance_width, c.distance_codes,
              s.shape_id, c.polyline, c.first_sequence, c.sequence_step, c.sequences,
              \(try Columns.restColumns(connection))
            FROM \(BundleTables.chunks)
            """
        ) { row in
            var hasher = Hasher()
            for column in 5..<row.count { row.combine(column, into: &hasher) }
            try row.packedNumbers(1, as: .bytes, count: row.integer(0) ?? 0)?
                .combine(into: &hasher)
            digests[RecordID(row.text(5) ?? ""), default: 0] &+= hasher.finalize()
        }
        return digests
    }
}

extension PackedNumbers {
    /// One list of numbers can be packed in several ways.
    func combine(into hasher: inout Hasher) {
        hasher.combine(count)
        for position in 0..<count { hasher.combine(self[position]?.bitPattern) }
    }
}
