package import FeedReading
package import GTFSSchedule

/// A table of a bundle for what the reference does not know: a whole file, or the columns of a file
/// that it knows.
///
/// SQL has only names that ``ExtensionNames`` made or checked, never a text of a feed.
package struct PackedExtension: Sendable, Hashable {
    package struct Column: Sendable, Hashable {
        /// In SQL.
        package let column: String
        /// In the header.
        package let name: String
        /// In the header, from 1 on.
        package let place: Int
    }

    /// In SQL: `x_trips`.
    package let table: String
    package let file: String
    package let columns: [Column]

    /// Nil for a file that the reference does not know.
    package var base: TableSpec? { Schedule.table(file: file) }

    /// The tables below the view of columns: their values, and for large files which rows have them.
    package var rowsTable: String { "\(table)_rows" }
    package var listsTable: String { "\(table)_lists" }

    package func columnList(_ owner: String? = nil) -> String {
        columns.map { (owner.map { "\($0)." } ?? "") + "\"\($0.column)\"" }.joined(separator: ", ")
    }
}

extension PackedExtension {
    /// - Parameter rows: the file's rows that have a value.
    package func json(rows: Int) -> JSONValue {
        JSONValue([
            "table": .string(table), "file": .string(file), "rows": .integer(rows),
            "columns": .array(
                columns.map {
                    JSONValue([
                        "column": .string($0.column), "name": .string($0.name),
                        "place": .integer($0.place),
                    ])
                }),
        ])
    }

    /// Reads an entry, which may be anything; nil when it has names that no build gives.
    package init?(_ json: JSONValue) {
        guard case .string(let table)? = json["table"], case .string(let file)? = json["file"],
            case .array(let list)? = json["columns"], ExtensionNames.isTable(table),
            Schedule.table(file: file) != nil || ExtensionNames.isFile(file)
        else { return nil }
        var columns: [Column] = []
        for column in list {
            guard case .string(let sql)? = column["column"], ExtensionNames.isColumn(sql),
                case .string(let name)? = column["name"],
                case .integer(let place)? = column["place"],
                1...Self.mostPlaces ~= place
            else { return nil }
            columns.append(Column(column: sql, name: name, place: place))
        }
        guard 1...ExtensionNames.mostColumns ~= columns.count,
            Set(columns.map { $0.column.lowercased() }).count == columns.count
        else { return nil }
        self.init(table: table, file: file, columns: columns)
    }

    /// Nil when an entry is invalid.
    package static func tables(_ metadata: String?) -> [(table: PackedExtension, rows: Int)]? {
        guard let metadata else { return [] }
        guard case .array(let entries)? = JSONValue(text: metadata) else { return nil }
        var tables: [(table: PackedExtension, rows: Int)] = []
        for entry in entries {
            guard let table = PackedExtension(entry), case .integer(let rows)? = entry["rows"]
            else { return nil }
            tables.append((table, rows))
        }
        let names = Set(tables.map(\.table.table))
        let files = Set(tables.map(\.table.file.exact))
        guard names.count == tables.count, files.count == tables.count else { return nil }
        return tables
    }

    /// The largest place that a column may have; a record has no more bytes.
    private static let mostPlaces = CSVReader.longestRecord
}
