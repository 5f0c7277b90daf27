/// The rows of trips whose rows do not follow each other in the file, list after list in one piece
/// of memory: a feed may have such a list for every trip.
package struct RowLists {
    private var rows: [Int32] = []
    /// The end of each list.
    private var ends: [Int] = []

    package var count: Int { ends.count }

    /// Makes room for that many more rows, and no more.
    mutating func reserve(_ added: Int) {
        rows.reserveCapacity(rows.count + added)
    }

    mutating func append(_ list: some Sequence<Int32>) {
        rows.append(contentsOf: list)
        ends.append(rows.count)
    }

    package subscript(number: Int) -> ArraySlice<Int32> {
        rows[(number > 0 ? ends[number - 1] : 0)..<ends[number]]
    }

    package subscript(number: Int, position: Int) -> Int32 {
        rows[(number > 0 ? ends[number - 1] : 0) + position]
    }
}
