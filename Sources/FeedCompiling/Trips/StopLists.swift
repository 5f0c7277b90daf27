/// Sparse lists along a trip, interned: stops with a headsign of their own, rows of flexible
/// service.
///
/// A list is pairs of (position from 0 on, number of the value).
package final class StopLists {
    package struct Entry: BitwiseCopyable, Equatable {
        package let position: Int32
        package let value: Int32
    }

    private let lists = IDTable()

    package init() {}

    package var count: Int { lists.count }

    /// The number of the list plus one; 0 for an empty one.
    func intern(_ entries: [Entry]) -> Int32 {
        guard !entries.isEmpty else { return 0 }
        return entries.withUnsafeBytes { Int32(lists.intern($0).index) + 1 }
    }

    /// A list by its number from 0 on.
    package subscript(number: Int) -> [Entry] {
        let bytes = lists[number]
        let stride = MemoryLayout<Entry>.stride
        return (0..<bytes.count / stride).map {
            bytes.loadUnaligned(fromByteOffset: $0 * stride, as: Entry.self)
        }
    }
}
