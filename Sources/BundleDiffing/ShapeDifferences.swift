import BundleCodec
import GTFSSchedule
import SQLiteLayer

/// The points of shapes that differ.
enum ShapeDifferences {
    /// A row for each shape that differs, with the first point that does.
    ///
    /// - Parameter comparesDistances: whether `shape_dist_traveled` counts.
    static func between(
        _ old: BundleReading, _ new: BundleReading, comparesDistances: Bool
    ) throws -> [RowDifferences.Row] {
        func shapes(_ bundle: BundleReading) throws -> [RecordID: Shape] {
            try bundle.read { try Self.shapes($0, comparesDistances: comparesDistances) }
        }
        let before = try shapes(old)
        let after = try shapes(new)
        return try Set(before.keys).union(after.keys).sorted().compactMap { id in
            try row(id, before[id], after[id])
        }
    }

    private static func shapes(
        _ connection: Connection, comparesDistances: Bool
    ) throws -> [RecordID: Shape] {
        var shapes: [RecordID: Shape] = [:]
        try FileDigest.forEachChunk(connection, comparesDistances: comparesDistances) {
            row, digest in
            let id = RecordID(row.text(5) ?? "")
            shapes[id, default: Shape()].digest &+= digest
            shapes[id, default: Shape()].chunks.append((row.integer(0) ?? 0, Array(row.bytes(6))))
        }
        return shapes
    }

    /// The encoded points of a shape.
    private struct Shape {
        var chunks: [(points: Int, polyline: [UInt8])] = []
        var digest = 0

        /// The places as text, in degrees.
        func places() throws -> [String] {
            try chunks.flatMap { chunk in
                try chunk.polyline.withUnsafeBytes {
                    try Polyline.decode($0, count: chunk.points)
                }.map { "\(Double($0.latitude) / 1e6), \(Double($0.longitude) / 1e6)" }
            }
        }
    }

    private static func row(
        _ id: RecordID, _ old: Shape?, _ new: Shape?
    ) throws -> RowDifferences.Row? {
        var key = [RowDifferences.Value(field: "shape_id", value: id.text)]
        guard let old, let new else {
            return RowDifferences.Row(
                file: ShapePoint.file.name, kind: old == nil ? .added : .removed, key: key,
                fields: [])
        }
        guard old.digest != new.digest else { return nil }
        let before = try old.places()
        let after = try new.places()
        var fields: [Changes.Field] = []
        if before.count != after.count {
            fields.append(
                Changes.Field(field: "points", old: "\(before.count)", new: "\(after.count)"))
        } else if let place = before.indices.first(where: { before[$0] != after[$0] }) {
            key.append(RowDifferences.Value(field: "point", value: "\(place + 1)"))
            fields.append(Changes.Field(field: "place", old: before[place], new: after[place]))
        }
        return RowDifferences.Row(
            file: ShapePoint.file.name, kind: .changed, key: key, fields: fields)
    }
}
