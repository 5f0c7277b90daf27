import GTFSSchedule
import SQLiteLayer

enum ChangeKind: String, Sendable, Encodable, CaseIterable {
    case added, removed, changed
}

package struct RowDifferences: Sendable, Encodable {
    package struct Row: Sendable, Encodable {
        package let file: String
        let kind: ChangeKind
        /// As the reference names rows; empty for a file of one row.
        package let key: [Value]
        /// An added or removed row has fields here only where it has no key.
        package let fields: [Changes.Field]
    }

    package struct Value: Sendable, Encodable {
        package let field: String
        package let value: String
    }

    package private(set) var rows: [Row] = []
    package private(set) var more = 0

    var count: Int { rows.count + more }

    mutating func add(_ others: (rows: [Row], more: Int), listing limit: Int) {
        rows += others.rows.prefix(limit)
        more += others.more + max(0, others.rows.count - limit)
    }
}

struct RowSource {
    let bundle: BundleReading
    let table: String
    let columns: [String?]

    /// Nil looks at all rows.
    func rows(only: (field: String, value: String)?) throws -> [[String?]] {
        var rows: [[String?]] = []
        try visit(only: only) { row in
            rows.append(columns.indices.map { row.exactText($0) })
        }
        return rows
    }

    func visit(
        only: (field: String, value: String)?, _ body: (Columns) -> Void
    ) throws {
        try bundle.read { connection in
            // A table without rows is a view without rows; older bundles lack columns.
            let values = try columns.map { column in
                guard let column, try connection.hasColumn(column, of: table) else {
                    return "NULL"
                }
                return "\"\(column)\""
            }.joined(separator: ", ")
            let condition = only.map { " WHERE \($0.field) = ?" } ?? ""
            let sql = "SELECT \(values) FROM \(table)\(condition)"
            if let only {
                try connection.readRows(sql, only.value, body: body)
            } else {
                try connection.readRows(sql, body: body)
            }
        }
    }
}

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

    typealias Row = [String?]

    init(_ table: TableSpec, old: BundleReading, new: BundleReading) {
        self.init(
            table: table.name, file: table.file.name,
            columns: table.fields.map(\.name),
            key: table.file.primaryKey, old, new)
    }

    private init(
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

    /// Nil looks at all rows. The number is of rows beyond those that were compared.
    func differences(
        only: (field: String, value: String)? = nil
    ) throws -> (rows: [RowDifferences.Row], more: Int) {
        let (before, after, count) = try unmatched(only)
        var partners: [[ExactText?]: [Row]] = [:]
        for row in before.reversed() { partners[key(of: row), default: []].append(row) }
        var found: [RowDifferences.Row] = []
        for row in after {
            let partner = partners[key(of: row)]?.popLast()
            found.append(difference(partner, row))
        }
        for row in before {
            guard let rest = partners[key(of: row)]?.popLast() else { continue }
            found.append(difference(rest, nil))
        }
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
        columns.indices.compactMap { place in
            let before: String? = old.flatMap { $0[place] }
            let after: String? = new.flatMap { $0[place] }
            return Self.areSame(before, after)
                ? nil : Changes.Field(field: columns[place], old: before, new: after)
        }
    }

    private static func areSame(_ one: String?, _ other: String?) -> Bool {
        one.map(RecordID.init) == other.map(RecordID.init)
    }

    private func key(of row: Row) -> [ExactText?] { key.map { row[$0]?.exact } }

    /// The count is the least number of rows that differ.
    private func unmatched(
        _ only: (field: String, value: String)?
    ) throws -> (old: [Row], new: [Row], count: Int) {
        // How many more of the same rows the old bundle has, then the new one has left unmatched.
        var left: [Int: Int] = [:]
        try old.visit(only: only) { left[digest($0), default: 0] += 1 }
        func rest(of source: RowSource, isLeft: (Int) -> Bool) throws -> ([Row], Int) {
            var rows: [Row] = []
            var count = 0
            try source.visit(only: only) { row in
                guard isLeft(digest(row)) else { return }
                count += 1
                guard rows.count < Self.mostRows else { return }
                rows.append(columns.indices.map { row.exactText($0) })
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

extension DifferenceFinder {
    static func rejected(
        _ old: BundleReading, _ new: BundleReading,
        columns: [String] = ["file", "row", "field", "value"]
    ) -> DifferenceFinder {
        DifferenceFinder(
            table: "rejected", file: "rejected", columns: columns,
            key: ["file", "row", "field"], old, new)
    }
}

extension Comparable where Self: Hashable {
    /// The keys whose digests differ, in order.
    static func differing(_ old: [Self: Int], _ new: [Self: Int]) -> [Self] {
        Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }
}
