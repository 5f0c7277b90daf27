import FeedReading
import GTFSSchedule

/// The unusual things about a row's cells: without any of them, bundle and rules see the row alike,
/// and have nothing to note about it.
package struct UnusualCells: OptionSet, BitwiseCopyable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A cell is not a value of its field, or is one to be noted.
    package static let fault = UnusualCells(rawValue: 1)
    package static let noSequence = UnusualCells(rawValue: 2)
    /// The departure is before the arrival.
    package static let order = UnusualCells(rawValue: 4)
    package static let onDemand = UnusualCells(rawValue: 8)
    /// Columns that only a bundle knows.
    package static let `extension` = UnusualCells(rawValue: 16)
}

extension RowCells {
    /// NaN when blank or not a number.
    @inline(__always)
    func distance(_ column: Int, _ unusual: inout UnusualCells) -> Double {
        let cell = self[column]
        if cell.isEmpty { return .nan }
        let distance = CellText.decimal(cell) ?? .nan
        if !(distance >= 0 && distance.sign == .plus) { unusual.insert(.fault) }
        return distance
    }

    /// Nil when not a number of at most 32 bits.
    @inline(__always)
    func sequence(_ column: Int, _ unusual: inout UnusualCells) -> Int32? {
        guard let number = CellText.integer(self[column]), let sequence = Int32(exactly: number)
        else {
            unusual.insert([.fault, .noSequence])
            return nil
        }
        if sequence < 0 { unusual.insert(.fault) }
        return sequence
    }
}
