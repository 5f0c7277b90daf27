package import FeedReading
import GTFSSchedule

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

/// Reads the cells of a usual row of `shapes.txt`: one that bundle and rules see alike and have
/// nothing to note about.
struct UsualShapePoint {
    private let columns: ShapePointColumns

    init(_ columns: ShapePointColumns) {
        self.columns = columns
    }

    /// The point, without the row's number; nil when something is unusual.
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

/// Consecutive rows of one shape in a chunk of `shapes.txt`, with nothing unusual.
struct ShapePointRun: BitwiseCopyable {
    /// The shape's id, in the chunk.
    let id: UnsafeRawBufferPointer
    /// Where the first row begins in the chunk.
    let start: Int
    /// The end of the last row.
    var end = 0
    /// How many of the chunk's marks come before ``end``.
    var passedMarks = 0
    /// Where the rows are in their block.
    let first: Int
    var count = 0
}

/// The usual rows of a chunk of `shapes.txt`, decoded ahead of the file's reader.
///
/// Rows have no number yet: only the reader of the file knows its lines.
package final class ShapePointsBlock: @unchecked Sendable {
    // Sendable: one thread fills a block and another reads it; `DecodingWork` keeps them apart.
    private(set) var runs: [ShapePointRun] = []
    /// The run to be read next.
    var nextRun = 0
    private var rows: UnsafeMutablePointer<ShapePointRow>
    private var capacity = 1 << 14

    init() {
        rows = .allocate(capacity: capacity)
    }

    deinit {
        rows.deallocate()
    }

    /// Empties the block.
    func clear() {
        runs.removeAll(keepingCapacity: true)
        nextRun = 0
    }

    func append(_ run: ShapePointRun) { runs.append(run) }

    /// Appends a row.
    @inline(__always)
    func put(_ row: ShapePointRow, at index: Int) {
        if index == capacity { grow() }
        (rows + index).initialize(to: row)
    }

    private func grow() {
        let larger = UnsafeMutablePointer<ShapePointRow>.allocate(capacity: 2 * capacity)
        larger.update(from: rows, count: capacity)
        rows.deallocate()
        rows = larger
        capacity *= 2
    }

    /// The rows of a run.
    func rows(_ run: ShapePointRun) -> UnsafeMutableBufferPointer<ShapePointRow> {
        UnsafeMutableBufferPointer(start: rows + run.first, count: run.count)
    }
}
