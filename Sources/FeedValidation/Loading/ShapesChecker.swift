import FeedCompiling
import FeedReading
import GTFSSchedule

/// Checks the unusual rows of `shapes.txt`, and keeps all points.
final class ShapesChecker: ShapePointChecks {
    private let feed: LoadedFeed
    private let rules: RuleBins
    private let file: CheckedFile
    private let columns: ShapePointColumns
    private let isCanonical: Bool
    private var points: ShapeGathering
    private var shape = -1
    private(set) var hasPlainID = true
    private var scattered = ScatteredShapes()

    /// - Parameter reader: stands at its header.
    init(_ filename: String, _ reader: CSVReader, _ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        self.rules = rules
        isCanonical = feed.options.isCanonical
        file = CheckedFile(ShapePoint.table, filename, reader, feed, rules)
        columns = ShapePointColumns(reader.header)
        points = ShapeGathering(feed.cancellation)
    }

    var wantsRows: Bool { file.isReadable }
    /// How the reading ended; also tells the feed.
    var state: FileState { file.finish(feed) }

    func checkShape() throws -> RowVerdict { try file.checkShape() }

    func begin(_ id: UnsafeRawBufferPointer) {
        hasPlainID = CellBytes.isPrintable(id)
        shape = id.isEmpty ? -1 : feed.shapeIDs.intern(id).index
        scattered.begin(shape)
    }

    func take(_ points: UnsafeMutableBufferPointer<ShapePointRow>) throws {
        try feed.checkCancellation()
        if scattered.awaitsPoint, let first = points.first { scattered.take(row: Int(first.row)) }
        try self.points.append(shape, points)
    }

    func take(_ cells: RowCells) throws {
        // In a flawed file each row has notices, so checking at the next chunk would be too late.
        if cells.row & 0xFF == 0 { try feed.checkCancellation() }
        let latitude = JavaNumber.decimal(cells[columns.latitude], isCanonical: isCanonical)
        let longitude = JavaNumber.decimal(cells[columns.longitude], isCanonical: isCanonical)
        let number = CellText.integer(cells[columns.sequence])
        let cell = cells[columns.distance]
        let along = cell.isEmpty ? nil : JavaNumber.decimal(cell, isCanonical: isCanonical)
        let isUsual =
            file.isPlain(cells) && hasPlainID && shape >= 0 && Self.isUsual(latitude, 90)
            && Self.isUsual(longitude, 180) && 0...Int(Int32.max) ~= number ?? -1
            && (cell.isEmpty || (along ?? -1).sign == .plus)
            && (abs(latitude ?? 0) > 1 || abs(longitude ?? 0) > 1) && abs(latitude ?? 0) < 89
        if !isUsual { _ = file.checkRow() }
        guard shape >= 0, let latitude, let longitude, let number else { return }
        if scattered.awaitsPoint, abs(latitude) < 2_000, abs(longitude) < 2_000,
            Int32(exactly: number) != nil
        {
            scattered.take(row: cells.row)
        }
        try points.append(
            shape,
            ShapePointRow(
                latitude: latitude, longitude: longitude, sequence: Int32(clamping: number),
                row: Int32(clamping: cells.row), distance: along ?? .nan))
    }

    private static func isUsual(_ degrees: Double?, _ limit: Double) -> Bool {
        degrees.map { -limit...limit ~= $0 } ?? false
    }

    func finish(rows: Int) throws {
        feed.shapes.rowCount = rows
        if !isCanonical { noteScattered() }
        try points.store(in: feed)
        file.noteEnd()
    }

    private func noteScattered() {
        for (shape, row) in scattered.apart.sorted(by: { $0.value < $1.value }) {
            rules.loading.add(
                .scatteredRows,
                [
                    "filename": file.filename, "csvRowNumber": row, "fieldName": "shape_id",
                    "fieldValue": feed.shapeIDs.string(shape),
                ])
        }
    }
}

/// Finds shapes whose points are not next to each other, counting only points that a bundle can
/// have.
private struct ScatteredShapes {
    /// By shape: whether it has points.
    private var hasPoints: [Bool] = []
    private var shape = -1
    /// Whether the present rows have had no point yet.
    private(set) var awaitsPoint = false
    /// By shape: the first row that stands apart.
    private(set) var apart: [Int: Int] = [:]

    /// Other rows begin; rows without an id do not separate points.
    mutating func begin(_ shape: Int) {
        guard shape >= 0, shape != self.shape else { return }
        self.shape = shape
        awaitsPoint = true
    }

    mutating func take(row: Int) {
        awaitsPoint = false
        if hasPoints.count <= shape {
            hasPoints += Array(repeating: false, count: shape + 1 - hasPoints.count)
        }
        if hasPoints[shape], apart[shape] == nil { apart[shape] = row }
        hasPoints[shape] = true
    }
}
