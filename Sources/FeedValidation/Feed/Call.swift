/// A row of `stop_times.txt` without its times: what trips of one pattern share. 16 bytes, so that
/// a trip's calls are one list of bytes.
package struct Call: BitwiseCopyable {
    /// The number of the stop id; -1 when blank.
    package var stop: Int32 = -1
    /// -1 when blank or no number.
    package var sequence: Int32 = -1
    package var codes = CallCodes()
    /// The number in `CallColumns.extras`, for the columns that few rows have; 0 for none.
    package var extra: Int32 = 0
}

/// The codes of a call, four bits each: 15 stands for a blank cell, 14 for a code that the reference
/// does not know.
package struct CallCodes: BitwiseCopyable, Hashable {
    package var bits: UInt32 = 0x000F_FFFF

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
    mutating func set(_ field: Field, _ code: Int) {
        bits &= ~(15 << field.rawValue)
        bits |= UInt32(0...13 ~= code ? code : 14) << field.rawValue
    }

    /// Whether a cell of the row had an error.
    package var hasError: Bool {
        get { bits & 1 << 24 != 0 }
        set { bits = newValue ? bits | 1 << 24 : bits & ~(1 << 24) }
    }
}

/// The times of a call in seconds from the trip's origin; ``none`` when blank.
package struct CallTimes: BitwiseCopyable {
    package var arrival = CallTimes.none
    package var departure = CallTimes.none

    package static let none = Int32.min

    /// The times counted from another origin.
    @inline(__always)
    func since(_ origin: Int32) -> CallTimes {
        CallTimes(
            arrival: arrival == Self.none ? Self.none : arrival &- origin,
            departure: departure == Self.none ? Self.none : departure &- origin)
    }
}

/// The columns of `stop_times.txt` that on-demand service fills.
package struct CallExtra: Hashable, Sendable {
    package var locationGroupID: String?
    package var locationID: String?
    package var windowStart: Int?
    package var windowEnd: Int?
    package var pickupBookingRuleID: String?
    package var dropOffBookingRuleID: String?
}
