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
        try write(
            to: target.lowercased().hasSuffix(".zip")
                ? ZipDestination(target: target, overwrites: overwriting)
                : FolderDestination(target: target, overwrites: overwriting))
    }

    /// Writes the feed to a plain SQLite database, see ``DatabaseDestination``.
    package func run(toDatabase target: String, overwriting: Bool) throws -> [FileCount] {
        try write(to: DatabaseDestination(target: target, overwrites: overwriting))
    }

    private func write(to destination: any FeedDestination) throws -> [FileCount] {
        try bundle.read { try RangeCheck.checkRanges($0) }
        var counts: [FileCount] = []
        func write(_ file: ExportedFile, _ rows: (Connection, inout CSVText) throws -> Int) throws {
            try destination.begin(file)
            let count = try bundle.read { connection in
                var text = CSVText()
                let count = try rows(connection, &text)
                try destination.write(&text, isLast: true)
                return count
            }
            try destination.end()
            counts.append(FileCount(file: file.name, rows: count))
        }
        for table in Schedule.tables {
            guard let file = facts.files[table.file.name] else { continue }
            let known = table.fields.filter { file.columns.contains($0.name) }
            let unknown = facts.columns(of: table)
            let isFeature = table.file == Location.file
            let fields =
                isFeature && !destination.isText
                ? table.fields
                : PackedExtension.merge(known, with: unknown) {
                    FieldSpec(unknown: unknown?.columns[$0].column ?? "")
                }
            try write(ExportedFile(name: table.file.name, table: table, fields: fields)) {
                connection, text in
                if destination.isText, !isFeature {
                    // An empty file had no header either.
                    text.appendHeader(
                        PackedExtension.merge(known.map(\.name), with: unknown) {
                            unknown?.columns[$0].name ?? ""
                        })
                }
                return try self.write(
                    table, isFeature ? fields : known, unknown, to: destination, &text, connection)
            }
        }
        for unknown in facts.unknownTables {
            let fields = unknown.columns.map { FieldSpec(unknown: $0.column) }
            let table = TableSpec(file: FileSpec(unknown.table, .optional), fields: [])
            try write(ExportedFile(name: unknown.file, table: table, fields: fields)) {
                connection, text in
                if destination.isText { text.appendHeader(unknown.columns.map(\.name)) }
                return try TableExport(
                    connection, columns: fields.count,
                    query: "SELECT \(unknown.columnList()) FROM \(unknown.table) ORDER BY rowid"
                ).write(destination, &text)
            }
        }
        try destination.publish()
        return counts
    }

    private func write(
        _ table: TableSpec, _ fields: [FieldSpec], _ unknown: PackedExtension?,
        to destination: any FeedDestination, _ text: inout CSVText, _ connection: Connection
    ) throws -> Int {
        switch table.file {
        case StopTime.file:
            try StopTimesExport(connection, fields, unknown: unknown).write(destination, &text)
        case ShapePoint.file:
            try ShapesExport(connection, fields, unknown: unknown).write(destination, &text)
        case Location.file where destination.isText:
            try LocationsExport(connection).write(destination)
        default:
            try TableExport(
                connection, table: table, fields: fields, unknown,
                keys: bundle.orderedKeys(table, connection)
            ).write(destination, &text)
        }
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
