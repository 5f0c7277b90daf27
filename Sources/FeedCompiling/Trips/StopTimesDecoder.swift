package import FeedReading

package struct StopTimesDecoder: ChunkDecoder {
    let cells: StopTimeCells
    let columnCount: Int
    let stops: KnownStops

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
        let reader = self.cells
        let columns = reader.columns
        while let cells = records.next() {
            guard cells.hasUsualShape(columnCount: columnCount) else { continue }
            let id = cells[columns.trip]
            var row = StopTimeRow()
            guard !id.isEmpty, reader.read(cells, into: &row).isEmpty else { continue }
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
