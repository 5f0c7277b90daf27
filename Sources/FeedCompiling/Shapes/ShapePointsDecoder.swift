package import FeedReading
import GTFSSchedule

package struct ShapePointsDecoder: ChunkDecoder {
    private let columns: ShapePointColumns
    private let columnCount: Int
    private let usual: UsualShapePoint

    init(_ columns: ShapePointColumns, columnCount: Int) {
        self.columns = columns
        self.columnCount = columnCount
        usual = UsualShapePoint(columns: columns)
    }

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
        while let cells = records.next() {
            guard cells.hasUsualShape(columnCount: columnCount), let row = usual.read(cells)
            else { continue }
            let id = cells[columns.id]
            guard !id.isEmpty else { continue }
            if run.end != records.start || !Bytes.areEqual(id, run.id) {
                if run.count > 0 { block.append(run) }
                run = RowRun(id, start: records.start, first: count, facts: NoFacts())
            }
            block.put(row, at: count)
            count &+= 1
            run.add(records)
        }
        if run.count > 0 { block.append(run) }
    }

    package struct NoFacts: BitwiseCopyable {}
}

/// Reads the cells of a usual row of `shapes.txt`: one that bundle and rules see alike and have
/// nothing to note about.
struct UsualShapePoint {
    let columns: ShapePointColumns

    /// Without the row's number; nil when something is unusual.
    @inline(__always)
    func read(_ cells: RowCells) -> ShapePointRow? {
        guard let sequence = CellText.integer(cells[columns.sequence]), sequence >= 0,
            sequence <= Int32.max,
            let latitude = CellText.decimal(cells[columns.latitude]),
            let longitude = CellText.decimal(cells[columns.longitude]),
            abs(latitude) < 89, abs(longitude) <= 180, abs(latitude) > 1 || abs(longitude) > 1
        else { return nil }
        var distance = Double.nan
        let cell = cells[columns.distance]
        if !cell.isEmpty {
            guard let value = CellText.decimal(cell), value.sign == .plus else { return nil }
            distance = value
        }
        return ShapePointRow(
            latitude: latitude, longitude: longitude,
            sequence: Int32(truncatingIfNeeded: sequence), row: 0, distance: distance)
    }
}
