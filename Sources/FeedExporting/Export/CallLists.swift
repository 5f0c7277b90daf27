/// Lists by position that trips refer to: stop headsigns, or what flexible service adds.
///
/// A list is read when the first trip asks for it; feeds have few.
final class CallLists {
    private let query: Query
    private let width: Int
    private var lists: [Int64: [Int64: [String?]]] = [:]

    /// - Parameters:
    ///   - key: the column that names the list.
    ///   - columns: what a position has.
    init(_ connection: BundleConnection, _ table: String, key: String, columns: [String]) throws {
        width = columns.count
        query = try Query(
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
        query.restart(number)
        while try query.next() {
            list[query.integer(0) ?? 0] = (1...width).map { query.string($0) }
        }
        lists[number] = list
        return list
    }
}
