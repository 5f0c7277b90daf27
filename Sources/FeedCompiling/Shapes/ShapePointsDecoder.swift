package import FeedReading

package struct ShapePointsDecoder: ChunkDecoder {
    let cells: ShapePointCells
    let columnCount: Int

    package func makeBlock() -> RowBlock<ShapePointRow, NoFacts> { RowBlock() }
    package func makeMemory() {}

    package func decode(
        _ records: inout MarkedRecords, _ memory: inout Void,
        into block: RowBlock<ShapePointRow, NoFacts>
    ) {
        block.clear()
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        var run = RowRun(nothing, start: -1, first: 0, facts: NoFacts())
        var count = 0
        let reader = self.cells
        while let cells = records.next() {
            guard cells.hasUsualShape(columnCount: columnCount) else { continue }
            let read = reader.read(cells)
            let id = cells[reader.columns.id]
            guard read.kinds.isEmpty, !id.isEmpty else { continue }
            if run.end != records.start || !Bytes.areEqual(id, run.id) {
                if run.count > 0 { block.append(run) }
                run = RowRun(id, start: records.start, first: count, facts: NoFacts())
            }
            block.put(read.point, at: count)
            count &+= 1
            run.add(records)
        }
        if run.count > 0 { block.append(run) }
    }

    package struct NoFacts: BitwiseCopyable {}
}
