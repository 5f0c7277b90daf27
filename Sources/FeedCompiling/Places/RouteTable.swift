import GTFSSchedule

/// The routes of a feed: their keys and what filters need.
package final class RouteTable {
    package let ids = IDTable(capacity: 256)
    /// The key (`rid`) by number; the number is the place in `routes.txt`.
    package private(set) var keys: [Int32] = []
    /// False for routes that the filters leave out.
    package private(set) var isKept: [Bool] = []
    /// Ids that trips name and `routes.txt` does not have; the key of the first is -1.
    package let dangling = IDTable()

    package init() {}

    package var count: Int { ids.count }

    /// Adds a route whose id must be new to `ids`.
    func append(key: Int32, isKept: Bool) {
        keys.append(key)
        self.isKept.append(isKept)
    }

    /// The key of an id that `routes.txt` does not have.
    func danglingKey(_ id: UnsafeRawBufferPointer) -> Int32 {
        -Int32(dangling.intern(id).index) - 1
    }
}
