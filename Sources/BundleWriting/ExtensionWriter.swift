import BundleCodec
import FeedCompiling
import GTFSSchedule
import SQLiteLayer

/// Values are in runs: a row of `x_trips_rows` holds for the rows of the file from its key on, up
/// to the next. In the largest files, trips and shapes share lists of such runs.
struct ExtensionWriter {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func write(_ compiled: CompiledTrips, _ layout: TripLayout) throws {
        guard compiled.unknown != nil || compiled.stopTimes.unknown != nil else { return }
        let trips = zip(layout.keys, layout.trips).sorted { $0.0 < $1.0 }
        if let content = compiled.unknown {
            // Trips that only stop times name are not in the file.
            let defined = trips.filter { $0.0 > 0 }
            try writeRuns(
                content, defined.map { (Int64($0.0), content.entries[Int($0.1)].value) })
            try writeView(content.table, from: "trip b", key: "b.trip")
        }
        if let content = compiled.stopTimes.unknown {
            try writeLists(
                content, owner: "trip", sequence: "stop_sequence",
                trips.map { (Int64($0.0), Int($0.1)) })
        }
    }

    func write(_ contents: [ExtensionContent]) throws {
        for content in contents {
            guard let base = content.table.base else { continue }
            switch base.file {
            case Trip.file, StopTime.file: break
            case ShapePoint.file:
                let shapes = try connection.integers(
                    "SELECT shape FROM shape WHERE points > 0 ORDER BY shape")
                try writeLists(
                    content, owner: "shape", sequence: "shape_pt_sequence",
                    shapes.map { (Int64($0), $0 - 1) })
            default: try write(content, of: base)
            }
        }
    }

    private func write(_ content: ExtensionContent, of base: TableSpec) throws {
        let table = content.table
        // A small file without rows is a view.
        guard try connection.hasTable(base.name) else {
            let columns = table.keyColumns + table.columns.map { "\"\($0.column)\"" }
            return try connection.execute(
                SchemaScript.emptyView(table.table, columns: columns))
        }
        let order = "SELECT rowid FROM \(base.name) ORDER BY rowid"
        let rows = try connection.integers(order)
        let keys = try hasKeys(base) ? rows : numbered(rows, of: base)
        let values = content.entries.sorted { $0.key < $1.key }
        var next = 0
        var runs: [(key: Int64, value: Int32)] = []
        for (row, key) in zip(rows, keys) {
            while next < values.count, values[next].key < row { next += 1 }
            guard next < values.count, values[next].key == row else { continue }
            runs.append((Int64(key), values[next].value))
        }
        try writeRuns(content, runs)
        try writeView(table, from: "\(base.name) b", key: "b.rowid")
    }

    private func hasKeys(_ base: TableSpec) -> Bool {
        base.file == Stop.file || base.file == Route.file
    }

    /// Numbers the rows from 1 on where filters left gaps: VACUUM would renumber them, and no key
    /// would be right.
    private func numbered(_ rows: [Int], of base: TableSpec) throws -> [Int] {
        let keys = Array(1..<rows.count + 1)
        guard rows != keys else { return keys }
        let update = try Statement(
            connection, "UPDATE \(base.name) SET rowid = ? WHERE rowid = ?")
        for (row, key) in zip(rows, keys) where row != key {
            try update.run(Int64(key), Int64(row))
        }
        return keys
    }

    private func writeRuns(
        _ content: ExtensionContent, _ rows: [(key: Int64, value: Int32)]
    ) throws {
        let table = content.table
        try connection.execute(
            "CREATE TABLE \(table.rowsTable) (row INTEGER PRIMARY KEY, \(table.declarations))")
        let insert = try insertStatement(table, keys: 1)
        var last: Int32 = 0
        for row in rows {
            if row.value != 0 { content.rows += 1 }
            guard row.value != last else { continue }
            last = row.value
            try insert.bind(1, row.key)
            try run(insert, content, value: row.value, after: 1)
        }
    }

    private func writeLists(
        _ content: ExtensionContent, owner: String, sequence: String,
        _ owners: [(key: Int64, number: Int)]
    ) throws {
        let table = content.table
        try connection.execute(
            """
            CREATE TABLE \(table.rowsTable) (list INTEGER, \(sequence) INTEGER,
              \(table.declarations), PRIMARY KEY (list, \(sequence))) WITHOUT ROWID;
            CREATE TABLE \(table.listsTable) (\(owner) INTEGER PRIMARY KEY, list INTEGER)
            """)
        var used: Set<Int32> = []
        var last: Int32 = 0
        let lists = try Statement(
            connection, "INSERT INTO \(table.listsTable) VALUES (?, ?)")
        for owner in owners {
            let (list, filled) = content.list(of: owner.number)
            content.rows += filled
            guard list != last else { continue }
            last = list
            used.insert(list)
            try lists.run(owner.key, list == 0 ? nil : Int64(list))
        }
        let insert = try insertStatement(table, keys: 2)
        for list in used.subtracting([0]).sorted() {
            for entry in content.lists[Int(list) - 1] {
                try insert.bind(1, list)
                try insert.bind(2, entry.position)
                try run(insert, content, value: entry.value, after: 2)
            }
        }
        try connection.execute(table.listsView(owner: owner, sequence: sequence))
    }

    private func insertStatement(_ table: PackedExtension, keys: Int) throws -> Statement {
        let places = repeatElement("?", count: table.columns.count + keys)
        return try Statement(
            connection,
            "INSERT INTO \(table.rowsTable) VALUES (\(places.joined(separator: ", ")))")
    }

    private func run(
        _ insert: Statement, _ content: ExtensionContent, value: Int32, after keys: Int32
    ) throws {
        for place in content.table.columns.indices { try insert.bindNull(keys + Int32(place) + 1) }
        var failure: (any Error)?
        content.forEachCell(of: value) { place, cell in
            guard !cell.isEmpty, failure == nil else { return }
            do { try insert.bind(keys + Int32(place) + 1, text: cell) } catch { failure = error }
        }
        if let failure { throw failure }
        try insert.run()
    }

    private func writeView(_ table: PackedExtension, from base: String, key: String) throws {
        let keys = table.keyColumns.map { $0 == "row" ? "\(key) AS row" : "b.\($0)" }
        try connection.execute(
            """
            CREATE VIEW \(table.table) AS
            SELECT \(keys.joined(separator: ", ")), \(table.columnList("x"))
            FROM \(base) CROSS JOIN \(table.rowsTable) x
            WHERE x.row = (SELECT max(row) FROM \(table.rowsTable) WHERE row <= \(key))
            AND (\(table.hasValue))
            """)
    }
}

extension PackedExtension {
    var declarations: String {
        columns.map { "\"\($0.column)\" TEXT" }.joined(separator: ", ")
    }

    fileprivate var hasValue: String {
        columns.map { "x.\"\($0.column)\" IS NOT NULL" }.joined(separator: " OR ")
    }

    /// The primary key, and the row's number before it if that may be blank or missing.
    fileprivate var keyColumns: [String] {
        guard let base else { return [] }
        let key = base.file.primaryKey
        let isSure = base.fields.allSatisfy { !key.contains($0.name) || $0.presence == .required }
        return (isSure && !key.isEmpty ? [] : ["row"]) + key
    }

    fileprivate func listsView(owner: String, sequence: String) -> String {
        let (id, rows) =
            owner == "trip"
            ? (
                "trip_id",
                """
                CROSS JOIN trip_group g ON g.trip_group = o.trip_group
                CROSS JOIN pattern p ON p.pattern = g.pattern
                CROSS JOIN \(BundleTables.calls("b"))
                """
            ) : ("shape_id", "CROSS JOIN shapes b ON b.shape_id = o.shape_id")
        return """
            CREATE VIEW \(table) AS
            SELECT o.\(id), b.\(sequence), \(columnList("x"))
            FROM \(owner) o
            CROSS JOIN \(listsTable) l
              ON l.\(owner) = (SELECT max(\(owner)) FROM \(listsTable) WHERE \(owner) <= o.\(owner))
            \(rows)
            CROSS JOIN \(rowsTable) x ON x.list = l.list AND x.\(sequence) = (
              SELECT max(\(sequence)) FROM \(rowsTable)
              WHERE list = l.list AND \(sequence) <= b.\(sequence))
            WHERE \(hasValue)
            """
    }
}
