package import FeedReading
import GTFSSchedule

package struct StopTimesDecoder: ChunkDecoder {
    private let columns: StopTimeColumns
    private let columnCount: Int
    private let usual: UsualStopTime
    private let stops: KnownStops

    init(_ columns: StopTimeColumns, columnCount: Int, _ stops: KnownStops) {
        self.columns = columns
        self.columnCount = columnCount
        usual = UsualStopTime(columns)
        self.stops = stops
    }

    package struct Memory {
        fileprivate var successors = Successors()
    }

    package func makeBlock() -> RowBlock<StopTimeRow, StopTimeFacts> { RowBlock() }
    package func makeMemory() -> Memory { Memory() }

    package func decode(
        _ records: inout MarkedRecords, _ memory: inout Memory,
        into block: RowBlock<StopTimeRow, StopTimeFacts>
    ) {
        block.clear()
        func run(_ id: UnsafeRawBufferPointer, start: Int, first: Int) -> StopTimeRun {
            StopTimeRun(id, start: start, first: first, facts: StopTimeFacts())
        }
        var present = run(UnsafeRawBufferPointer(start: nil, count: 0), start: -1, first: 0)
        var count = 0
        while let cells = records.next() {
            guard cells.hasUsualShape(columnCount: columnCount) else { continue }
            let id = cells[columns.trip]
            var row = StopTimeRow()
            guard !id.isEmpty, usual.read(cells, into: &row) else { continue }
            let isSameTrip = Bytes.areEqual(id, present.id)
            let isNext =
                isSameTrip && present.end == records.start
                && row.sequence > present.facts.lastSequence
            var lastStop = isSameTrip ? Int(present.facts.lastStop) : -1
            guard
                stops.read(
                    cells[columns.stop], into: &row, last: &lastStop, successors: &memory.successors
                )
            else { continue }
            if !isNext {
                if present.count > 0 { block.append(present) }
                present = run(id, start: records.start, first: count)
            }
            let headsign = cells[columns.headsign]
            block.put(row, at: count)
            block.put(text: headsign, at: count)
            count &+= 1
            present.add(records)
            present.facts.add(row, hasHeadsign: !headsign.isEmpty, lastStop: lastStop)
        }
        if present.count > 0 { block.append(present) }
    }
}

typealias StopTimeRun = RowRun<StopTimeFacts>

package struct StopTimeFacts: BitwiseCopyable {
    /// `Int32.max` when there is none.
    private(set) var firstTime = Int32.max
    private(set) var lastSequence = Int32.max
    /// -1 when the row names none.
    private(set) var lastStop: Int32 = -1
    private(set) var hasUntimed = false
    private(set) var hasDistances = false
    private(set) var hasHeadsigns = false

    @inline(__always)
    mutating func add(_ row: StopTimeRow, hasHeadsign: Bool, lastStop: Int) {
        if row.arrival >= 0 {
            firstTime = min(firstTime, row.arrival)
        } else if row.departure >= 0 {
            firstTime = min(firstTime, row.departure)
        } else {
            hasUntimed = true
        }
        if !row.distance.isNaN { hasDistances = true }
        if hasHeadsign { hasHeadsigns = true }
        lastSequence = row.sequence
        self.lastStop = Int32(truncatingIfNeeded: lastStop)
    }

    @inline(__always)
    mutating func add(_ next: StopTimeFacts) {
        firstTime = min(firstTime, next.firstTime)
        lastSequence = next.lastSequence
        lastStop = next.lastStop
        if next.hasUntimed { hasUntimed = true }
        if next.hasDistances { hasDistances = true }
        if next.hasHeadsigns { hasHeadsigns = true }
    }
}

/// Reads the cells of a usual row of `stop_times.txt`: nearly every row of nearly every feed, and
/// the loop that takes most of a run's time.
///
/// A row is usual when bundle and rules see it alike and have nothing to note about it. Any other
/// row is read again, by `StopTimeCells` for the bundle and by the checks for the rules.
struct UsualStopTime {
    private let columns: StopTimeColumns
    private let rare: [Int]

    init(_ columns: StopTimeColumns) {
        self.columns = columns
        rare = columns.rare
    }

    /// All but ids and headsign; false when something is unusual.
    @inline(__always)
    func read(_ cells: RowCells, into row: inout StopTimeRow) -> Bool {
        guard let sequence = CellText.integer(cells[columns.sequence]),
            sequence >= 0, sequence <= Int32.max
        else { return false }
        row.sequence = Int32(truncatingIfNeeded: sequence)
        guard Self.time(cells[columns.arrival], &row.arrival),
            Self.time(cells[columns.departure], &row.departure),
            row.arrival <= row.departure || row.departure < 0,
            Self.code(
                cells[columns.pickup], field: .pickupType, upTo: 3, into: &row.codes.pickupType,
                codes: &row.callCodes),
            Self.code(
                cells[columns.dropOff], field: .dropOffType, upTo: 3, into: &row.codes.dropOffType,
                codes: &row.callCodes),
            Self.code(
                cells[columns.continuousPickup], field: .continuousPickup, upTo: 3,
                into: &row.codes.continuousPickup, codes: &row.callCodes),
            Self.code(
                cells[columns.continuousDropOff], field: .continuousDropOff, upTo: 3,
                into: &row.codes.continuousDropOff, codes: &row.callCodes),
            Self.code(
                cells[columns.timepoint], field: .timepoint, upTo: 1, into: &row.codes.timepoint,
                codes: &row.callCodes)
        else { return false }
        let distance = cells[columns.distance]
        if !distance.isEmpty {
            guard let value = CellText.decimal(distance), value.sign == .plus else { return false }
            row.distance = value
        }
        for column in rare where !cells[column].isEmpty { return false }
        return true
    }

    @inline(__always)
    private static func time(_ cell: UnsafeRawBufferPointer, _ time: inout Int32) -> Bool {
        if cell.isEmpty { return true }
        guard cell.count >= 7, let seconds = CellText.seconds(cell) else { return false }
        time = Int32(truncatingIfNeeded: seconds)
        return true
    }

    @inline(__always)
    private static func code(
        _ cell: UnsafeRawBufferPointer, field: CallCodes.Field, upTo last: UInt8,
        into code: inout Int16, codes callCodes: inout CallCodes
    ) -> Bool {
        if cell.isEmpty { return true }
        guard cell.count == 1, cell[0] &- 48 <= last else { return false }
        code = Int16(cell[0] &- 48)
        callCodes.set(field, Int(cell[0] &- 48))
        return true
    }
}
