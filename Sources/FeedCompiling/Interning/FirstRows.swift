/// The rows of a file by their keys; the first row counts when keys are equal.
///
/// Holds a part of each key's hash and the row's number, eight bytes, instead of the keys. Keys are
/// compared only where hashes agree.
package struct FirstRows {
    /// The upper half is a part of the hash, the lower half the row's number plus one; 0 in a free
    /// slot. Open addressing, at most half full.
    private var slots: [UInt64]

    /// - Parameter count: how many rows there are at most.
    package init(count: Int) {
        var capacity = 64
        while capacity < 2 * count { capacity *= 2 }
        slots = Array(repeating: 0, count: capacity)
    }

    /// The first row with the key; nil when this row is the first, and from now on it is.
    ///
    /// - Parameter hasKey: whether an earlier row has the key.
    package mutating func row(
        _ key: [UInt8], at row: Int, hasKey: (Int) -> Bool
    ) -> Int? {
        let hash = key.withUnsafeBytes { ByteHash.hash($0, seed: ByteHash.seed) }
        let mark = hash & ~UInt64(UInt32.max)
        var place = Int(truncatingIfNeeded: hash & UInt64(slots.count - 1))
        while slots[place] != 0 {
            let slot = slots[place]
            let other = Int(UInt32(truncatingIfNeeded: slot)) - 1
            if slot & ~UInt64(UInt32.max) == mark, hasKey(other) { return other }
            place = (place + 1) & (slots.count - 1)
        }
        slots[place] = mark | UInt64(UInt32(row + 1))
        return nil
    }
}
