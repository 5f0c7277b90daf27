import FeedReading
import GTFSSchedule

/// Puts the rows of `shapes.txt` together into shapes, as `ShapesReader` hands them over.
///
/// Memory holds the points of one shape. When the file is not sorted by shape, points of a shape
/// that is already finished wait in `SpilledRows`. A finished shape's first points may be needed
/// again, so they are kept in a scratch file.
final class ShapesCompiler {
    private let file = ShapePoint.file.name
    private let ids: IDTable
    /// By number; nil keeps all.
    private let isWanted: [Bool]?
    private let filter: FeedFilter
    private let emit: (CompiledShape) throws -> Void
    private let spilled: SpilledRows<ShapePointRow>
    private var firstPoints: FirstPoints
    /// Overlapping accesses are not checked: every point would pay for it.
    @exclusivity(unchecked) private var points: [ShapePointRow] = []
    @exclusivity(unchecked) private var shape = -1
    private let reader: TableReader
    private let numbers = NumberFields(
        ["shape_pt_sequence", "shape_pt_lat", "shape_pt_lon", "shape_dist_traveled"],
        of: ShapePoint.table)
    var unknown: ExtensionContent?
    /// Points that repeat the sequence of an earlier one.
    let late: LateRejections

    /// `ids` has those that trips name. `emit` is called again for a shape whose points were
    /// scattered.
    init(
        _ reader: TableReader, ids: IDTable, isWanted: [Bool]?, filter: FeedFilter,
        temporaryDirectory: String, emit: @escaping (CompiledShape) throws -> Void
    ) {
        self.reader = reader
        late = LateRejections(
            file: file, field: "shape_id,shape_pt_sequence", directory: temporaryDirectory)
        self.ids = ids
        self.isWanted = isWanted
        self.filter = filter
        self.emit = emit
        spilled = SpilledRows(directory: temporaryDirectory)
        firstPoints = FirstPoints(directory: temporaryDirectory)
    }

    func isDefined(_ number: Int) -> Bool { firstPoints.has(number) }

    private(set) var shapesLeftOut: Set<Int> = []

    func begin(_ id: UnsafeRawBufferPointer) throws {
        try finishShape()
        shape = ids.intern(id).index
    }

    private var isKept: Bool {
        guard let isWanted else { return true }
        return shape < isWanted.count && isWanted[shape]
    }

    func append(_ run: UnsafeMutableBufferPointer<ShapePointRow>) throws {
        guard isKept else { return }
        if !firstPoints.has(shape) {
            points.append(contentsOf: run)
        } else {
            for point in run { try spilled.append(point, owner: Int32(shape)) }
        }
    }

    func append(_ row: ReadShapePoint) throws {
        guard isKept else { return }
        // A row without a place is not a point.
        if row.kinds.contains(.fault), !numbers.note(reader) {
            shapesLeftOut.insert(shape)
            return
        }
        let point = row.point
        unknown?.note(row: point.row, row.cells)
        if !firstPoints.has(shape) {
            points.append(point)
        } else {
            try spilled.append(point, owner: Int32(shape))
        }
    }

    func rejectBlank() {
        reader.rejectRow(for: "shape_id", UnsafeRawBufferPointer(start: nil, count: 0))
    }

    private func finishShape() throws {
        defer { points.removeAll(keepingCapacity: true) }
        guard shape >= 0, !points.isEmpty else { return }
        try firstPoints.append(shape, points)
        try build(shape)
    }

    private func build(_ shape: Int) throws {
        try dropDuplicates()
        if let unknown {
            unknown.setList(
                of: shape, points.lazy.map { ($0.sequence, unknown.value(ofRow: $0.row)) })
        }
        for index in points.indices {
            points[index].distance = filter.kept(distance: points[index].distance)
        }
        try emit(
            CompiledShape(
                key: Int32(shape) + 1, id: ids[shape], points: points,
                isExact: filter.hasExactShapes))
    }

    /// The first in the file of points with equal sequences stays.
    private func dropDuplicates() throws(FeedError) {
        let isAscending = zip(points, points.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
        guard !isAscending else { return }
        points.sort { ($0.sequence, $0.row) < ($1.sequence, $1.row) }
        var kept: [ShapePointRow] = []
        for point in points {
            if let last = kept.last, last.sequence == point.sequence {
                try late.add(point.row)
            } else {
                kept.append(point)
            }
        }
        points = kept
    }

    func finish() throws {
        try finishShape()
        guard !spilled.isEmpty else { return }
        var failure: (any Error)?
        try spilled.forEachOwner { (owner, added) throws(FeedError) in
            guard failure == nil else { return }
            do { try rebuild(Int(owner), adding: added) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func rebuild(
        _ shape: Int, adding added: UnsafeBufferPointer<ShapePointRow>
    ) throws {
        self.shape = shape
        reader.findings.note(
            .scatteredRows, file: file, row: Int(added[0].row), value: ids.string(shape))
        points = try firstPoints.points(of: shape)
        guard !points.isEmpty else { return }
        // Duplicates among the first points were reported when the shape was built first.
        let sequences = Dictionary(grouping: points, by: \.sequence)
        points = sequences.values.compactMap { $0.min { $0.row < $1.row } }
        points += added
        try build(shape)
        points.removeAll(keepingCapacity: true)
    }
}
