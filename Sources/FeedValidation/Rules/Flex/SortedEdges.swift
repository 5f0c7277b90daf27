/// The edges of a zone by latitude, so that those near a place are found without a look at all.
struct SortedEdges {
    /// By their lower ends.
    private let edges: [Zone.Edge]
    /// By index: the highest point of all edges up to that one.
    private let highest: [Double]

    init(_ zone: Zone) {
        edges = zone.rings.flatMap { $0 }.sorted { $0.lowest < $1.lowest }
        var highest: [Double] = []
        for edge in edges { highest.append(max(edge.highest, highest.last ?? edge.highest)) }
        self.highest = highest
    }

    /// The edges whose bounding box touches that of an edge.
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
    func contains(_ point: Zone.Point) -> Bool {
        var isInside = false
        visit(from: point.y, to: point.y) { edge in
            guard (edge.from.y > point.y) != (edge.to.y > point.y) else { return }
            let side = Orientation.of(point, from: edge.from, to: edge.to)
            if (side > 0) == (edge.to.y > edge.from.y) { isInside.toggle() }
        }
        return isInside
    }

    /// Calls the body with every edge that has a point between two latitudes.
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
    }
}
