import GTFSSchedule
import SQLiteLayer

struct RowSource {
    let bundle: BundleReading
    let table: String
    let columns: [String?]

    typealias Row = [String?]
    /// The rows with a value in a field.
    typealias Choice = (field: String, value: String)

    /// Nil looks at all rows.
    func rows(only choice: Choice?) throws -> [Row] {
        var rows: [Row] = []
        try visit(only: choice) { rows.append(values($0)) }
        return rows
    }

    func values(_ row: Columns) -> Row { columns.indices.map { row.exactText($0) } }

    func visit(only choice: Choice?, _ body: (Columns) -> Void) throws {
        try bundle.read { connection in
            // A table without rows is a view without rows; older bundles lack columns.
            let values = try columns.map { column in
                guard let column, try connection.hasColumn(column, of: table) else {
                    return "NULL"
                }
                return "\"\(column)\""
            }.joined(separator: ", ")
            let sql = "SELECT \(values) FROM \(table)"
            if let choice {
                try connection.readRows(
                    "\(sql) WHERE \(choice.field) = ?", choice.value, body: body)
            } else {
                try connection.readRows(sql, body: body)
            }
        }
    }
}

/// The rows of a table that differ, by their keys.
struct DifferenceFinder {
    let old: RowSource
    let new: RowSource
    private let file: String
    private let columns: [String]
    private let key: [Int]
    /// A key names these rows already.
    private let hasAllFields: Bool

    /// More unmatched rows than this are counted and not compared.
    private static let mostRows = 20_000

    typealias Row = RowSource.Row

    init(
        table: String, file: String, columns: [String], key: [String], _ old: BundleReading,
        _ new: BundleReading
    ) {
        self.init(
            file: file, columns: columns, key: key.compactMap { columns.firstIndex(of: $0) },
            old: RowSource(bundle: old, table: table, columns: columns),
            new: RowSource(bundle: new, table: table, columns: columns))
    }

    init(
        file: String, columns: [String], key: [Int], old: RowSource, new: RowSource,
        hasAllFields: Bool = false
    ) {
        self.hasAllFields = hasAllFields
        self.file = file
        self.columns = columns
        self.key = key
        self.old = old
        self.new = new
    }

    static func rejected(
        _ old: BundleReading, _ new: BundleReading,
        columns: [String] = ["file", "row", "field", "value"]
    ) -> DifferenceFinder {
        DifferenceFinder(
            table: "rejected", file: "rejected", columns: columns,
            key: ["file", "row", "field"], old, new)
    }

    var keyColumns: [String] { key.map { columns[$0] } }

    /// Nil looks at all rows.
    func differences(only choice: RowSource.Choice? = nil) throws -> RowDifferences.Found {
        let (before, after, count) = try unmatched(choice)
        let pairs = RowPairs(before, after) { row in key.map { row[$0]?.exact } }
        let found = pairs.all.map(difference)
        return (found, max(0, count - found.count))
    }

    private func difference(_ old: Row?, _ new: Row?) -> RowDifferences.Row {
        let named = new ?? old ?? []
        let key = key.compactMap { place in
            named[place].map { RowDifferences.Value(field: columns[place], value: $0) }
        }
        let isPaired = old != nil && new != nil
        return RowDifferences.Row(
            file: file, kind: isPaired ? .changed : old == nil ? .added : .removed, key: key,
            fields: isPaired || key.isEmpty || hasAllFields ? fields(old, new) : [])
    }

    func fields(_ old: Row?, _ new: Row?) -> [Changes.Field] {
        Changes.Field.differing(old, new, names: columns)
    }

    /// The count is the least number of rows that differ.
    private func unmatched(
        _ choice: RowSource.Choice?
    ) throws -> (old: [Row], new: [Row], count: Int) {
        // How many more of the same rows the old bundle has, then the new one has left unmatched.
        var left: [Int: Int] = [:]
        try old.visit(only: choice) { left[digest($0), default: 0] += 1 }
        func rest(of source: RowSource, isLeft: (Int) -> Bool) throws -> ([Row], Int) {
            var rows: [Row] = []
            var count = 0
            try source.visit(only: choice) { row in
                guard isLeft(digest(row)) else { return }
                count += 1
                if rows.count < Self.mostRows { rows.append(source.values(row)) }
            }
            return (rows, count)
        }
        let (after, added) = try rest(of: new) { digest in
            guard let number = left[digest], number > 0 else { return true }
            left[digest] = number - 1
            return false
        }
        let (before, removed) = try rest(of: old) { digest in
            guard let number = left[digest], number > 0 else { return false }
            left[digest] = number - 1
            return true
        }
        return (before, after, max(added, removed))
    }

    /// The rows as one number, whatever their order: the sum of a digest for each row. A sum, because
    /// exclusive or would lose rows that are there twice.
    private func sum(of source: RowSource) throws -> Int {
        var sum = 0
        try source.visit(only: nil) { sum &+= digest($0) }
        return sum
    }

    func differs() throws -> Bool { try sum(of: old) != sum(of: new) }

    /// The values of the first column whose rows differ.
    func differingByFirst() throws -> [RecordID] {
        try RecordID.differing(digestsByFirst(of: old), digestsByFirst(of: new))
    }

    private func digestsByFirst(of source: RowSource) throws -> [RecordID: Int] {
        var digests: [RecordID: Int] = [:]
        try source.visit(only: nil) { row in
            digests[RecordID(row.exactText(0) ?? ""), default: 0] &+= digest(row)
        }
        return digests
    }

    private func digest(_ row: Columns) -> Int { row.digest(0..<columns.count) }
}

extension RecordID {
    /// Those whose digests differ, in order.
    static func differing(_ old: [RecordID: Int], _ new: [RecordID: Int]) -> [RecordID] {
        Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }
}
