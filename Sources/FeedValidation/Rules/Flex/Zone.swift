/// The outline of a feature of `locations.geojson`: edges that know on which side the zone lies.
struct Zone {
    struct Edge {
        let from: PlanePoint
        let to: PlanePoint
        /// Seen on the way from `from` to `to`.
        let hasZoneOnLeft: Bool

        var lowest: Double { min(from.y, to.y) }
        var highest: Double { max(from.y, to.y) }
        var leftmost: Double { min(from.x, to.x) }
        var rightmost: Double { max(from.x, to.x) }
    }

    let rings: [[Edge]]

    init(_ feature: LoadedFeature) {
        rings = feature.polygons.flatMap { polygon in
            polygon.enumerated().map { index, ring in
                Self.edges(
                    ring.map { PlanePoint(x: $0.longitude, y: $0.latitude) }, isHole: index > 0)
            }
        }
    }

    /// The last point of the ring may repeat the first.
    private static func edges(_ ring: [PlanePoint], isHole: Bool) -> [Edge] {
        guard let origin = ring.first else { return [] }
        let pairs = zip(ring, ring.dropFirst() + [origin]).filter { $0 != $1 }
        // Twice the area, positive when the ring runs counterclockwise; relative to a point of the
        // ring, so that small rings far from the origin keep their digits.
        var area = 0.0
        for (from, to) in pairs {
            let (fromX, fromY) = (from.x - origin.x, from.y - origin.y)
            let (toX, toY) = (to.x - origin.x, to.y - origin.y)
            area = area + fromX * toY - toX * fromY
        }
        let hasZoneOnLeft = (area > 0) != isHole
        return pairs.map { Edge(from: $0, to: $1, hasZoneOnLeft: hasZoneOnLeft) }
    }
}

/// So that those near a place are found without visiting all.
final class SortedEdges {
    /// By their lower ends.
    private let edges: [Zone.Edge]
    /// By index: the highest point of all edges up to that one.
    private let highest: [Double]
    private var looks = 0

    init(_ zone: Zone) {
        edges = zone.rings.flatMap { $0 }.sorted { $0.lowest < $1.lowest }
        var highest: [Double] = []
        for edge in edges { highest.append(max(edge.highest, highest.last ?? edge.highest)) }
        self.highest = highest
    }

    func takeLooks() -> Int {
        defer { looks = 0 }
        return looks
    }

    func near(_ edge: Zone.Edge) -> [Zone.Edge] {
        var found: [Zone.Edge] = []
        visit(from: edge.lowest, to: edge.highest) { other in
            if other.leftmost <= edge.rightmost && edge.leftmost <= other.rightmost {
                found.append(other)
            }
        }
        return found
    }

    /// Whether a point that is not on the outline lies in the zone: a ray from it to the right
    /// crosses the outline an odd number of times.
    func contains(_ point: PlanePoint) -> Bool {
        var isInside = false
        visit(from: point.y, to: point.y) { edge in
            guard (edge.from.y > point.y) != (edge.to.y > point.y) else { return }
            let side = Orientation.of(point, from: edge.from, to: edge.to)
            if (side > 0) == (edge.to.y > edge.from.y) { isInside.toggle() }
        }
        return isInside
    }

    private func visit(from low: Double, to high: Double, _ body: (Zone.Edge) -> Void) {
        var start = 0
        var end = edges.count
        while start < end {
            let middle = (start + end) / 2
            if edges[middle].lowest <= high { start = middle + 1 } else { end = middle }
        }
        var index = start - 1
        while index >= 0, highest[index] >= low {
            if edges[index].highest >= low { body(edges[index]) }
            index -= 1
        }
        looks += start - index
    }
}

/// Exact enough that touching zones do not seem to cross.
enum Orientation {
    /// Positive to the left of the way from `from` to `to`, negative to the right, 0 on the line.
    static func of(_ point: PlanePoint, from: PlanePoint, to: PlanePoint) -> Int {
        let left = (from.x - point.x) * (to.y - point.y)
        let right = (from.y - point.y) * (to.x - point.x)
        let difference = left - right
        // Beyond this bound rounding cannot have changed the sign.
        let bound = 4 * Double.ulpOfOne * (left.magnitude + right.magnitude)
        if difference > bound { return 1 }
        if difference < -bound { return -1 }
        return precise(point, from: from, to: to)
    }

    private static func precise(
        _ point: PlanePoint, from: PlanePoint, to: PlanePoint
    ) -> Int {
        let left = DoubleDouble(from.x, minus: point.x) * DoubleDouble(to.y, minus: point.y)
        let right = DoubleDouble(from.y, minus: point.y) * DoubleDouble(to.x, minus: point.x)
        return left.compare(right)
    }

    /// A number as a sum of two; the second holds what rounding left over.
    private struct DoubleDouble {
        let high: Double
        let low: Double

        init(_ left: Double, minus right: Double) {
            high = left - right
            let part = high - left
            low = (left - (high - part)) - (right + part)
        }

        private init(high: Double, low: Double) {
            self.high = high
            self.low = low
        }

        static func * (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
            let product = left.high * right.high
            let rest = (-product).addingProduct(left.high, right.high)
            return DoubleDouble(
                high: product, low: rest + (left.high * right.low + left.low * right.high))
        }

        func compare(_ other: DoubleDouble) -> Int {
            let highs = DoubleDouble(high, minus: other.high)
            let difference = highs.high + (highs.low + (low - other.low))
            return difference > 0 ? 1 : difference < 0 ? -1 : 0
        }
    }
}
