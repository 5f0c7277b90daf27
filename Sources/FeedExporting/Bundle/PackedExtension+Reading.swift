import BundleCodec
import BundleWriting
import FeedCompiling
import GTFSSchedule
import SQLiteLayer

extension PackedExtension {
    /// Throws when the bundle does not have the tables, or has views in their place.
    func check(_ connection: Connection) throws {
        var names: [String] = []
        switch base?.file {
        case nil: names = [table]
        case StopTime.file, ShapePoint.file: names = [rowsTable, listsTable]
        case Trip.file: names = [rowsTable]
        default: if try hasRows(connection) { names = [rowsTable] }
        }
        for name in names where try !connection.hasTable(name) {
            throw DamagedBundle(reason: "it has no table \(name)")
        }
    }

    func hasRows(_ connection: Connection) throws -> Bool {
        try base.map { try connection.hasTable($0.name) } ?? true
    }

    func extended(_ table: TableSpec) -> TableSpec {
        TableSpec(
            file: table.file,
            fields: table.fields + columns.map { FieldSpec(unknown: $0.name) })
    }

    static func merge<Column>(
        _ fields: [Column], with others: PackedExtension?, _ column: (Int) -> Column
    ) -> [Column] {
        var merged = fields
        for (index, other) in (others?.columns ?? []).enumerated() {
            merged.insert(column(index), at: min(other.place - 1, merged.count))
        }
        return merged
    }
}

final class ExtensionLists {
    struct Run {
        let sequence: Int64
        let values: [String?]
    }

    private var owners: [Int64] = []
    private var lists: [Int64?] = []
    private let width: Int
    private let query: Statement
    private var known: [Int64: [Run]] = [:]

    private static let mostKnown = 10_000

    init(_ connection: Connection, _ table: PackedExtension, owner: String, sequence: String) throws
    {
        width = table.columns.count
        query = try Statement(
            connection,
            """
            SELECT \(sequence), \(table.columnList()) FROM \(table.rowsTable) WHERE list = ?
            ORDER BY \(sequence)
            """)
        try connection.readRows(
            "SELECT \(owner), list FROM \(table.listsTable) ORDER BY \(owner)"
        ) { row in
            owners.append(row.int64(0) ?? 0)
            lists.append(row.int64(1))
        }
    }

    func runs(of owner: Int64) throws -> [Run] {
        let place = owners.indices.bisected { owners[$0] > owner }
        guard place > 0, let list = lists[place - 1] else { return [] }
        if let runs = known[list] { return runs }
        var runs: [Run] = []
        try query.start(list)
        while try query.next() {
            runs.append(
                Run(
                    sequence: query.row.int64(0) ?? 0,
                    values: (1...width).map { query.row.asText($0) }))
        }
        if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
        known[list] = runs
        return runs
    }

    static func values(_ runs: [Run], at sequence: Int64) -> [String?]? {
        let place = runs.indices.bisected { runs[$0].sequence > sequence }
        return place > 0 ? runs[place - 1].values : nil
    }
}
