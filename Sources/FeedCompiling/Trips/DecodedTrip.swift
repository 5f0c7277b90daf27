/// Consecutive rows of one trip that bundle and rules see alike: nearly every trip of nearly every
/// feed consists of nothing else.
///
/// At the first row that they may see differently, the two part: each gets the rows so far, and
/// from then on row by row.
///
/// A value that functions pass on: every access to a stored `var` of a class is checked at run
/// time, and this is the inner loop.
package struct DecodedTrip {
    private(set) var present = PresentID()
    package var id: [UInt8] { present.bytes }
    /// The rows until bundle and rules parted, in the order of their sequences.
    package internal(set) var rows: [StopTimeRow] = []
    package private(set) var hasParted = false
    /// Nil when the rows form none, or rules do not know them yet.
    package var lists: CallLists.Numbers?
    var isWanted = false
    var hasPlainID = true
    private(set) var facts = StopTimeFacts()
    var lastStop = -1

    mutating func start(_ id: UnsafeRawBufferPointer) {
        present.set(id)
        rows.removeAll(keepingCapacity: true)
        hasParted = false
        lists = nil
        isWanted = false
        hasPlainID = true
        facts = StopTimeFacts()
        lastStop = -1
    }

    @inline(__always)
    func admits(_ sequence: Int32) -> Bool {
        !hasParted && sequence > rows.last?.sequence ?? .min
    }

    @inline(__always)
    mutating func append(_ added: UnsafeMutableBufferPointer<StopTimeRow>, _ facts: StopTimeFacts) {
        self.facts.add(facts)
        rows.append(contentsOf: added)
    }

    @inline(__always)
    mutating func append(_ row: StopTimeRow) {
        facts.add(row, hasHeadsign: row.headsign != 0, lastStop: lastStop)
        rows.append(row)
    }

    mutating func part() { hasParted = true }

    /// Rules count times from it; 0 when there is none.
    package var origin: Int32 { facts.firstTime == .max ? 0 : facts.firstTime }

    package var hasDistances: Bool { facts.hasDistances }

    package var isConsecutive: Bool {
        guard let first = rows.first?.row, let last = rows.last?.row else { return true }
        return Int(last) - Int(first) == rows.count - 1
    }
}
