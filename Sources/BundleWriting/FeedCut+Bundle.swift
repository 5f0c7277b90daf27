import BundleCodec
import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

extension FeedCut {
    /// As long as rows have the numbers under which they were inserted.
    init(_ compiler: FeedCompiler, _ filter: FeedFilter, _ connection: Connection) throws {
        self.init()
        leaveOut(filter.without)
        for (name, rows) in compiler.rowNumbers {
            // Agencies of routes that rules bring back were inserted again.
            guard name != Agency.file.name else {
                files[name, default: FileCut()].kept = (
                    "agency_id", try Self.ids("SELECT agency_id FROM agency", connection)
                )
                continue
            }
            let table = name.prefix { $0 != "." }
            let kept = Set(try connection.integers("SELECT rowid FROM \(table)"))
            let keys =
                switch name {
                case Stop.file.name: compiler.stops.keys.map(Int.init)
                case Route.file.name: compiler.routes.keys.map(Int.init)
                default: Array(1..<rows.count + 1)
                }
            files[name, default: FileCut()].leftOutRows =
                zip(keys, rows).filter { !kept.contains($0.0) }.map(\.1)
        }
        if !compiler.locationIDs.isEmpty {
            let kept = try connection.texts("SELECT id FROM locations").map(\.exact)
            leftOutLocations = Set(compiler.locationIDs.map(\.exact)).subtracting(kept)
        }
        if filter.days != nil { try shorten(compiler.rowNumbers, connection) }
        if !compiler.keepsAllTrips { try leaveOutTrips(compiler, connection) }
    }

    private static func ids(_ query: String, _ connection: Connection) throws -> IDTable {
        let table = IDTable()
        try connection.readRows(query) { row in
            if let id = row.asBytes(0) { _ = table.intern(id) }
        }
        return table
    }

    private mutating func leaveOut(_ parts: Set<FeedPart>) {
        leftOutFiles = Set(parts.flatMap(\.files))
        func blank(_ file: FileSpec, _ fields: String...) {
            files[file.name, default: FileCut()].blankFields += fields
        }
        if parts.contains(.shapes) { blank(Trip.file, "shape_id") }
        if parts.contains(.distances) {
            for file in [StopTime.file, ShapePoint.file] { blank(file, "shape_dist_traveled") }
        }
        guard parts.contains(.flex) else { return }
        blank(StopTime.file, "pickup_booking_rule_id", "drop_off_booking_rule_id")
        files[StopTime.file.name, default: FileCut()].leftOutWith = [
            "location_group_id", "location_id", "start_pickup_drop_off_window",
            "end_pickup_drop_off_window",
        ]
    }

    /// Periods of `calendar.txt` are cut to the days that are kept.
    private mutating func shorten(_ rows: [String: [Int32]], _ connection: Connection) throws {
        let name = ServiceCalendar.file.name
        guard let rows = rows[name], !rows.isEmpty else { return }
        var changes: [Int32: [(field: String, text: String)]] = [:]
        try connection.readRows("SELECT rowid, start_date, end_date FROM calendar") { row in
            guard let place = row.integer(0) else { return }
            changes[rows[place - 1]] = [("start_date", 1), ("end_date", 2)].compactMap {
                field, column in row.integer(column).map { (field, "\($0)") }
            }
        }
        files[name, default: FileCut()].changes = changes
    }

    private mutating func leaveOutTrips(
        _ compiler: FeedCompiler, _ connection: Connection
    ) throws {
        let trips = try Self.ids("SELECT trip_id FROM trip", connection)
        for file in [Trip.file, StopTime.file] {
            files[file.name, default: FileCut()].kept = ("trip_id", trips)
        }
        let shapes = try Self.ids("SELECT shape_id FROM shape", connection)
        // One without usable points is written later.
        for shape in try connection.integers("SELECT DISTINCT shape FROM pattern WHERE shape > 0") {
            _ = shapes.intern(compiler.shapeIDs[shape - 1])
        }
        files[ShapePoint.file.name, default: FileCut()].kept = ("shape_id", shapes)
    }
}
