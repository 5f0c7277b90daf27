import GTFSSchedule
import SQLiteLayer

struct RowComparison {
    let old: BundleReading
    let new: BundleReading
    let oldTrips: TripRemainder
    let newTrips: TripRemainder
    /// Makes the digests of `stop_times.txt` by trip.
    let calls: () throws -> (old: [RecordID: Int], new: [RecordID: Int])

    /// The rows of a file that are listed, and the trips that are looked at.
    private static let mostRows = 20
    private static let mostTrips = 4

    /// `parts` are the files that have a part of the difference to themselves, and whether that
    /// part is empty; only then can their rows say more.
    func changes(besides parts: [String: Bool]) throws -> [BundleDiff.RowChange] {
        let rejecting = try DifferenceFinder.rejected(
            old, new, columns: ["file", "field", "value"]
        ).differingByFirst()
        return try Schedule.tables.compactMap { table in
            let file = table.file.name
            if parts[file] == false { return nil }
            let hasOtherCount = try parts[file] == nil && old.count(table) != new.count(table)
            let isRejecting = !hasOtherCount && rejecting.contains(RecordID(file))
            let (differs, differences) = try comparison(of: table)
            guard try hasOtherCount || isRejecting || differs() else { return nil }
            var rows = RowDifferences()
            try differences(&rows)
            if isRejecting {
                rows.add(
                    try DifferenceFinder.rejected(old, new).differences(only: ("file", file)),
                    listing: Self.mostRows)
            }
            // Of packed files, whole trips and shapes are compared.
            let isKnown =
                rows.areAllCompared && ![StopTime.file, ShapePoint.file].contains(table.file)
            func count(_ kind: ChangeKind) -> Int? { isKnown ? rows.counts[kind] ?? 0 : nil }
            return BundleDiff.RowChange(
                file: file, old: try old.count(table), new: try new.count(table),
                hasOtherContent: !hasOtherCount, rowsAdded: count(.added),
                rowsRemoved: count(.removed), rowsChanged: count(.changed), rows: rows)
        }
    }

    func finder(_ table: TableSpec) -> DifferenceFinder {
        DifferenceFinder(
            table: table.name, file: table.file.name, columns: table.fields.map(\.name),
            key: table.file.primaryKey, old, new)
    }

    /// Only the first trips and shapes that differ are compared in packed files.
    private func comparison(
        of table: TableSpec
    ) throws -> (differs: () throws -> Bool, differences: (inout RowDifferences) throws -> Void) {
        let finder = finder(table)
        let byKey = { (rows: inout RowDifferences) in
            rows.add(try finder.differences(), listing: Self.mostRows)
        }
        switch table.file {
        case Trip.file: return ({ oldTrips.trips != newTrips.trips }, byKey)
        case StopTime.file:
            return (
                { oldTrips.calls != newTrips.calls },
                { rows in
                    let (before, after) = try calls()
                    try rows.add(
                        ofFirst: Self.mostTrips, RecordID.differing(before, after),
                        listing: Self.mostRows
                    ) { try finder.differences(only: ("trip_id", $0.text)) }
                }
            )
        case ShapePoint.file:
            let before = try old.read(PackedDigests.shapes)
            let after = try new.read(PackedDigests.shapes)
            let shapes = RecordID.differing(before, after)
            return (
                { !shapes.isEmpty },
                { rows in
                    try rows.add(ofFirst: Self.mostRows, shapes, listing: Self.mostRows) { id in
                        let kind: ChangeKind =
                            before[id] == nil ? .added : after[id] == nil ? .removed : .changed
                        return ([try shape(id, kind, finder)], 0)
                    }
                }
            )
        default: return (finder.differs, byKey)
        }
    }

    /// Names the first point that differs.
    private func shape(
        _ id: RecordID, _ kind: ChangeKind, _ points: DifferenceFinder
    ) throws -> RowDifferences.Row {
        var key = [RowDifferences.Value(field: "shape_id", value: id.text)]
        var fields: [Changes.Field] = []
        if kind == .changed {
            let old = try points.old.rows(only: ("shape_id", id.text))
            let new = try points.new.rows(only: ("shape_id", id.text))
            if old.count != new.count {
                fields.append(
                    Changes.Field(field: "points", old: "\(old.count)", new: "\(new.count)"))
            }
            if let place = zip(old, new).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                key.append(RowDifferences.Value(field: "point", value: "\(place + 1)"))
                fields += points.fields(old[place], new[place])
            }
        }
        return RowDifferences.Row(
            file: ShapePoint.file.name, kind: kind, key: key, fields: fields)
    }
}
