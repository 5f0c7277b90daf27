import FeedCompiling
import FeedReading
import GTFSSchedule

final class ShapesChecker: FileChecker, ShapePointChecks {
    private let feed: LoadedFeed
    private let rules: RuleBins
    private let file: CheckedFile
    private let columns: ShapePointColumns
    private let isCanonical: Bool
    private let distanceField = FieldSet(["shape_dist_traveled"], of: ShapePoint.table)
    private var points: ShapeGathering
    private var shape = -1
    private(set) var hasPlainID = true
    private var apart = ScatteredRows()
    private var lastShape = -1
    private var awaitsPoint = false
    /// The row without an id may belong to the shape before or after it.
    private var followsBlank = false

    init(_ filename: String, reader: CSVReader, feed: LoadedFeed, rules: RuleBins) {
        self.feed = feed
        self.rules = rules
        isCanonical = feed.options.isCanonical
        file = CheckedFile(
            ShapePoint.table, filename: filename, reader: reader, feed: feed, rules: rules)
        columns = ShapePointColumns(reader.header)
        points = ShapeGathering(feed)
    }

    var wantsRows: Bool { file.isReadable }
    var checks: any ShapePointChecks { self }
    var state: FileState { file.finish(feed) }

    func read(_ reader: CSVReader, _ source: ShapesReader.Source) throws {
        try ShapesReader(reader, source, checks: self).read { _ in }
    }

    func checkShape() throws -> RowVerdict { try file.checkShape() }

    func begin(_ id: UnsafeRawBufferPointer) {
        hasPlainID = CellBytes.isPrintable(id)
        shape = id.isEmpty ? -1 : feed.shapeIDs.intern(id).index
        if followsBlank, shape >= 0 {
            noteIncomplete(shape)
            followsBlank = false
        }
        if shape < 0, !isCanonical {
            noteIncomplete(lastShape)
            followsBlank = true
        }
        guard shape >= 0, shape != lastShape else { return }
        lastShape = shape
        awaitsPoint = true
    }

    func take(_ points: UnsafeMutableBufferPointer<ShapePointRow>) throws {
        try feed.checkCancellation()
        if awaitsPoint, let first = points.first { lookForScattered(Int(first.row)) }
        try self.points.append(shape, points)
    }

    func take(_ cells: RowCells) throws {
        // In a flawed file each row has notices, so checking at the next chunk would be too late.
        if cells.row & 0xFF == 0 { try feed.checkCancellation() }
        let latitude = JavaNumber.decimal(cells[columns.latitude], isCanonical: isCanonical)
        let longitude = JavaNumber.decimal(cells[columns.longitude], isCanonical: isCanonical)
        let number = CellText.integer(cells[columns.sequence])
        let cell = cells[columns.distance]
        var along = cell.isEmpty ? nil : JavaNumber.decimal(cell, isCanonical: isCanonical)
        let isUsual =
            file.isPlain(cells) && hasPlainID && shape >= 0 && Self.isUsual(latitude, 90)
            && Self.isUsual(longitude, 180) && 0...Int(Int32.max) ~= number ?? -1
            && (cell.isEmpty || (along ?? -1).sign == .plus)
            && (abs(latitude ?? 0) > 1 || abs(longitude ?? 0) > 1) && abs(latitude ?? 0) < 89
        if !isUsual {
            _ = file.checkRow()
            if !file.badFields.isEmpty {
                noteIncomplete(shape)
                guard file.badFields == distanceField else { return }
                along = nil
            }
        }
        guard shape >= 0, let latitude, let longitude, let number else { return }
        if awaitsPoint, abs(latitude) < 2_000, abs(longitude) < 2_000,
            Int32(exactly: number) != nil
        {
            lookForScattered(cells.row)
        }
        try points.append(
            shape,
            ShapePointRow(
                latitude: latitude, longitude: longitude, sequence: Int32(clamping: number),
                row: Int32(clamping: cells.row), distance: along ?? .nan))
    }

    private func noteIncomplete(_ shape: Int) {
        if shape >= 0 { feed.shapes.incomplete.insert(shape) }
    }

    private static func isUsual(_ degrees: Double?, _ limit: Double) -> Bool {
        degrees.map { -limit...limit ~= $0 } ?? false
    }

    func finish(rows: Int) throws {
        feed.shapes.rowCount = rows
        try points.store(in: feed)
        file.noteEnd()
    }

    /// Notes when the shape's points are apart from those read before; rows without an id between
    /// them do not count, nor do points that no bundle can have.
    private func lookForScattered(_ row: Int) {
        awaitsPoint = false
        guard apart.take(shape, follow: false) else { return }
        rules.loading.add(
            .scatteredRows,
            .field("shape_id", of: file.filename, row: row, value: feed.shapeIDs.string(shape)))
    }
}
