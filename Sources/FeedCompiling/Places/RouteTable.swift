import GTFSSchedule

package final class RouteTable {
    package let ids = IDTable(capacity: 256)
    /// By number, which is the place in `routes.txt`.
    package private(set) var keys: [Int32] = []
    package private(set) var isKept: [Bool] = []
    /// Ids that trips name and `routes.txt` does not have; the key of the first is -1.
    package let dangling = IDTable()

    package init() {}

    package var count: Int { ids.count }

    /// The id must be new to `ids`.
    func append(key: Int32, isKept: Bool) {
        keys.append(key)
        self.isKept.append(isKept)
    }

    func danglingKey(_ id: UnsafeRawBufferPointer) -> Int32 {
        -Int32(dangling.intern(id).index) - 1
    }
}
