/// The tables and views of the bundle, by name.
public struct TableListDTO: DTO {
    /// `tables`; empty where there are none.
    public var tables: [TableDTO]

    /// Tables as they are sent.
    public init(tables: [TableDTO] = []) {
        self.tables = tables
    }

    public init(_ wire: WireReader) {
        tables = wire.list("tables")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(tables, "tables")
    }
}

/// A table or view of the bundle.
public struct TableDTO: DTO {
    /// As in `schema/bundle.sql`.
    public var name: String
    /// `rows`; 0 where an answer lacks it.
    public var rows: Int
    /// The bytes with all its indexes, including those for search and for places; 0 for a view; nil
    /// where SQLite cannot tell.
    public var bytes: Int?

    /// A table as it is sent.
    public init(name: String, rows: Int, bytes: Int? = nil) {
        self.name = name
        self.rows = rows
        self.bytes = bytes
    }

    public init(_ wire: WireReader) {
        name = wire.text("name")
        rows = wire.integer("rows")
        bytes = wire.optionalInteger("bytes")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(name, "name")
        wire.put(rows, "rows")
        wire.put(bytes, "bytes")
    }
}
