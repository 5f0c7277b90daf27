/// The rows of one trip while they are read.
struct TripRows {
    struct Row {
        var call: Call
        var times: CallTimes
        /// NaN when blank.
        var distance: Double
        /// In the file.
        var row: Int32
    }

    private(set) var rows: [Row] = []
    private(set) var isSorted = true
    private(set) var isConsecutive = true
    private(set) var hasDistances = false
    /// The first row in the file whose `stop_sequence` is a number; 0 when there is none.
    var firstNumberedRow: Int32 = 0

    mutating func removeAll() {
        firstNumberedRow = 0
        rows.removeAll(keepingCapacity: true)
        isSorted = true
        isConsecutive = true
        hasDistances = false
    }

    @inline(__always)
    mutating func append(_ row: Row) {
        if let last = rows.last {
            if last.call.sequence > row.call.sequence { isSorted = false }
            if last.row &+ 1 != row.row { isConsecutive = false }
        }
        if !row.distance.isNaN { hasDistances = true }
        rows.append(row)
    }

    mutating func append(_ other: TripRows) {
        for row in other.rows { append(row) }
    }

    /// Brings the rows into the order of `stop_sequence`; equal numbers stay in the file's order.
    mutating func sort() {
        let sorted = rows.sorted { ($0.call.sequence, $0.row) < ($1.call.sequence, $1.row) }
        removeAll()
        for row in sorted { append(row) }
        isSorted = true
    }

    /// The smallest time; 0 when there is none.
    var origin: Int32 {
        var origin = Int32.max
        for row in rows {
            if row.times.arrival != CallTimes.none { origin = min(origin, row.times.arrival) }
            if row.times.departure != CallTimes.none { origin = min(origin, row.times.departure) }
        }
        return origin == .max ? 0 : origin
    }
}
