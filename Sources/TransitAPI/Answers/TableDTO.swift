/// A table or view of the bundle.
public struct TableDTO: WireObject, DTO, ListedForm {
    public static var listKey: StaticString { "tables" }
    /// As in `schema/bundle.sql`.
    public var name = ""
    /// `rows`; 0 where an answer lacks it.
    public var rows = 0
    /// The size in bytes with all indexes, including those for search and for places; 0 for a view;
    /// nil where SQLite cannot tell.
    public var bytes: Int?

    init() {}

    /// Creates the wire form of a table.
    public init(name: String, rows: Int, bytes: Int? = nil) {
        self.name = name
        self.rows = rows
        self.bytes = bytes
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("name", &name)
        wire.key("rows", &rows)
        wire.optional("bytes", &bytes)
    }
}
