import Foundation
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the files and columns of the feed that the reference does not know, as far as the
    /// bundle keeps them: columns first, in the order of the reference's files, then files by name.
    ///
    /// ```swift
    /// let tables = try await bundle.extensionTables()
    /// let names = tables.map { "\($0.file): \($0.columns.map(\.name).joined(separator: ", "))" }
    /// ```
    public func extensionTables() async throws -> [ExtensionTable] {
        try await lookUp { $0.tables.map(\.model) }
    }

    /// Returns rows of a table of ``extensionTables()``, in the order of the file.
    ///
    /// - Parameters:
    ///   - table: the name of the table in the bundle, such as `x_facilities`.
    ///   - position: `FeedPage.next` of the previous page; 0 for the first page.
    ///   - limit: the maximum number of rows.
    /// - Throws: `TransitSourceError.notFound` when there is no such table.
    public func extensionRows(
        of table: String, after position: Int64, limit: Int = 100
    ) async throws -> FeedPage<ExtensionRow> {
        try await lookUp { lookup in
            let found = lookup.tables.first { $0.model.table == table }
            return try lookup.page(
                of: found.orNotFound("extension", table), after: position, limit: limit)
        }
    }

    public func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow] {
        try await extensionRows(of: table, after: 0, limit: limit).rows
    }

    /// Returns the rows with the `stop_id` of a stop in tables of ``extensionTables()`` that have
    /// this column, at most 500 of each table.
    public func extensions(of stop: Stop) async throws -> [ExtensionRows] {
        try await lookUp { try $0.rows(where: "stop_id", is: stop.stopID) }
    }

    /// Returns the rows with the `route_id` of a route in tables of ``extensionTables()`` that have
    /// this column, at most 500 of each table.
    public func extensions(of route: Route) async throws -> [ExtensionRows] {
        try await lookUp { try $0.rows(where: "route_id", is: route.routeID) }
    }

    /// Returns the rows with the `trip_id` of a trip in tables of ``extensionTables()`` that have
    /// this column, including those of its calls, at most 500 of each table.
    public func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await lookUp { try $0.rows(where: "trip_id", is: trip.tripID) }
    }

    private func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (ExtensionLookup) throws -> Value
    ) async throws -> Value {
        let known = knownExtensions
        return try await question { db in
            let tables = try known.value { try ExtensionLookup.Table.all(db) }
            return try body(ExtensionLookup(db: db, tables: tables))
        }
    }
}

struct ExtensionLookup {
    let db: Database
    let tables: [Table]

    struct Table: Sendable {
        let model: ExtensionTable
        /// A view on the tables of a known file, without row numbers of its own.
        let isView: Bool
        var columns: [String] { model.key + model.columns.map(\.column) }
    }

    private static let mostRows = 500

    func page(
        of table: Table, after position: Int64, limit: Int
    ) throws -> FeedPage<ExtensionRow> {
        guard limit > 0 else { return FeedPage(rows: [], next: position) }
        // One more than wanted shows whether there are more.
        let most = limit == .max ? limit : limit + 1
        var rows: [ExtensionRow] = []
        var last = position
        var next: Int64?
        let source =
            table.isView
            ? "NULL, \(Self.list(table)) LIMIT ? OFFSET ?"
            : "rowid, \(Self.list(table)) WHERE rowid > ?2 ORDER BY rowid LIMIT ?1"
        try db.readRows("SELECT \(source)", arguments: [most, position]) { row in
            guard rows.count < limit else {
                next = last
                return
            }
            rows.append(Self.row(row, of: table, from: 1))
            last = row.int64(0) ?? last + 1
        }
        return FeedPage(rows: rows, next: next)
    }

    func rows(where column: String, is id: String) throws -> [ExtensionRows] {
        try tables.filter { $0.columns.contains(column) }.compactMap { table in
            let rows = try db.readAll(
                "SELECT \(Self.list(table)) WHERE \(Self.quoted(column)) = ? LIMIT ?",
                arguments: [id, Self.mostRows + 1]
            ) { Self.row($0, of: table, from: 0) }
            return rows.isEmpty
                ? nil
                : ExtensionRows(
                    table: table.model, rows: Array(rows.prefix(Self.mostRows)),
                    isCut: rows.count > Self.mostRows)
        }
    }

    private static func list(_ table: Table) -> String {
        table.columns.map(quoted).joined(separator: ", ") + " FROM " + quoted(table.model.table)
    }

    private static func row(
        _ row: Columns, of table: Table, from first: Int
    ) -> ExtensionRow {
        var values: [String: String] = [:]
        for (place, column) in table.columns.enumerated() {
            values[column] = row.asText(first + place)
        }
        return ExtensionRow(values: values)
    }

    /// Names have been checked and contain no quotes.
    private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

extension ExtensionLookup.Table {
    /// The value of `extensions` in `metadata`: the only source of names for SQL.
    private struct Described: Decodable {
        struct Column: Decodable {
            let column: String
            let name: String
        }

        let table: String
        let file: String
        let rows: Int
        let columns: [Column]
    }

    static func all(_ db: Database) throws -> [Self] {
        guard
            let text = try db.first(
                "SELECT value FROM metadata WHERE key = 'extensions'", { $0.text(0) })
        else { return [] }
        do {
            return try JSONDecoder().decode([Described].self, from: Data(text.utf8))
                .map { try Self($0, db) }
        } catch let error as DecodingError {
            throw TransitBundleError.damaged(reason: "metadata extensions: \(error)")
        }
    }

    private init(_ described: Described, _ db: Database) throws {
        let names = described.columns.map(\.column)
        let type = try db.first(
            "SELECT type FROM sqlite_master WHERE name = ?", arguments: [described.table]
        ) { $0.text(0) }
        let columns = try db.readAll(
            "SELECT name FROM pragma_table_info(?)", arguments: [described.table]
        ) { $0.text(0) }
        guard described.table.hasPrefix("x_"), type == "table" || type == "view",
            ([described.table] + columns).allSatisfy(Self.isPlain),
            Set(columns).isSuperset(of: names), Set(names).count == names.count
        else {
            throw TransitBundleError.damaged(
                reason: "\(described.table.prefix(60)) is not as metadata describes it")
        }
        let known = Set(names)
        model = ExtensionTable(
            table: described.table, file: described.file, rows: described.rows,
            key: columns.filter { !known.contains($0) },
            columns: described.columns.map { ExtensionColumn(column: $0.column, name: $0.name) })
        isView = type == "view"
    }

    /// Letters, digits and `_`, as in all such names of bundles.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
