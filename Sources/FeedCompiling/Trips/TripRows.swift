/// The rows of one trip while it is put together.
///
/// A value that functions pass on: every access to a stored `var` of a class is checked at run
/// time, and this is the inner loop.
package struct TripRows {
    /// The trip's id, copied: its cell does not outlive the row.
    package private(set) var id: [UInt8] = []
    /// The trip's number in the bundle; -1 while no trip is being read for one.
    var trip = -1
    /// Whether a bundle takes the trip.
    var isKept = false
    /// Whether the bundle's trip is already put together, from earlier rows of the file.
    var isScattered = false
    /// Whether rules have nothing to note about the id.
    var hasPlainID = true
    /// The rows as the bundle has them; rules see the same ones unless ``checked`` is set.
    package internal(set) var rows: [StopTimeRow] = []
    /// The rows as rules see them, once one row is unusual.
    package private(set) var checked: CallRows?
    /// Rows that are no calls for the rules, because their place in the trip is not known.
    package private(set) var aside: [CallRow] = []
    /// Whether two of ``rows`` have the same sequence.
    package private(set) var hasRepeats = false
    package private(set) var isSorted = true
    /// Whether rows without an id stand between those of the trip.
    package private(set) var isInterrupted = false
    /// The first row in the file whose `stop_sequence` is a number; 0 when there is none.
    package var firstNumberedRow: Int32 = 0
    /// The smallest time; `Int32.max` when there is none.
    private(set) var firstTime = Int32.max
    package private(set) var hasDistances = false
    var hasHeadsign = false
    var hasFlex = false
    var hasUntimed = false
    /// The number of the last row's stop; -1 before the first row.
    var lastStop = -1
    private var wasInterrupted = false
    /// The sequences of the rows, once they are out of order; before that, the last row is enough.
    private var sequences: Set<Int32> = []

    package init() {}

    /// A trip whose rows are all there, sorted.
    init(_ trip: Int, _ rows: [StopTimeRow]) {
        self.trip = trip
        self.rows = rows
        hasUntimed = rows.contains { !$0.isTimed }
        hasHeadsign = rows.contains { $0.headsign != 0 }
        hasFlex = rows.contains { $0.flex != 0 }
    }

    /// Whether this is the trip whose rows are being read.
    @inline(__always)
    func isOf(_ id: UnsafeRawBufferPointer) -> Bool {
        self.id.withUnsafeBytes { Bytes.areEqual($0, id) }
    }

    /// Begins a trip.
    mutating func start(_ id: UnsafeRawBufferPointer) {
        self.id.removeAll(keepingCapacity: true)
        self.id.append(contentsOf: id)
        trip = -1
        isKept = false
        isScattered = false
        hasPlainID = true
        rows.removeAll(keepingCapacity: true)
        checked = nil
        if !aside.isEmpty { aside.removeAll() }
        hasRepeats = false
        if !isSorted { sequences.removeAll() }
        isSorted = true
        isInterrupted = false
        wasInterrupted = false
        firstNumberedRow = 0
        firstTime = .max
        hasDistances = false
        hasHeadsign = false
        hasFlex = false
        hasUntimed = false
        lastStop = -1
    }

    /// A row without an id came.
    mutating func interrupt() { wasInterrupted = true }

    /// Adds a row that bundle and rules see alike.
    @inline(__always)
    mutating func append(usual row: StopTimeRow) {
        if firstNumberedRow == 0 { firstNumberedRow = row.row }
        if row.arrival >= 0 {
            firstTime = min(firstTime, row.arrival)
        } else if row.departure >= 0 {
            firstTime = min(firstTime, row.departure)
        } else {
            hasUntimed = true
        }
        if !row.distance.isNaN { hasDistances = true }
        if wasInterrupted { isInterrupted = true }
        if checked != nil { checked?.append(CallRow(row)) }
        rows.append(row)
    }

    /// Adds rows that bundle and rules see alike, and that follow the last one.
    mutating func append(
        _ facts: StopTimeFacts, _ added: UnsafeMutableBufferPointer<StopTimeRow>
    ) {
        if firstNumberedRow == 0, let first = added.first { firstNumberedRow = first.row }
        firstTime = min(firstTime, facts.firstTime)
        if facts.hasUntimed { hasUntimed = true }
        if facts.hasDistances { hasDistances = true }
        if wasInterrupted { isInterrupted = true }
        if checked != nil { for row in added { checked?.append(CallRow(row)) } }
        rows.append(contentsOf: added)
        lastStop = Int(facts.lastStop)
    }

    /// Adds a row for the bundle alone.
    mutating func append(built row: StopTimeRow) {
        if !row.isTimed { hasUntimed = true }
        rows.append(row)
    }

    /// Adds a row for the rules alone, which from now on see another trip than the bundle.
    mutating func append(checked row: CallRow) {
        separate()
        if wasInterrupted { isInterrupted = true }
        checked?.append(row)
    }

    /// Adds a row that is no call for the rules.
    mutating func setAside(_ row: CallRow) {
        separate()
        aside.append(row)
    }

    /// From now on bundle and rules see different rows.
    mutating func separate() {
        checked = callRows
    }

    /// The next row does not follow the last one.
    mutating func noteDisorder() { isSorted = false }

    /// The next row has the sequence of the last one.
    mutating func noteRepeat() { hasRepeats = true }

    /// False when another row has this sequence, which is not greater than the last one's.
    mutating func admits(_ sequence: Int32) -> Bool {
        if rows.isEmpty { return true }
        if isSorted || sequences.isEmpty {
            isSorted = false
            sequences = Set(rows.map(\.sequence))
        }
        return sequences.insert(sequence).inserted
    }

    /// The rows as rules see them.
    package var callRows: CallRows {
        if let checked { return checked }
        var all = CallRows()
        for row in rows { all.append(CallRow(row)) }
        return all
    }

    /// The smallest time, which rules count times from; 0 when there is none.
    package var origin: Int32 { firstTime == .max ? 0 : firstTime }

    /// Whether the rows, in the order of their sequences, follow each other in the file.
    package var isConsecutive: Bool {
        guard let first = rows.first?.row else { return true }
        if isSorted, let last = rows.last?.row { return Int(last - first) == rows.count - 1 }
        return rows.indices.allSatisfy { Int(rows[$0].row) == Int(first) + $0 }
    }

    /// Sorts the rows by sequence; equal ones stay in the file's order.
    mutating func sort() {
        rows.sort { ($0.sequence, $0.row) < ($1.sequence, $1.row) }
        hasRepeats = zip(rows, rows.dropFirst()).contains { $0.sequence == $1.sequence }
    }
}

extension CallRow {
    /// A row that bundle and rules see alike.
    init(_ row: StopTimeRow) {
        self.init(call: row.call, times: row.times, distance: row.distance, row: row.row)
    }
}
