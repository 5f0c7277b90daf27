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

    func take(_ row: ReadShapePoint) throws {
        let cells = row.cells
        // In a flawed file each row has notices, so checking at the next chunk would be too late.
        if cells.row & 0xFF == 0 { try feed.checkCancellation() }
        var point = row.point
        point.latitude = file.number(point.latitude, cells[columns.latitude])
        point.longitude = file.number(point.longitude, cells[columns.longitude])
        point.distance = file.number(point.distance, cells[columns.distance])
        if !(row.kinds.isEmpty && file.isPlain(cells) && hasPlainID && shape >= 0) {
            _ = file.checkRow()
            if !file.badFields.isEmpty {
                noteIncomplete(shape)
                guard file.badFields == distanceField else { return }
                point.distance = .nan
            }
        }
        guard shape >= 0, !point.latitude.isNaN, !point.longitude.isNaN,
            !row.kinds.contains(.noSequence)
        else { return }
        if awaitsPoint { lookForScattered(cells.row) }
        try points.append(shape, point)
    }

    private func noteIncomplete(_ shape: Int) {
        if shape >= 0 { feed.shapes.incomplete.insert(shape) }
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
            .scatteredRows, field: "shape_id", of: file.filename, row: row,
            value: feed.shapeIDs.string(shape))
    }
}
