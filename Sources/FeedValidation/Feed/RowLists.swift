/// The rows of trips that do not follow each other in the file, list after list in one piece of memory: a
/// feed may have a list for every trip.
package struct RowLists {
    private var rows: [Int32] = []
    /// Behind each list.
    private var ends: [Int] = []

    package var count: Int { ends.count }

    /// Makes room for as many rows more, and no more than that.
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
