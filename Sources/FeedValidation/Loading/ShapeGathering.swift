import FeedCompiling
import FeedReading

/// Packs the points of `shapes.txt`, shape by shape as they are read.
///
/// Points of a shape that is already packed wait for the end of the file.
struct ShapeGathering {
    private let cancellation: Cancellation
    private var shape = -1
    /// The points of the present shape.
    private var points: [ShapePointRow] = []
    /// By number of a shape.
    private var packed: [ShapePoints] = []
    private var packer = NumberPacker()
    private var late: [LatePoint] = []
    private var hasDistances = false

    private struct LatePoint: BitwiseCopyable {
        let shape: Int32
        let point: ShapePointRow
    }

    init(_ cancellation: Cancellation) {
        self.cancellation = cancellation
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

    /// Points of a shape follow.
    private mutating func begin(_ shape: Int) throws {
        guard shape != self.shape else { return }
        try finishShape()
        self.shape = shape
    }

    /// Packs the points gathered so far.
    private mutating func finishShape() throws {
        guard !points.isEmpty else { return }
        if shape < packed.count, !packed[shape].isEmpty {
            late += points.map { LatePoint(shape: Int32(shape), point: $0) }
        } else {
            try pack()
        }
        points.removeAll(keepingCapacity: true)
    }

    private mutating func pack() throws {
        if zip(points, points.dropFirst()).contains(where: { $0.sequence > $1.sequence }) {
            try Self.sort(&points, cancellation) {
                ($0.sequence, $0.row) < ($1.sequence, $1.row)
            }
        }
        if packed.count <= shape {
            packed += repeatElement(ShapePoints(), count: shape + 1 - packed.count)
        }
        packed[shape] = points.withUnsafeBufferPointer { ShapePoints($0, &packer) }
        if packed[shape].hasDistances { hasDistances = true }
    }

    /// Hands over the points, those of each shape in their order.
    mutating func store(in feed: LoadedFeed) throws {
        try finishShape()
        try Self.sort(&late, cancellation) {
            ($0.shape, $0.point.row) < ($1.shape, $1.point.row)
        }
        var next = 0
        while next < late.count {
            shape = Int(late[next].shape)
            points = packed[shape].unpacked
            while next < late.count, late[next].shape == shape {
                points.append(late[next].point)
                next += 1
            }
            try pack()
        }
        packed += repeatElement(ShapePoints(), count: feed.shapeIDs.count - packed.count)
        feed.shapes.points = packed
        feed.shapes.hasDistances = hasDistances
        self = ShapeGathering(cancellation)
    }

    /// Sorting takes long where all is in disorder, and can be cancelled.
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
