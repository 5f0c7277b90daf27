import GTFSSchedule
import SQLiteLayer

/// The points of shapes that differ.
enum ShapeDifferences {
    /// Adds a row for each of the first shapes that differ: its first point that does, by place.
    ///
    /// - Parameter points: finds rows of `shapes.txt`.
    static func add(
        to rows: inout RowDifferences, _ points: RowFinder, listing limit: Int
    ) throws {
        let before = try points.old.read { try digests($0) }
        let after = try points.new.read { try digests($0) }
        let shapes = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        for id in shapes.prefix(limit) {
            var key = [RowDifferences.Value(field: "shape_id", value: id.text)]
            var fields: [Changes.Field] = []
            if before[id] != nil, after[id] != nil {
                let old = try points.rows(of: points.old, only: ("shape_id", id.text))
                let new = try points.rows(of: points.new, only: ("shape_id", id.text))
                if old.count != new.count {
                    fields.append(
                        Changes.Field(field: "points", old: "\(old.count)", new: "\(new.count)"))
                }
                if let place = zip(old, new).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                    key.append(RowDifferences.Value(field: "point", value: "\(place + 1)"))
                    fields += points.fields(old[place], new[place])
                }
            }
            let row = RowDifferences.Row(
                file: ShapePoint.file.name,
                kind: before[id] == nil ? .added : after[id] == nil ? .removed : .changed, key: key,
                fields: fields)
            rows.add(([row], 0), listing: 1)
        }
        rows.add(([], max(0, shapes.count - limit)), listing: 0)
    }

    private static func digests(_ connection: Connection) throws -> [RecordID: Int] {
        var digests: [RecordID: Int] = [:]
        try FileDigest.forEachChunk(connection) {
            digests[RecordID($0.text(5) ?? ""), default: 0] &+= $1
        }
        return digests
    }
}
