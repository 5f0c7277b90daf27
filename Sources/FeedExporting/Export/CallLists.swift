import SQLiteLayer

/// Lists by position that trips refer to: stop headsigns, or what flexible service adds.
///
/// A list is read when the first trip asks for it; feeds have few.
final class CallLists {
    private let query: Statement
    private let width: Int
    private var lists: [Int64: [Int64: [String?]]] = [:]

    /// - Parameters:
    ///   - key: the column that names the list.
    ///   - columns: what a position has.
    init(_ connection: Connection, _ table: String, key: String, columns: [String]) throws {
        width = columns.count
        query = try Statement(
            connection,
            """
            SELECT position, \(columns.joined(separator: ", ")) FROM \(table) WHERE \(key) = ?
            """)
    }

    /// A list's texts by position from 1 on; empty without a list.
    func list(_ number: Int64?) throws -> [Int64: [String?]] {
        guard let number else { return [:] }
        if let known = lists[number] { return known }
        var list: [Int64: [String?]] = [:]
        try query.reset()
        try query.bind(1, number)
        while try query.next() {
            list[query.row.int64(0) ?? 0] = (1...width).map { query.row.asText($0) }
        }
        lists[number] = list
        return list
    }
}
