import GTFSSchedule
import SQLiteLayer

struct RowComparison {
    let old: BundleReading
    let new: BundleReading
    let oldTrips: TripRemainder
    let newTrips: TripRemainder

    /// `parts` are the files that have a part of the difference to themselves, and whether that
    /// part is empty; only then can their rows say more. `calls` makes the digests of
    /// `stop_times.txt` by trip.
    func changes(
        besides parts: [String: Bool], calls: () throws -> (old: [TripID: Int], new: [TripID: Int])
    ) throws -> [BundleDiff.RowChange] {
        let rejecting = try DifferenceFinder.rejected(
            old, new, columns: ["file", "field", "value"]
        ).differingByFirst()
        return try Schedule.tables.compactMap { table in
            let file = table.file.name
            let part = parts[file]
            if part == false { return nil }
            if part == nil {
                let counts = (try old.count(table), try new.count(table))
                if counts.0 != counts.1 {
                    return try change(
                        of: table, hasOtherContent: false, differences(in: table, calls))
                }
            }
            let isRejecting = rejecting.contains(RecordID(file))
            guard try isRejecting || differs(table) else { return nil }
            var rows = try differences(in: table, calls)
            if isRejecting {
                rows.add(
                    try DifferenceFinder.rejected(old, new).differences(only: ("file", file)),
                    listing: Self.mostRows)
            }
            return try change(of: table, hasOtherContent: true, rows)
        }
    }

    private func change(
        of table: TableSpec, hasOtherContent: Bool, _ rows: RowDifferences
    ) throws -> BundleDiff.RowChange {
        BundleDiff.RowChange(
            file: table.file.name, old: try old.count(table), new: try new.count(table),
            hasOtherContent: hasOtherContent, rows: rows)
    }

    func finder(_ table: TableSpec) -> DifferenceFinder {
        DifferenceFinder(table, old: old, new: new)
    }

    /// Only the first trips and shapes that differ are compared in packed files.
    private func differences(
        in table: TableSpec, _ calls: () throws -> (old: [TripID: Int], new: [TripID: Int])
    ) throws -> RowDifferences {
        var rows = RowDifferences()
        switch table.name {
        case "stop_times":
            let (before, after) = try calls()
            let trips = TripID.differing(before, after)
            for trip in trips.prefix(Self.mostTrips) {
                rows.add(
                    try finder(table).differences(only: ("trip_id", trip.text)),
                    listing: Self.mostRows / Self.mostTrips)
            }
            rows.add(([], max(0, trips.count - Self.mostTrips)), listing: 0)
        case "shapes":
            try ShapeDifferences.add(to: &rows, finder(table), listing: Self.mostRows)
        default:
            rows.add(try finder(table).differences(), listing: Self.mostRows)
        }
        return rows
    }

    /// The rows of a file that are listed, and the trips that are looked at.
    private static let mostRows = 20
    private static let mostTrips = 4

    private func differs(_ table: TableSpec) throws -> Bool {
        switch table.name {
        case "trips": oldTrips.trips != newTrips.trips
        case "stop_times": oldTrips.calls != newTrips.calls
        case "shapes": try old.read(ShapeDigests.read) != new.read(ShapeDigests.read)
        default: try finder(table).differs()
        }
    }
}

enum ShapeDifferences {
    static func add(
        to rows: inout RowDifferences, _ points: DifferenceFinder, listing limit: Int
    ) throws {
        let before = try points.old.bundle.read(ShapeDigests.read)
        let after = try points.new.bundle.read(ShapeDigests.read)
        let shapes = RecordID.differing(before, after)
        for id in shapes.prefix(limit) {
            var key = [RowDifferences.Value(field: "shape_id", value: id.text)]
            var fields: [Changes.Field] = []
            if before[id] != nil, after[id] != nil {
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
            let row = RowDifferences.Row(
                file: ShapePoint.file.name,
                kind: before[id] == nil ? .added : after[id] == nil ? .removed : .changed, key: key,
                fields: fields)
            rows.add(([row], 0), listing: 1)
        }
        rows.add(([], max(0, shapes.count - limit)), listing: 0)
    }
}
