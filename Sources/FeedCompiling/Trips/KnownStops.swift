/// The stops of `stops.txt`, as rows of `stop_times.txt` refer to them. It never changes, so any
/// thread may ask.
final class KnownStops: @unchecked Sendable {
    // Sendable: a copy of a table that is not added to, and the facts about its stops.
    private let ids: IDTable
    private let facts: [Facts]

    struct Facts {
        let key: Int32
        let number: Int32
        let isPlain: Bool
    }

    init(_ ids: IDTable, _ facts: (Int, UnsafeRawBufferPointer) -> Facts) {
        let copy = IDTable(capacity: ids.count)
        for number in 0..<ids.count { _ = copy.intern(ids[number]) }
        self.ids = copy
        self.facts = (0..<copy.count).map { facts($0, copy[$0]) }
    }

    /// Looks up a row's stop; false when it is unknown or rules have something to note about it.
    @inline(__always)
    func read(
        _ id: UnsafeRawBufferPointer, into row: inout StopTimeRow, last: inout Int,
        successors: inout Successors
    ) -> Bool {
        if id.isEmpty { return true }
        let guess = successors[last]
        guard let number = ids.find(id, expecting: guess), facts[number].isPlain else {
            return false
        }
        if number != guess { successors[last] = number }
        last = number
        row.stop = facts[number].key
        row.stopNumber = facts[number].number
        return true
    }
}
