import FeedCompiling
import FeedReading
import GTFSSchedule

/// Checks the rows of `shapes.txt` that are unusual, and keeps all points in columns, each shape's points
/// next to each other.
final class ShapesChecker: ShapePointChecks {
    private let feed: LoadedFeed
    private let rules: RuleBins
    private let file: CheckedFile
    private let columns: ShapePointColumns
    private let isCanonical: Bool
    private var points = ShapeRows()
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
    }

    var wantsRows: Bool { file.isReadable }
    /// How the reading ended, which the feed is told.
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
        self.points.append(shape, points)
    }

    func take(_ cells: RowCells) throws {
        // Reading the next chunk would be too late: each row of a flawed file has notices.
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
        points.append(
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

/// Finds shapes whose points are not next to each other, points being rows that a bundle can have.
private struct ScatteredShapes {
    /// By shape: whether it has points.
    private var hasPoints: [Bool] = []
    private var shape = -1
    /// Whether no point of the present rows was seen.
    private(set) var awaitsPoint = false
    /// By shape: the first row that stands apart.
    private(set) var apart: [Int: Int] = [:]

    /// Other rows begin; those without an id do not come between.
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

/// The points of all shapes in the order of the file.
private struct ShapeRows {
    private var shape: [Int32] = []
    private var latitude: [Double] = []
    private var longitude: [Double] = []
    private var distance: [Double] = []
    private var sequence: [Int32] = []
    private var row: [Int32] = []
    private var hasDistances = false
    private var isSorted = true

    mutating func append(_ shape: Int, _ points: UnsafeMutableBufferPointer<ShapePointRow>) {
        for point in points { append(shape, point) }
    }

    @inline(__always)
    mutating func append(_ shape: Int, _ point: ShapePointRow) {
        if let last = self.shape.last, let before = sequence.last,
            last > shape || last == shape && before > point.sequence
        {
            isSorted = false
        }
        if !point.distance.isNaN { hasDistances = true }
        self.shape.append(Int32(shape))
        latitude.append(point.latitude)
        longitude.append(point.longitude)
        distance.append(point.distance)
        sequence.append(point.sequence)
        row.append(point.row)
    }

    /// Hands the columns over, sorted by shape and sequence.
    mutating func store(in feed: LoadedFeed) throws {
        if !isSorted {
            var comparisons = 0
            let order = try shape.indices.sorted {
                comparisons &+= 1
                if comparisons & 0xFFF == 0 { try feed.checkCancellation() }
                return (shape[$0], sequence[$0], row[$0]) < (shape[$1], sequence[$1], row[$1])
            }
            shape = order.map { shape[$0] }
            latitude = order.map { latitude[$0] }
            longitude = order.map { longitude[$0] }
            distance = order.map { distance[$0] }
            sequence = order.map { sequence[$0] }
            row = order.map { row[$0] }
        }
        let columns = feed.shapes
        columns.points = Array(repeating: 0..<0, count: feed.shapeIDs.count)
        var start = 0
        for index in shape.indices
        where index + 1 == shape.count || shape[index + 1] != shape[index] {
            columns.points[Int(shape[index])] = start..<index + 1
            start = index + 1
        }
        columns.latitude = latitude
        columns.longitude = longitude
        columns.distance = hasDistances ? distance : []
        columns.sequence = sequence
        columns.row = row
    }
}
