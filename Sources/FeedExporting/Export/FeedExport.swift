import BundleCodec
import BundleWriting
package import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

/// It writes the original files and columns of the feed, in the order of the reference. Trips, stop
/// times and shapes are sorted by id, everything else is in the order of the feed; so the same rows
/// give the same bytes, whichever feed they came from. Values that were rejected when the bundle
/// was built do not come back.
package struct FeedExport {
    package struct FileCount: Sendable, Hashable {
        package let file: String
        package let rows: Int
    }

    package struct Unwritten {
        package let unknownFiles: [String]
        package let unkept: [UnkeptExtension]
        /// By file, in the order of the reference.
        package let unknownColumns: [(file: String, names: [String])]
        package let notices: [(code: String, count: Int)]
        package let rejectedRows: Int
        /// Cells that are only in the table `rejected`, or there as the feed has them.
        package let rejectedCells: Int
        /// Nil when the bundle has the whole feed.
        package let filters: String?
    }

    private let bundle: PublishedBundle
    private let facts: BundledFeed

    package init(bundle path: String) throws {
        bundle = try PublishedBundle(path: path, cacheKilobytes: Self.cacheKilobytes)
        facts = try bundle.read { try BundledFeed($0) }
    }

    package var unwritten: Unwritten {
        Unwritten(
            unknownFiles: facts.lostFiles, unkept: facts.unkept,
            unknownColumns: Schedule.tables.compactMap { table in
                let kept = Set(facts.columns(of: table)?.columns.map(\.name.exact) ?? [])
                let names = (facts.files[table.file.name]?.unknownColumns ?? []).filter {
                    !kept.contains($0.exact)
                }
                return names.isEmpty ? nil : (file: table.file.name, names: names)
            },
            notices: losses.compactMap { definition in
                facts.notices[definition.code].map { (code: definition.code, count: $0) }
            },
            rejectedRows: max(0, facts.rejectedRows), rejectedCells: max(0, facts.rejectedCells),
            filters: facts.filterDescription)
    }

    /// Notices of parts that a build ignores, and that metadata does not name.
    private var losses: [NoticeDefinition] {
        let parts: [NoticeDefinition] = [
            .duplicatedColumn, .emptyColumnName, .geoJSONUnknownElement, .geoJSONDuplicatedElement,
        ]
        guard facts.files[Location.file.name]?.rows == 0 else { return parts }
        return parts + [.malformedJSON, .missingRequiredElement, .unsupportedGeoJSONType]
    }

    /// SQLite's cache for a bundle that is read whole, view by view.
    static let cacheKilobytes = 64_000

    /// Writes the feed to a folder, or to an archive when the target's name ends in `.zip`. On any
    /// failure the target stays as it was.
    package func run(to target: String, overwriting: Bool = false) throws -> [FileCount] {
        let destination: any FeedDestination =
            target.lowercased().hasSuffix(".zip")
            ? try ZipDestination(target: target, overwrites: overwriting)
            : try FolderDestination(target: target, overwrites: overwriting)
        try bundle.read { try RangeCheck.checkRanges($0) }
        var counts: [FileCount] = []
        for table in Schedule.tables {
            guard let file = facts.files[table.file.name] else { continue }
            try destination.begin(table.file.name)
            let rows = try bundle.read {
                try write(table, columns: file.columns, to: destination, from: $0)
            }
            try destination.end()
            counts.append(FileCount(file: table.file.name, rows: rows))
        }
        for table in facts.unknownTables {
            try destination.begin(table.file)
            let rows = try bundle.read { try write(table, to: destination, from: $0) }
            try destination.end()
            counts.append(FileCount(file: table.file, rows: rows))
        }
        try destination.publish()
        return counts
    }

    private func write(
        _ table: PackedExtension, to destination: any FeedDestination, from connection: Connection
    ) throws -> Int {
        var text = CSVText()
        text.appendHeader(table.columns.map(\.name))
        let rows = try TableExport(
            connection, columns: table.columns.count,
            query: "SELECT \(table.columnList()) FROM \(table.table) ORDER BY rowid"
        ).write(destination, &text)
        try destination.write(&text, isLast: true)
        return rows
    }

    private func write(
        _ table: TableSpec, columns: [String], to destination: any FeedDestination,
        from connection: Connection
    ) throws -> Int {
        let fields = table.fields.filter { columns.contains($0.name) }
        let unknown = facts.columns(of: table)
        let names = PackedExtension.merge(fields.map(\.name), with: unknown) {
            unknown?.columns[$0].name ?? ""
        }
        var text = CSVText()
        // An empty file had no header either.
        if table.file != Location.file { text.appendHeader(names) }
        let rows: Int
        switch table.file {
        case StopTime.file:
            rows = try StopTimesExport(connection, fields, unknown: unknown).write(
                destination, &text)
        case ShapePoint.file:
            rows = try ShapesExport(connection, fields, unknown: unknown).write(destination, &text)
        case Location.file:
            rows = try LocationsExport(connection).write(destination)
        default:
            rows = try TableExport(
                connection, table: table, fields: fields, unknown,
                keys: bundle.orderedKeys(table, connection)
            ).write(destination, &text)
        }
        try destination.write(&text, isLast: true)
        return rows
    }
}

extension PublishedBundle {
    /// Nil when the order is that of the keys themselves. Throws when the order in metadata does
    /// not fit the rows.
    func orderedKeys(_ table: TableSpec, _ connection: Connection) throws -> [Int64]? {
        let name = "order_of_\(table.name)"
        guard let text = try Self.metadata(name, connection) else { return nil }
        var keys: [Int64] = []
        try connection.readRows("SELECT rowid FROM \(table.name) ORDER BY rowid") { row in
            if let key = row.int64(0) { keys.append(key) }
        }
        guard let ordered = KeyOrder.order(keys, by: text) else {
            throw BundleError.notABundle(path: path, reason: "is damaged: \(name) in metadata")
        }
        return ordered
    }
}

extension CSVText {
    fileprivate mutating func appendHeader(_ names: [String]) {
        guard !names.isEmpty else { return }
        for name in names {
            append(text: name)
            endCell()
        }
        endRow()
    }
}

struct TableExport {
    private let query: Statement
    private let columns: Int
    /// The query finds one row by each; nil when it finds all.
    private let keys: [Int64]?
    /// A date has eight digits, even in the year 999.
    private let digits: [Int]

    init(
        _ connection: Connection, columns: Int, dates: Set<Int> = [], keys: [Int64]? = nil,
        query: String
    ) throws {
        self.columns = columns
        self.keys = keys
        digits = (0..<columns).map { dates.contains($0) ? 8 : 1 }
        self.query = try Statement(connection, query)
    }

    init(
        _ connection: Connection, table: TableSpec, fields: [FieldSpec],
        _ unknown: PackedExtension?,
        keys: [Int64]?
    ) throws {
        let hasRows = try connection.hasTable(table.name) || table.file == Trip.file
        let names = PackedExtension.merge(fields.map { "b.\($0.name)" }, with: unknown) { index in
            hasRows ? "x.\"\(unknown?.columns[index].column ?? "")\"" : "NULL"
        }
        var source = "\(table.name) b"
        var key = "b.rowid"
        if table.file == Trip.file, unknown != nil {
            source += " CROSS JOIN trip t ON t.trip_id = b.trip_id"
            key = "t.trip"
        }
        if hasRows, let rows = unknown?.rowsTable {
            source +=
                " LEFT JOIN \(rows) x ON x.row = "
                + "(SELECT max(row) FROM \(rows) WHERE row <= \(key))"
        }
        // Without an order SQLite may read an index instead of the table.
        let order =
            table.file == Trip.file
            ? "ORDER BY b.trip_id" : keys == nil ? "ORDER BY b.rowid" : "WHERE b.rowid = ?"
        let columns = names.isEmpty ? "NULL" : names.joined(separator: ", ")
        let dates = fields.filter { $0.type == .date }.map { "b.\($0.name)" }
        try self.init(
            connection, columns: names.count,
            dates: Set(names.indices.filter { dates.contains(names[$0]) }), keys: keys,
            query: "SELECT \(columns) FROM \(source) \(hasRows ? order : "")")
    }

    func write(_ destination: any FeedDestination, _ text: inout CSVText) throws -> Int {
        guard columns > 0 else { return 0 }
        guard let keys else { return try writeFound(destination, &text) }
        return try keys.reduce(into: 0) { rows, key in
            try query.start(key)
            rows += try writeFound(destination, &text)
        }
    }

    private func writeFound(
        _ destination: any FeedDestination, _ text: inout CSVText
    ) throws -> Int {
        var rows = 0
        while try query.next() {
            rows += 1
            for column in 0..<columns {
                if query.row.isInteger(column), let value = query.row.int64(column) {
                    text.bytes.append(integer: value, digits: digits[column])
                } else if let value = query.row.real(column) {
                    text.bytes.append(real: value)
                } else if query.row.isText(column) {
                    text.append(text: query.row.bytes(column))
                }
                text.endCell()
            }
            text.endRow()
            try destination.write(&text)
        }
        return rows
    }
}

struct LocationsExport {
    private let query: Statement

    init(_ connection: Connection) throws {
        query = try Statement(
            connection, "SELECT id, stop_name, stop_desc, geometry FROM locations")
    }

    func write(_ destination: any FeedDestination) throws -> Int {
        var rows = 0
        var text = "{\"type\":\"FeatureCollection\",\"features\":["
        while try query.next() {
            text += rows == 0 ? "\n" : ",\n"
            rows += 1
            var properties: [String: JSONValue] = [:]
            properties["stop_name"] = query.row.asText(1).map { .string($0) }
            properties["stop_desc"] = query.row.asText(2).map { .string($0) }
            let id = JSONValue.string(query.row.asText(0) ?? "").text
            text += "{\"type\":\"Feature\",\"id\":\(id),"
            text += "\"properties\":\(JSONValue(properties).text),"
            text += "\"geometry\":\(query.row.asText(3) ?? "null")}"
            try write(&text, destination)
        }
        text += "\n]}\n"
        try write(&text, destination)
        return rows
    }

    private func write(_ text: inout String, _ destination: any FeedDestination) throws {
        try text.withUTF8 { try destination.write(UnsafeRawBufferPointer($0)) }
        text = ""
    }
}
