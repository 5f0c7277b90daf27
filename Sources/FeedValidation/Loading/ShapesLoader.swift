import FeedCompiling
import FeedReading
import GTFSSchedule

/// Reads `shapes.txt` into columns, each shape's points next to each other.
struct ShapesLoader {
    private let feed: LoadedFeed
    private let rules: RuleBins

    init(_ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        self.rules = rules
    }

    func read(_ filename: String, _ source: any ByteSource) throws -> FileState {
        let table = ShapePoint.table
        let file = try CheckedFile(table, filename, source, feed, rules)
        guard file.isReadable else { return file.finish(feed) }
        let id = file.columns[table.index("shape_id")]
        let latitude = file.columns[table.index("shape_pt_lat")]
        let longitude = file.columns[table.index("shape_pt_lon")]
        let sequence = file.columns[table.index("shape_pt_sequence")]
        let distance = file.columns[table.index("shape_dist_traveled")]
        let shapes = feed.shapes
        let isCanonical = feed.options.isCanonical
        var points = ShapeRows()
        var shape = -1
        var shapeID: [UInt8] = []
        var isPrintable = true
        var rowCount = 0
        var scattered = ScatteredShapes()
        while let cells = try file.advance() {
            rowCount += 1
            let key = cells[id]
            var isUsual = file.isPlain(cells)
            if !shapeID.withUnsafeBytes({ Bytes.areEqual($0, key) }) {
                shapeID.removeAll(keepingCapacity: true)
                shapeID.append(contentsOf: key)
                isPrintable = CellBytes.isPrintable(key)
                shape = key.isEmpty ? -1 : feed.shapeIDs.intern(key).index
                scattered.begin(shape)
            }
            if !isPrintable { isUsual = false }
            let lat = JavaNumber.decimal(cells[latitude], isCanonical: isCanonical)
            let lon = JavaNumber.decimal(cells[longitude], isCanonical: isCanonical)
            let number = CellText.integer(cells[sequence])
            let cell = cells[distance]
            let along =
                cell.isEmpty ? nil : JavaNumber.decimal(cell, isCanonical: isCanonical)
            if key.isEmpty || !Self.isUsual(lat, 90) || !Self.isUsual(lon, 180)
                || !(0...Int(Int32.max) ~= number ?? -1)
                || !cell.isEmpty && (along ?? -1).sign == .minus
                || abs(lat ?? 0) <= 1 && abs(lon ?? 0) <= 1 || abs(lat ?? 0) >= 89
            {
                isUsual = false
            }
            if !isUsual { _ = file.checkRow() }
            guard shape >= 0, let lat, let lon, let number else { continue }
            if scattered.awaitsPoint, abs(lat) < 2_000, abs(lon) < 2_000,
                Int32(exactly: number) != nil
            {
                scattered.take(row: cells.row)
            }
            points.append(
                shape, lat, lon, along ?? .nan, Int32(clamping: number),
                Int32(clamping: cells.row))
        }
        shapes.rowCount = rowCount
        if !isCanonical { note(scattered, filename) }
        try points.store(in: feed)
        return file.finish(feed)
    }

    private func note(_ scattered: ScatteredShapes, _ filename: String) {
        for (shape, row) in scattered.apart.sorted(by: { $0.value < $1.value }) {
            rules.loading.add(
                .scatteredRows,
                [
                    "filename": filename, "csvRowNumber": row, "fieldName": "shape_id",
                    "fieldValue": feed.shapeIDs.string(shape),
                ])
        }
    }

    private static func isUsual(_ degrees: Double?, _ limit: Double) -> Bool {
        degrees.map { -limit...limit ~= $0 } ?? false
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

    mutating func append(
        _ shape: Int, _ latitude: Double, _ longitude: Double, _ distance: Double,
        _ sequence: Int32, _ row: Int32
    ) {
        if let last = self.shape.last, let before = self.sequence.last,
            last > shape || last == shape && before > sequence
        {
            isSorted = false
        }
        if !distance.isNaN { hasDistances = true }
        self.shape.append(Int32(shape))
        self.latitude.append(latitude)
        self.longitude.append(longitude)
        self.distance.append(distance)
        self.sequence.append(sequence)
        self.row.append(row)
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
