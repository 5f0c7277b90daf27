package import FeedReading
import GTFSSchedule

/// Decodes the usual rows of `stop_times.txt`, chunk by chunk, for `StopTimesReader`.
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

    /// Which stop followed each one last time.
    package struct Memory {
        fileprivate var successors = Successors()
    }

    package func makeBlock() -> StopTimesBlock { StopTimesBlock() }
    package func makeMemory() -> Memory { Memory() }

    package func decode(
        _ records: inout MarkedRecords, _ memory: inout Memory, into block: StopTimesBlock
    ) {
        block.clear()
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        var run = StopTimeRun(nothing, start: -1, first: 0)
        var lastSequence = Int32.max
        var count = 0
        while let cells = records.next() {
            guard cells.hasUsualShape(columnCount: columnCount) else { continue }
            let id = cells[columns.trip]
            var row = StopTimeRow()
            guard !id.isEmpty, usual.read(cells, into: &row) else { continue }
            let isSameTrip = Bytes.areEqual(id, run.id)
            let isNext =
                isSameTrip && run.end == records.start && row.sequence > lastSequence
            var lastStop = isSameTrip ? run.lastStop : -1
            guard
                stops.read(
                    cells[columns.stop], into: &row, last: &lastStop, successors: &memory.successors
                )
            else { continue }
            if !isNext {
                if run.count > 0 { block.append(run) }
                run = StopTimeRun(id, start: records.start, first: count)
            }
            block.grow(holding: count)
            (block.rows + count).initialize(to: row)
            let headsign = cells[columns.headsign]
            if !headsign.isEmpty { run.hasHeadsigns = true }
            (block.headsigns + count).initialize(to: headsign)
            count &+= 1
            run.note(row)
            run.lastStop = lastStop
            run.end = records.end
            run.passedMarks = records.passedMarks
            lastSequence = row.sequence
        }
        if run.count > 0 { block.append(run) }
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

    /// Reads all but ids and headsign; false when something is unusual.
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

/// Consecutive rows of one trip in a chunk of `stop_times.txt`, in the order of their sequences and
/// with nothing unusual.
struct StopTimeRun: BitwiseCopyable {
    /// The trip's id, in the chunk.
    let id: UnsafeRawBufferPointer
    // Four bytes each: in a file that is not sorted there is a run for each row.
    private let startPlace: Int32
    private var endPlace: Int32 = 0
    private var marks: Int32 = 0
    private let firstRow: Int32
    private var rowCount: Int32 = 0
    private var stop: Int32 = -1
    /// The smallest time; `Int32.max` when there is none.
    var firstTime = Int32.max
    var hasUntimed = false
    var hasDistances = false
    var hasHeadsigns = false

    init(_ id: UnsafeRawBufferPointer, start: Int, first: Int) {
        self.id = id
        startPlace = Int32(truncatingIfNeeded: start)
        firstRow = Int32(truncatingIfNeeded: first)
    }

    /// Where the first row begins in the chunk.
    var start: Int { Int(startPlace) }
    /// The end of the last row.
    var end: Int {
        get { Int(endPlace) }
        set { endPlace = Int32(truncatingIfNeeded: newValue) }
    }
    /// How many of the chunk's marks come before ``end``.
    var passedMarks: Int {
        get { Int(marks) }
        set { marks = Int32(truncatingIfNeeded: newValue) }
    }
    /// Where the rows are in their block.
    var first: Int { Int(firstRow) }
    var count: Int { Int(rowCount) }
    /// The number of the last row's stop; -1 when it names none.
    var lastStop: Int {
        get { Int(stop) }
        set { stop = Int32(truncatingIfNeeded: newValue) }
    }

    /// Notes what a row adds to the run.
    @inline(__always)
    mutating func note(_ row: StopTimeRow) {
        rowCount &+= 1
        if row.arrival >= 0 {
            firstTime = min(firstTime, row.arrival)
        } else if row.departure >= 0 {
            firstTime = min(firstTime, row.departure)
        } else {
            hasUntimed = true
        }
        if !row.distance.isNaN { hasDistances = true }
    }
}

/// The usual rows of a chunk of `stop_times.txt`, decoded ahead of the file's reader.
///
/// Rows of a run have no number yet: only the reader of the file knows its lines.
package final class StopTimesBlock: @unchecked Sendable {
    // Sendable: one thread fills a block and another reads it; `DecodingWork` keeps them apart.
    private(set) var runs: [StopTimeRun] = []
    /// The run to be read next.
    var nextRun = 0
    private(set) var rows: UnsafeMutablePointer<StopTimeRow>
    /// The headsign's cell in the chunk, by row; meaningful only in runs with headsigns.
    private(set) var headsigns: UnsafeMutablePointer<UnsafeRawBufferPointer>
    private var capacity = 1 << 14

    init() {
        rows = .allocate(capacity: capacity)
        headsigns = .allocate(capacity: capacity)
    }

    deinit {
        rows.deallocate()
        headsigns.deallocate()
    }

    /// Empties the block.
    func clear() {
        runs.removeAll(keepingCapacity: true)
        nextRun = 0
    }

    func append(_ run: StopTimeRun) { runs.append(run) }

    /// Makes room for one more row.
    func grow(holding count: Int) {
        guard count == capacity else { return }
        capacity *= 2
        let moreRows = UnsafeMutablePointer<StopTimeRow>.allocate(capacity: capacity)
        moreRows.update(from: rows, count: count)
        rows.deallocate()
        rows = moreRows
        let moreHeadsigns = UnsafeMutablePointer<UnsafeRawBufferPointer>.allocate(
            capacity: capacity)
        moreHeadsigns.update(from: headsigns, count: count)
        headsigns.deallocate()
        headsigns = moreHeadsigns
    }

    /// The rows of a run.
    func rows(_ run: StopTimeRun) -> UnsafeMutableBufferPointer<StopTimeRow> {
        UnsafeMutableBufferPointer(start: rows + run.first, count: run.count)
    }
}
