/// A row of `stop_times.txt` as rules see it.
package struct CallRow: BitwiseCopyable {
    package var call: ListedCall
    package var times: CallTimes
    /// NaN when blank.
    package var distance: Double
    /// The row's number in the file.
    package var row: Int32

    package init(call: ListedCall, times: CallTimes, distance: Double, row: Int32) {
        self.call = call
        self.times = times
        self.distance = distance
        self.row = row
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

    /// Brings the rows into the order of `stop_sequence`; equal numbers stay in the file's order.
    package mutating func sort() {
        let sorted = rows.sorted { ($0.call.sequence, $0.row) < ($1.call.sequence, $1.row) }
        self = CallRows()
        rows.reserveCapacity(sorted.count)
        for row in sorted { append(row) }
        isSorted = true
    }

    /// Takes rows out that repeat the `stop_sequence` of an earlier one, in rows that are sorted.
    ///
    /// - Parameter take: gets each of them, and the earlier one.
    package mutating func removeRepeats(_ take: (_ repeated: CallRow, _ first: CallRow) -> Void) {
        guard
            zip(rows, rows.dropFirst()).contains(where: { $0.call.sequence == $1.call.sequence })
        else { return }
        let all = rows
        self = CallRows()
        for row in all {
            if let first = rows.last, first.call.sequence == row.call.sequence {
                take(row, first)
            } else {
                append(row)
            }
        }
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
