/// Values of trips that many trips share, interned: a trip stores one number for all of them.
package final class TripDetails {
    /// One set of details. All numbers are "plus one", 0 for blank, unless said otherwise.
    package struct Detail: BitwiseCopyable {
        package var service: Int32 = 0
        package var headsign: Int32 = 0
        /// The list of stop headsigns, see `StopLists`.
        package var stopHeadsigns: Int32 = 0
        /// The list of flex rows, see `StopLists`.
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

    /// The number of a detail without anything.
    private(set) lazy var blank = intern(Detail())

    func intern(_ detail: Detail) -> Int32 {
        withUnsafeBytes(of: detail) { Int32(table.intern($0).index) }
    }

    package subscript(number: Int32) -> Detail {
        table[Int(number)].loadUnaligned(as: Detail.self)
    }
}
