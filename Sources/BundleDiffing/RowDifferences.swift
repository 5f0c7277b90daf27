import GTFSSchedule

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

    /// The number is of rows beyond those that were compared.
    typealias Found = (rows: [Row], more: Int)

    package private(set) var rows: [Row] = []
    package private(set) var more = 0
    /// Of the rows that were compared.
    private(set) var counts: [ChangeKind: Int] = [:]

    private enum CodingKeys: String, CodingKey {
        case rows, more
    }

    var count: Int { rows.count + more }

    var areAllCompared: Bool { counts.values.reduce(0, +) == count }

    mutating func add(_ others: Found, listing limit: Int) {
        for row in others.rows { counts[row.kind, default: 0] += 1 }
        rows += others.rows.prefix(limit)
        more += others.more + max(0, others.rows.count - limit)
    }

    /// The rows of the first of the ids, which share the limit.
    mutating func add(
        ofFirst most: Int, _ ids: [RecordID], listing limit: Int,
        _ rows: (RecordID) throws -> Found
    ) rethrows {
        for id in ids.prefix(most) { add(try rows(id), listing: limit / most) }
        more += max(0, ids.count - most)
    }
}
