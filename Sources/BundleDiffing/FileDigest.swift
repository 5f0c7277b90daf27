import BundleCodec
import GTFSSchedule
import SQLiteLayer

/// The rows of a file as one number, whatever their order: the sum of a digest for each row.
///
/// A sum, because exclusive or would lose rows that are there twice. Digests are valid only in one
/// process: they are never stored.
enum FileDigest {
    /// By the columns of the reference: the bundle's own keys differ between bundles of one feed.
    static func rows(of table: TableSpec, _ connection: Connection) throws -> Int {
        let columns = try table.fields.map { field in
            try connection.hasColumn(field.name, of: table.name) ? field.name : "NULL"
        }
        let query = try Statement(
            connection, "SELECT \(columns.joined(separator: ", ")) FROM \(table.name)")
        var sum = 0
        while try query.next() {
            var hasher = Hasher()
            for column in columns.indices { query.row.combine(column, into: &hasher) }
            sum &+= hasher.finalize()
        }
        return sum
    }

    /// The bundle stores the rows as chunks.
    static func shapes(_ connection: Connection) throws -> Int {
        var sum = 0
        try forEachChunk(connection) { _, digest in sum &+= digest }
        return sum
    }

    /// Column 5 of a chunk is the `shape_id`.
    static func forEachChunk(
        _ connection: Connection, _ body: (Columns, Int) -> Void
    ) throws {
        // Bundles without exact shapes lack these columns.
        let hasRests = try connection.hasColumn("rests", of: "shape_chunk")
        let rests = ["rest_width", "latitude_unit", "longitude_unit", "rests"]
            .map { hasRests ? "c.\($0)" : "NULL" }
        let query = try Statement(
            connection,
            """
            SELECT c.points, c.distance_base, c.distance_scale, c.distance_width, c.distance_codes,
              s.shape_id, c.polyline, c.first_sequence, c.sequence_step, c.sequences,
              \(rests.joined(separator: ", "))
            FROM shape s CROSS JOIN shape_chunk c
            WHERE c.chunk BETWEEN s.first_chunk AND s.last_chunk
            """)
        let row = query.row
        while try query.next() {
            var hasher = Hasher()
            for column in 5..<14 { row.combine(column, into: &hasher) }
            let numbers = try PackedNumbers(
                base: row.int64(1), scale: row.int64(2), width: row.int64(3),
                codes: row.isNull(4) ? nil : Array(row.blob(4)), as: .bytes,
                count: row.integer(0) ?? 0)
            numbers?.combine(into: &hasher)
            body(row, hasher.finalize())
        }
    }

    static func rejected(_ connection: Connection) throws -> [String: Int] {
        var sums: [String: Int] = [:]
        let query = try Statement(connection, "SELECT file, field, value FROM rejected")
        while try query.next() {
            var hasher = Hasher()
            for column in 1..<3 { query.row.combine(column, into: &hasher) }
            sums[query.row.text(0) ?? "", default: 0] &+= hasher.finalize()
        }
        return sums
    }
}

extension Columns {
    /// A number with decimals as such, all else as bytes.
    func combine(_ position: Int, into hasher: inout Hasher) {
        if isReal(position) {
            hasher.combine(real(position)?.bitPattern)
        } else if let bytes = asBytes(position) {
            // With the length, so that the end of a value is not the beginning of the next.
            hasher.combine(bytes.count)
            hasher.combine(bytes: bytes)
        } else {
            hasher.combine(-1)
        }
    }
}

extension PackedNumbers {
    /// One list of numbers can be packed in several ways.
    func combine(into hasher: inout Hasher) {
        hasher.combine(count)
        for position in 0..<count { hasher.combine(self[position]?.bitPattern) }
    }
}
