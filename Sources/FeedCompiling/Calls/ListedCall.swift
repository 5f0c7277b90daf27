/// A row of `stop_times.txt` without its times: what trips of one pattern share. 16 bytes, so that
/// a trip's calls are one list of bytes.
package struct ListedCall: BitwiseCopyable {
    /// The number of the stop id; -1 when blank.
    package var stop: Int32
    /// -1 when blank or not a number.
    package var sequence: Int32
    package var codes: CallCodes
    /// The number in `CallColumns.extras`, for the columns that few rows have; 0 for none.
    package var extra: Int32

    package init(
        stop: Int32 = -1, sequence: Int32 = -1, codes: CallCodes = CallCodes(), extra: Int32 = 0
    ) {
        self.stop = stop
        self.sequence = sequence
        self.codes = codes
        self.extra = extra
    }
}

/// The codes of a call, four bits each: 15 stands for a blank cell, 14 for a code that the reference
/// does not know.
package struct CallCodes: BitwiseCopyable, Hashable {
    package var bits: UInt32 = 0x000F_FFFF

    package init() {}

    package enum Field: UInt32 {
        case pickupType = 0
        case dropOffType = 4
        case continuousPickup = 8
        case continuousDropOff = 12
        case timepoint = 16
    }

    /// Nil when the cell was blank.
    package subscript(field: Field) -> Int? {
        let code = Int(bits >> field.rawValue & 15)
        return code == 15 ? nil : code
    }

    @inline(__always)
    package mutating func set(_ field: Field, _ code: Int) {
        bits &= ~(15 << field.rawValue)
        bits |= UInt32(0...13 ~= code ? code : 14) << field.rawValue
    }

    /// Cells that could not be read, though they are not blank.
    package enum Cell: UInt32 {
        case arrival = 25
        case departure = 26
        /// One of the two of the window.
        case window = 27
    }

    package func isBad(_ cell: Cell) -> Bool { bits & 1 << cell.rawValue != 0 }

    package mutating func setBad(_ cell: Cell) { bits |= 1 << cell.rawValue }

    /// Of the first call of a trip: whether the trip may have others, whose place is not known.
    package var isIncomplete: Bool {
        get { bits & 1 << 28 != 0 }
        set { bits = newValue ? bits | 1 << 28 : bits & ~(1 << 28) }
    }

    /// Whether a cell of the row had an error.
    package var hasError: Bool {
        get { bits & 1 << 24 != 0 }
        set { bits = newValue ? bits | 1 << 24 : bits & ~(1 << 24) }
    }
}
