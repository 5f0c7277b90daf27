struct RingCrossings {
    private let rings: [[PlanePoint]]
    private var segments: [RingSegment] = []
    private var touches: [RingPair: Set<PlanePoint>] = [:]

    private struct RingPair: Hashable {
        let first: Int
        let second: Int
    }

    /// Closed, without repeated points.
    init(_ rings: [[PlanePoint]]) {
        self.rings = rings
        for (number, ring) in rings.enumerated() {
            for index in ring.indices.dropLast() {
                segments.append(
                    RingSegment(
                        start: ring[index], end: ring[index + 1], ring: number, index: index))
            }
        }
        segments.sort { $0.minX < $1.minX }
    }

    /// A sentence; nil when the rings at most touch each other.
    mutating func fault(_ work: inout PolygonWork) throws(PolygonWork.Exhausted) -> String? {
        // Segments that the present one may reach: those on its left that do not end before it.
        var active: [RingSegment] = []
        for segment in segments {
            try work.take(active.count + 1)
            active.removeAll { $0.maxX < segment.minX }
            for other in active where other.maxY >= segment.minY && other.minY <= segment.maxY {
                if let fault = fault(segment, other) { return fault }
            }
            active.append(segment)
        }
        return nil
    }

    /// Whether touching rings cut the interior into pieces: two rings that touch twice, or several
    /// that form a cycle.
    var touchesCutInside: Bool {
        var group = Array(rings.indices)
        func root(_ ring: Int) -> Int {
            var ring = ring
            while group[ring] != ring { ring = group[ring] }
            return ring
        }
        /// Rings that all touch in the same point form no cycle.
        var byPoint: [PlanePoint: Set<Int>] = [:]
        for (pair, points) in touches {
            if points.count > 1 { return true }
            for point in points {
                byPoint[point, default: []].formUnion([pair.first, pair.second])
            }
        }
        for members in byPoint.values.map({ $0.sorted() }) {
            for member in members.dropFirst() {
                let (first, second) = (root(members[0]), root(member))
                if first == second { return true }
                group[second] = first
            }
        }
        return false
    }

    private mutating func fault(_ a: RingSegment, _ b: RingSegment) -> String? {
        let crossing = "The outline crosses itself."
        let bStart = ExactOrientation.sign(a.start, a.end, b.start)
        let bEnd = ExactOrientation.sign(a.start, a.end, b.end)
        guard bStart * bEnd <= 0 else { return nil }
        let aStart = ExactOrientation.sign(b.start, b.end, a.start)
        let aEnd = ExactOrientation.sign(b.start, b.end, a.end)
        guard aStart * aEnd <= 0 else { return nil }
        if bStart == 0, bEnd == 0 {
            let shared = sharedPoints(a, b)
            if shared.count > 1 { return crossing }
            guard let point = shared.first else { return nil }
            return touch(a, b, at: point)
        }
        if bStart * bEnd < 0, aStart * aEnd < 0 { return crossing }
        let point = bStart == 0 ? b.start : bEnd == 0 ? b.end : aStart == 0 ? a.start : a.end
        return touch(a, b, at: point)
    }

    private func sharedPoints(_ a: RingSegment, _ b: RingSegment) -> Set<PlanePoint> {
        func holds(_ segment: RingSegment, _ point: PlanePoint) -> Bool {
            segment.minX...segment.maxX ~= point.x && segment.minY...segment.maxY ~= point.y
        }
        return Set(
            [b.start, b.end].filter { holds(a, $0) } + [a.start, a.end].filter { holds(b, $0) })
    }

    private mutating func touch(
        _ a: RingSegment, _ b: RingSegment, at point: PlanePoint
    ) -> String? {
        if a.ring == b.ring {
            return areNeighbours(a, b) ? nil : "The outline touches itself."
        }
        // The end of a segment is the start of the next, which is examined too.
        guard point != a.end, point != b.end else { return nil }
        if crosses(at: point, neighbours(a, point), neighbours(b, point)) {
            return "The outline crosses itself."
        }
        let pair = RingPair(first: min(a.ring, b.ring), second: max(a.ring, b.ring))
        touches[pair, default: []].insert(point)
        return nil
    }

    private func areNeighbours(_ a: RingSegment, _ b: RingSegment) -> Bool {
        let distance = abs(a.index - b.index)
        return distance <= 1 || distance == rings[a.ring].count - 2
    }

    private func neighbours(
        _ segment: RingSegment, _ point: PlanePoint
    ) -> (before: PlanePoint, behind: PlanePoint) {
        guard point == segment.start else { return (segment.start, segment.end) }
        let ring = rings[segment.ring]
        let before = segment.index == 0 ? ring[ring.count - 2] : ring[segment.index - 1]
        return (before, segment.end)
    }

    private func crosses(
        at point: PlanePoint, _ a: (before: PlanePoint, behind: PlanePoint),
        _ b: (before: PlanePoint, behind: PlanePoint)
    ) -> Bool {
        isBetween(around: point, from: a.before, to: a.behind, point: b.before)
            != isBetween(around: point, from: a.before, to: a.behind, point: b.behind)
    }

    private func isBetween(
        around center: PlanePoint, from: PlanePoint, to: PlanePoint, point: PlanePoint
    ) -> Bool {
        let turn = ExactOrientation.sign(center, from, to)
        let afterFrom = ExactOrientation.sign(center, from, point) > 0
        let beforeTo = ExactOrientation.sign(center, point, to) > 0
        return turn > 0 ? afterFrom && beforeTo : afterFrom || beforeTo
    }
}

/// Degrees, treated as lengths.
struct PlanePoint: Hashable {
    let x: Double
    let y: Double
}

struct RingSegment {
    let start: PlanePoint
    let end: PlanePoint
    let ring: Int
    let index: Int

    var minX: Double { min(start.x, end.x) }
    var maxX: Double { max(start.x, end.x) }
    var minY: Double { min(start.y, end.y) }
    var maxY: Double { max(start.y, end.y) }
}

enum ExactOrientation {
    /// 1 when a, b, c turn left, -1 when they turn right, 0 when they lie on one line.
    static func sign(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Int {
        let left = (a.x - c.x) * (b.y - c.y)
        let right = (a.y - c.y) * (b.x - c.x)
        let quick = left - right
        // The error of the quick way is far below this share of its terms.
        if abs(quick) > 1e-15 * (abs(left) + abs(right)) { return quick > 0 ? 1 : -1 }
        return exact(a, b, c)
    }

    private static func exact(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Int {
        let left = product(difference(a.x, c.x), difference(b.y, c.y))
        let right = product(difference(a.y, c.y), difference(b.x, c.x))
        let high = left.high - right.high
        let value = high != 0 ? high + (left.low - right.low) : left.low - right.low
        return value > 0 ? 1 : value < 0 ? -1 : 0
    }

    /// A number as a sum of two; the second holds what does not fit in the first.
    private typealias Pair = (high: Double, low: Double)

    private static func difference(_ a: Double, _ b: Double) -> Pair {
        let high = a - b
        let part = high - a
        return (high, (a - (high - part)) - (b + part))
    }

    private static func product(_ a: Pair, _ b: Pair) -> Pair {
        let high = a.high * b.high
        let error = (-high).addingProduct(a.high, b.high)
        let low = error + (a.high * b.low + a.low * b.high)
        let sum = high + low
        return (sum, low - (sum - high))
    }
}
