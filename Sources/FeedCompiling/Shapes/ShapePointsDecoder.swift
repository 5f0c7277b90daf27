package import FeedReading

/// Decodes the usual rows of `shapes.txt`, chunk by chunk, for `ShapesReader`.
package struct ShapePointsDecoder: ChunkDecoder {
    private let columns: ShapePointColumns
    private let columnCount: Int
    private let usual: UsualShapePoint

    init(_ columns: ShapePointColumns, columnCount: Int) {
        self.columns = columns
        self.columnCount = columnCount
        usual = UsualShapePoint(columns)
    }

    package func makeBlock() -> ShapePointsBlock { ShapePointsBlock() }
    package func makeMemory() {}

    package func decode(
        _ records: inout MarkedRecords, _ memory: inout Void, into block: ShapePointsBlock
    ) {
        block.clear()
        var run = ShapePointRun(
            id: UnsafeRawBufferPointer(start: nil, count: 0), start: -1, first: 0)
        var count = 0
        while let cells = records.next() {
            guard cells.hasUsualShape(columnCount: columnCount), let row = usual.read(cells)
            else { continue }
            let id = cells[columns.id]
            guard !id.isEmpty else { continue }
            if run.end != records.start || !Bytes.areEqual(id, run.id) {
                if run.count > 0 { block.append(run) }
                run = ShapePointRun(id: id, start: records.start, first: count)
            }
            block.put(row, at: count)
            count &+= 1
            run.count &+= 1
            run.end = records.end
            run.passedMarks = records.passedMarks
        }
        if run.count > 0 { block.append(run) }
    }
}
