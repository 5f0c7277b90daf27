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

    /// The number plus one; 0 for an empty list.
    func intern(_ entries: [Entry]) -> Int32 {
        guard !entries.isEmpty else { return 0 }
        return entries.withUnsafeBytes { Int32(lists.intern($0).index) + 1 }
    }

    /// The number counts from 0.
    package subscript(number: Int) -> [Entry] {
        let bytes = lists[number]
        let stride = MemoryLayout<Entry>.stride
        return (0..<bytes.count / stride).map {
            bytes.loadUnaligned(fromByteOffset: $0 * stride, as: Entry.self)
        }
    }
}

package final class FlexRows {
    /// Ids are numbers in `texts` plus one, 0 when blank.
    package struct Part: BitwiseCopyable {
        package var locationGroup: Int32 = 0
        package var location: Int32 = 0
        /// Seconds; `StopTimeRow.noTime` when blank.
        package var windowStart = StopTimeRow.noTime
        package var windowEnd = StopTimeRow.noTime
        package var pickupRule: Int32 = 0
        package var dropOffRule: Int32 = 0

        package init() {}

        /// Whether the row is not a place that the vehicle passes at some time: it has a window, or
        /// several places. A fixed stop may have booking rules as well.
        package var isFlexible: Bool {
            locationGroup != 0 || location != 0 || windowStart != StopTimeRow.noTime
                || windowEnd != StopTimeRow.noTime
        }

        var isBlank: Bool { !isFlexible && pickupRule == 0 && dropOffRule == 0 }
    }

    private let parts = IDTable()
    package let texts = IDTable()

    package init() {}

    package var count: Int { parts.count }

    /// The number plus one.
    func intern(_ part: Part) -> Int32 {
        withUnsafeBytes(of: part) { Int32(parts.intern($0).index) + 1 }
    }

    /// The number counts from 0.
    package subscript(number: Int) -> Part {
        parts[number].loadUnaligned(as: Part.self)
    }
}
