/// The rows of one trip while they are read, in columns.
struct TripRows {
    private(set) var calls: [Call] = []
    private(set) var times: [CallTimes] = []
    private(set) var distances: [Double] = []
    private(set) var rows: [Int32] = []
    private(set) var isSorted = true
    private(set) var isConsecutive = true
    private(set) var hasDistances = false

    var isEmpty: Bool { calls.isEmpty }
    var count: Int { calls.count }

    /// The stop of a call; -1 for none.
    @inline(__always)
    func stop(at position: Int) -> Int32 {
        position < calls.count ? calls[position].stop : -1
    }

    mutating func removeAll() {
        calls.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        distances.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
        isSorted = true
        isConsecutive = true
        hasDistances = false
    }

    @inline(__always)
    mutating func append(_ call: Call, _ time: CallTimes, _ distance: Double, _ row: Int32) {
        if let last = calls.last, let lastRow = rows.last {
            if last.sequence > call.sequence { isSorted = false }
            if lastRow &+ 1 != row { isConsecutive = false }
        }
        if !distance.isNaN { hasDistances = true }
        calls.append(call)
        times.append(time)
        distances.append(distance)
        rows.append(row)
    }

    mutating func append(_ other: TripRows) {
        for index in other.calls.indices {
            append(
                other.calls[index], other.times[index], other.distances[index], other.rows[index])
        }
    }

    /// Brings the rows into the order of `stop_sequence`; equal numbers stay in the file's order.
    mutating func sort() {
        let order = calls.indices.sorted {
            (calls[$0].sequence, rows[$0]) < (calls[$1].sequence, rows[$1])
        }
        let old = self
        removeAll()
        for index in order {
            append(old.calls[index], old.times[index], old.distances[index], old.rows[index])
        }
        isSorted = true
    }

    /// Counts times from the smallest on, which is returned.
    mutating func makeRelative() -> Int32 {
        var origin = Int32.max
        for time in times {
            if time.arrival != CallTimes.none { origin = min(origin, time.arrival) }
            if time.departure != CallTimes.none { origin = min(origin, time.departure) }
        }
        guard origin != .max else { return 0 }
        for index in times.indices {
            if times[index].arrival != CallTimes.none { times[index].arrival -= origin }
            if times[index].departure != CallTimes.none { times[index].departure -= origin }
        }
        return origin
    }
}
