/// The trips of a feed in columns: everything about them except their stop times.
///
/// A trip's number is its place in `ids`. Numbers from `definedCount` on belong to trips that only
/// `stop_times.txt` names.
///
/// One thread uses the table at a time. Overlapping accesses are not checked at run time: the check
/// would cost more than the accesses.
package final class TripTable {
    package struct Columns {
        /// Its key; 0 when the trip names none.
        package var route: [Int32] = []
        /// `direction_id`, or `StopTimeRow.noCode`.
        package var direction: [Int16] = []
        /// Its number plus one; 0 when the trip names none.
        package var shape: [Int32] = []
        package var detail: [Int32] = []
        /// Its number plus one in `shortNames`; 0 when blank.
        package var shortName: [Int32] = []
        /// Its number plus one in `blocks`; 0 when blank.
        package var block: [Int32] = []
        /// Its number plus one; 0 until the trip's stop times are read.
        package var pattern: [Int32] = []
        /// Its number plus one; 0 as long as the trip has no time.
        package var timing: [Int32] = []
        /// The smallest of the trip's times, which its timing counts from.
        package var origin: [Int32] = []
        /// The number of the list; 0 when the trip has none.
        package var distances: [Int32] = []
        package var isKept: [Bool] = []
    }

    package let ids = IDTable(capacity: 4096)
    package internal(set) var definedCount = 0
    @exclusivity(unchecked) package internal(set) var columns = Columns()

    package let shortNames = IDTable()
    package let blocks = IDTable()
    package let details = TripDetailTable()

    package init() {}

    package var count: Int { ids.count }

    /// Its number plus one; 0 when the trip names none.
    func service(_ trip: Int) -> Int32 { details[columns.detail[trip]].service }

    func dropGrouping() {
        columns.route = []
        columns.direction = []
        columns.shape = []
        columns.detail = []
        columns.pattern = []
        columns.isKept = []
    }

    /// The id must be new to `ids`.
    func appendBlank() {
        columns.route.append(0)
        columns.direction.append(StopTimeRow.noCode)
        columns.shape.append(0)
        columns.detail.append(details.blank)
        columns.shortName.append(0)
        columns.block.append(0)
        columns.pattern.append(0)
        columns.timing.append(0)
        columns.origin.append(0)
        columns.distances.append(0)
        columns.isKept.append(true)
    }
}

/// A trip stores one number for all of its details.
package final class TripDetailTable {
    /// All numbers are "plus one", 0 for blank, unless said otherwise.
    package struct Detail: BitwiseCopyable {
        package var service: Int32 = 0
        package var headsign: Int32 = 0
        /// See `StopLists`.
        package var stopHeadsigns: Int32 = 0
        /// See `StopLists`.
        package var flex: Int32 = 0
        /// As published; `StopTimeRow.noCode` when blank.
        package var wheelchairAccessible = StopTimeRow.noCode
        package var bikesAllowed = StopTimeRow.noCode
        package var carsAllowed = StopTimeRow.noCode
        /// Padding: details are told apart by their bytes, and padding bytes could hold anything.
        private var gap: Int16 = 0
        /// NaN when blank.
        package var safeDurationFactor = Double.nan
        package var safeDurationOffset = Double.nan

        package init() {}
    }

    private let table = IDTable()
    package let headsigns = IDTable()

    package init() {
        precondition(MemoryLayout<Detail>.size == 40, "a detail has gaps")
    }

    package var count: Int { table.count }

    private(set) lazy var blank = intern(Detail())

    func intern(_ detail: Detail) -> Int32 {
        withUnsafeBytes(of: detail) { Int32(table.intern($0).index) }
    }

    package subscript(number: Int32) -> Detail {
        table[Int(number)].loadUnaligned(as: Detail.self)
    }
}
