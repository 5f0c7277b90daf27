package struct CallRow: BitwiseCopyable {
    package var call: ListedCall
    package var times: CallTimes
    /// NaN when blank.
    package var distance: Double
    package var row: Int32

    package init(call: ListedCall, times: CallTimes, distance: Double, row: Int32) {
        self.call = call
        self.times = times
        self.distance = distance
        self.row = row
    }

    @inline(__always)
    package init(_ row: StopTimeRow) {
        self.init(call: row.call, times: row.times, distance: row.distance, row: row.row)
    }
}

/// The rows of one trip as rules see them, including those that a bundle leaves out.
package struct CallRows {
    package private(set) var rows: [CallRow] = []
    package private(set) var isSorted = true
    package private(set) var isConsecutive = true
    package private(set) var hasDistances = false

    package init() {}

    @inline(__always)
    package mutating func append(_ row: CallRow) {
        if let last = rows.last {
            if last.call.sequence > row.call.sequence { isSorted = false }
            if last.row &+ 1 != row.row { isConsecutive = false }
        }
        if !row.distance.isNaN { hasDistances = true }
        rows.append(row)
    }

    /// Sorts by `stop_sequence`; rows with equal numbers stay in the file's order.
    package mutating func sort() {
        let sorted = rows.sorted { ($0.call.sequence, $0.row) < ($1.call.sequence, $1.row) }
        self = CallRows()
        rows.reserveCapacity(sorted.count)
        for row in sorted { append(row) }
        isSorted = true
    }

    /// Finds rows that repeat the `stop_sequence` of an earlier one; the rows must be sorted.
    ///
    /// - Parameters:
    ///   - areKept: whether they stay among the rows.
    ///   - take: gets each of them, and the earlier one.
    package mutating func takeRepeats(
        keeping areKept: Bool, _ take: (_ repeated: CallRow, _ first: CallRow) -> Void
    ) {
        guard
            zip(rows, rows.dropFirst()).contains(where: { $0.call.sequence == $1.call.sequence })
        else { return }
        var kept = CallRows()
        for row in rows {
            if let first = kept.rows.last, first.call.sequence == row.call.sequence {
                take(row, first)
            } else {
                kept.append(row)
            }
        }
        if !areKept { self = kept }
    }

    /// Marks the first row: the trip may have others, whose place is not known.
    package mutating func markIncomplete() {
        if !rows.isEmpty { rows[0].call.codes.isIncomplete = true }
    }

    /// The smallest time; 0 when there is none.
    package var origin: Int32 {
        var origin = Int32.max
        for row in rows {
            if row.times.arrival != CallTimes.none { origin = min(origin, row.times.arrival) }
            if row.times.departure != CallTimes.none { origin = min(origin, row.times.departure) }
        }
        return origin == .max ? 0 : origin
    }
}

/// Seconds from the trip's origin; ``none`` when blank.
package struct CallTimes: BitwiseCopyable {
    package var arrival: Int32
    package var departure: Int32

    package static let none = Int32.min

    package init(arrival: Int32 = CallTimes.none, departure: Int32 = CallTimes.none) {
        self.arrival = arrival
        self.departure = departure
    }

    @inline(__always)
    package func since(_ origin: Int32) -> CallTimes {
        CallTimes(
            arrival: arrival == Self.none ? Self.none : arrival &- origin,
            departure: departure == Self.none ? Self.none : departure &- origin)
    }
}

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

        /// Of the codes that the reference knows, which begin with 0.
        @inline(__always)
        var lastKnown: UInt8 { self == .timepoint ? 1 : 3 }
    }

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
        case window = 27
    }

    package func isBad(_ cell: Cell) -> Bool { bits & 1 << cell.rawValue != 0 }

    package mutating func setBad(_ cell: Cell) { bits |= 1 << cell.rawValue }

    /// For the first call of a trip: whether the trip may have others, whose place is not known.
    package var isIncomplete: Bool {
        get { bits & 1 << 28 != 0 }
        set { bits = newValue ? bits | 1 << 28 : bits & ~(1 << 28) }
    }

    /// Whether rules for single rows pass the call over.
    package var isPassedOver: Bool {
        get { bits & 1 << 24 != 0 }
        set { bits = newValue ? bits | 1 << 24 : bits & ~(1 << 24) }
    }
}
