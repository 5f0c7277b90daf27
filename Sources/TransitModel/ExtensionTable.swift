/// A part of a feed that the reference does not know: a file, or the further columns of one.
///
/// Bundles keep it as published, without interpreting it. `schema/bundle.md` says how the tables
/// are named.
public struct ExtensionTable: Codable, Hashable, Sendable {
    /// The name in the bundle, such as `x_facilities`, or `x_trips` for columns of `trips.txt`.
    public var table: String
    /// The file of the feed.
    public var file: String
    /// The number of rows.
    public var rows: Int
    /// The columns of the reference that identify a row; `row`, its position, where the file has no
    /// key. Empty for a file that the reference does not know.
    public var key: [String]
    /// The columns that the reference does not know, in the order of the file.
    public var columns: [ExtensionColumn]

    /// Creates an extension table.
    public init(
        table: String, file: String, rows: Int = 0, key: [String] = [],
        columns: [ExtensionColumn] = []
    ) {
        self.table = table
        self.file = file
        self.rows = rows
        self.key = key
        self.columns = columns
    }
}

/// A column that the reference does not know.
public struct ExtensionColumn: Codable, Hashable, Sendable {
    /// The name in the bundle: that of the header, unless SQL requires another.
    public var column: String
    /// The name in the header of the file.
    public var name: String

    /// Creates an extension column.
    public init(column: String, name: String) {
        self.column = column
        self.name = name
    }
}

/// A row of an ``ExtensionTable``.
public struct ExtensionRow: Codable, Hashable, Sendable {
    /// The published values, by ``ExtensionTable/key`` and ``ExtensionColumn/column``; blank ones
    /// are left out.
    public var values: [String: String]

    /// Creates an extension row.
    public init(values: [String: String]) {
        self.values = values
    }
}

/// Rows of an ``ExtensionTable``, such as those about a stop.
public struct ExtensionRows: Codable, Hashable, Sendable {
    /// The table, with all its columns.
    public var table: ExtensionTable
    /// The rows, in the order of the file.
    public var rows: [ExtensionRow]
    /// Whether the table has more of these rows.
    public var isCut: Bool

    /// Creates rows of an extension table.
    public init(table: ExtensionTable, rows: [ExtensionRow], isCut: Bool = false) {
        self.table = table
        self.rows = rows
        self.isCut = isCut
    }
}
