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
