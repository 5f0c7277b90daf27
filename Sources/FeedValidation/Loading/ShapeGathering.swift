import FeedCompiling
import FeedReading

/// Points of a shape that is already packed wait for the end of the file.
struct ShapeGathering {
    private let cancellation: Cancellation
    private var shape = -1
    private var points: [ShapePointRow] = []
    private var packed: [ShapePoints] = []
    private var packer = NumberPacker()
    private let codes: SpilledBytes
    private let late: SpilledRows<ShapePointRow>
    private var hasDistances = false
    /// Nil when repeated points count like all others.
    private var repeats: [RepeatedPoint]?

    init(_ feed: LoadedFeed) {
        repeats = feed.options.isCanonical ? nil : []
        cancellation = feed.cancellation
        codes = feed.shapes.codes
        late = SpilledRows(directory: feed.temporaryDirectory)
    }

    mutating func append(
        _ shape: Int, _ points: UnsafeMutableBufferPointer<ShapePointRow>
    ) throws {
        try begin(shape)
        self.points.append(contentsOf: points)
    }

    mutating func append(_ shape: Int, _ point: ShapePointRow) throws {
        try begin(shape)
        points.append(point)
    }

    private mutating func begin(_ shape: Int) throws {
        guard shape != self.shape else { return }
        try finishShape()
        self.shape = shape
    }

    private mutating func finishShape() throws {
        guard !points.isEmpty else { return }
        if shape < packed.count, !packed[shape].isEmpty {
            for point in points { try late.append(point, owner: Int32(shape)) }
        } else {
            try pack()
        }
        points.removeAll(keepingCapacity: true)
    }

    private mutating func pack() throws {
        if zip(points, points.dropFirst()).contains(where: { $0.sequence >= $1.sequence }) {
            try Self.sort(&points, cancellation) {
                ($0.sequence, $0.row) < ($1.sequence, $1.row)
            }
            setRepeatsAside()
        }
        if packed.count <= shape {
            packed += repeatElement(ShapePoints(), count: shape + 1 - packed.count)
        }
        packed[shape] = try ShapePoints(points, &packer, in: codes)
        if packed[shape].hasDistances { hasDistances = true }
    }

    private mutating func setRepeatsAside() {
        guard repeats != nil else { return }
        var kept: [ShapePointRow] = []
        for point in points {
            if let first = kept.last, first.sequence == point.sequence {
                repeats?.append(
                    RepeatedPoint(
                        shape: shape, sequence: point.sequence, firstRow: first.row,
                        row: point.row))
            } else {
                kept.append(point)
            }
        }
        points = kept
    }

    mutating func store(in feed: LoadedFeed) throws {
        try finishShape()
        var failure: (any Error)?
        try late.forEachOwner { (owner, added) throws(FeedError) in
            guard !cancellation.isCancelled else { throw .cancelled }
            guard failure == nil else { return }
            shape = Int(owner)
            points = packed[shape].unpacked + added
            do { try pack() } catch { failure = error }
        }
        if let failure { throw failure }
        packed += repeatElement(ShapePoints(), count: feed.shapeIDs.count - packed.count)
        feed.shapes.points = packed
        feed.shapes.hasDistances = hasDistances
        feed.shapes.repeats = (repeats ?? []).sorted { $0.row < $1.row }
        self = ShapeGathering(feed)
    }

    /// Sorting takes long if everything is in disorder, and can be canceled.
    private static func sort<Element>(
        _ list: inout [Element], _ cancellation: Cancellation,
        by areInOrder: (Element, Element) -> Bool
    ) throws {
        var comparisons = 0
        try list.sort {
            comparisons &+= 1
            if comparisons & 0xFFF == 0 { try cancellation.check() }
            return areInOrder($0, $1)
        }
    }
}
