/// Whether two zones overlap: they share an area, and each has an area outside the other.
///
/// This is the definition of the OGC. Zones that only touch do not overlap; nor do equal zones, nor
/// zones one of which contains the other. Crossing edges decide it; otherwise each piece of an
/// outline, cut where the other outline touches it, tells what is on its two sides.
struct ZoneOverlap {
    private var sharesArea = false
    private var firstHasMore = false
    private var secondHasMore = false
    private var doEdgesCross = false

    var isOverlap: Bool { doEdgesCross || sharesArea && firstHasMore && secondHasMore }

    init(_ first: Zone, _ second: Zone, patience: inout RulePatience) throws {
        try walk(first, against: SortedEdges(second), isFirst: true, patience: &patience)
        if !isOverlap {
            try walk(second, against: SortedEdges(first), isFirst: false, patience: &patience)
        }
    }

    private mutating func walk(
        _ zone: Zone, against other: SortedEdges, isFirst: Bool, patience: inout RulePatience
    ) throws {
        for ring in zone.rings {
            var wasInside: Bool?
            for edge in ring {
                let near = other.near(edge)
                try patience.spend(10 + other.takeLooks())
                if near.contains(where: { Self.cross(edge, $0) }) {
                    doEdgesCross = true
                    return
                }
                let points = Self.cuts(edge, near)
                if points[0].isTouched { wasInside = nil }
                for (from, to) in zip(points, points.dropFirst()) {
                    if let shared = Self.shared(from: from.point, to: to.point, near: near) {
                        note(edge, along: shared)
                    } else {
                        let middle = PlanePoint(
                            x: from.point.x + (to.point.x - from.point.x) / 2,
                            y: from.point.y + (to.point.y - from.point.y) / 2)
                        let isInside = wasInside ?? other.contains(middle)
                        wasInside = isInside
                        note(isInside: isInside, isFirst: isFirst)
                    }
                    if to.isTouched { wasInside = nil }
                }
                if isOverlap { return }
            }
        }
    }

    private mutating func note(isInside: Bool, isFirst: Bool) {
        if isInside { sharesArea = true }
        if isInside == isFirst { secondHasMore = true } else { firstHasMore = true }
    }

    private mutating func note(_ edge: Zone.Edge, along other: Zone.Edge) {
        let isSameWay =
            (edge.to.x - edge.from.x) * (other.to.x - other.from.x)
            + (edge.to.y - edge.from.y) * (other.to.y - other.from.y) > 0
        if edge.hasZoneOnLeft == (isSameWay ? other.hasZoneOnLeft : !other.hasZoneOnLeft) {
            sharesArea = true
        } else {
            firstHasMore = true
            secondHasMore = true
        }
    }

    private static func cross(_ edge: Zone.Edge, _ other: Zone.Edge) -> Bool {
        let ends =
            Orientation.of(edge.from, from: other.from, to: other.to)
            * Orientation.of(edge.to, from: other.from, to: other.to)
        guard ends < 0 else { return false }
        return Orientation.of(other.from, from: edge.from, to: edge.to)
            * Orientation.of(other.to, from: edge.from, to: edge.to) < 0
    }

    private static func cuts(
        _ edge: Zone.Edge, _ near: [Zone.Edge]
    ) -> [(point: PlanePoint, isTouched: Bool)] {
        var inner: [PlanePoint] = []
        for point in near.map(\.from)
        where point != edge.from && point != edge.to && isOn(point, edge) {
            inner.append(point)
        }
        let isAlongX =
            (edge.to.x - edge.from.x).magnitude >= (edge.to.y - edge.from.y).magnitude
        let isForward = isAlongX ? edge.from.x < edge.to.x : edge.from.y < edge.to.y
        inner.sort { left, right in
            let isLess = isAlongX ? left.x < right.x : left.y < right.y
            let isMore = isAlongX ? left.x > right.x : left.y > right.y
            return isForward ? isLess : isMore
        }
        func end(_ point: PlanePoint) -> (point: PlanePoint, isTouched: Bool) {
            (point, near.contains { isOn(point, $0) })
        }
        return [end(edge.from)] + inner.map { ($0, true) } + [end(edge.to)]
    }

    private static func shared(
        from: PlanePoint, to: PlanePoint, near: [Zone.Edge]
    ) -> Zone.Edge? {
        near.first { isOn(from, $0) && isOn(to, $0) }
    }

    private static func isOn(_ point: PlanePoint, _ edge: Zone.Edge) -> Bool {
        edge.leftmost <= point.x && point.x <= edge.rightmost && edge.lowest <= point.y
            && point.y <= edge.highest
            && Orientation.of(point, from: edge.from, to: edge.to) == 0
    }
}
