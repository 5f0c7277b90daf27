import FeedCompiling
import GTFSSchedule

struct PathwayGraph {
    enum Search {
        case fromEntrances
        case toExits
    }

    private struct Edge {
        let from: Int32
        let to: Int32
    }

    /// First those at either end of a pathway, then entrances without one.
    let ids = IDTable()
    let endCount: Int
    private var edges: [Edge] = []
    private let entrances: [Int]

    init(_ feed: LoadedFeed) {
        for index in feed.pathways.rows.indices {
            // Not as a variable: that would copy all texts of the pathway.
            guard let from = feed.pathways.rows[index].fromStopID,
                let to = feed.pathways.rows[index].toStopID
            else { continue }
            let edge = Edge(
                from: Int32(ids.intern(from.text).index), to: Int32(ids.intern(to.text).index))
            edges.append(edge)
            // A way that may lead back does: otherwise places would seem out of reach.
            if feed.pathways.rows[index].isBidirectional == .yes
                || feed.pathways.isBad(index, "is_bidirectional")
            {
                edges.append(Edge(from: edge.to, to: edge.from))
            }
        }
        endCount = ids.count
        let stops = feed.stops.rows
        var entrances: [Int] = []
        for index in stops.indices
        where stops[index].kind == .entrance || feed.stops.isBad(index, "location_type") {
            if let id = stops[index].stopID { entrances.append(ids.intern(id.text).index) }
        }
        self.entrances = entrances
    }

    /// By place; entrances are connected with themselves.
    func reach(_ search: Search) -> [Bool] {
        let targets = NumberGroups(count: ids.count) { add in
            for edge in edges {
                switch search {
                case .fromEntrances: add(Int(edge.from), edge.to)
                case .toExits: add(Int(edge.to), edge.from)
                }
            }
        }
        var isReached = [Bool](repeating: false, count: ids.count)
        for entrance in entrances { isReached[entrance] = true }
        var open = entrances
        while let place = open.popLast() {
            for target in targets[place] where !isReached[Int(target)] {
                isReached[Int(target)] = true
                open.append(Int(target))
            }
        }
        return isReached
    }

    /// By place: pathways connect it with only one other place, or with itself.
    func deadEnds() -> [Bool] {
        /// `none` or `several`, or the only neighbor.
        var neighbors = [Int32](repeating: Self.none, count: ids.count)
        func note(_ place: Int32, _ neighbor: Int32) {
            let known = neighbors[Int(place)]
            if known != neighbor {
                neighbors[Int(place)] = known == Self.none ? neighbor : Self.several
            }
        }
        for edge in edges {
            note(edge.from, edge.to)
            note(edge.to, edge.from)
        }
        return neighbors.map { $0 >= 0 }
    }

    private static let none: Int32 = -1
    private static let several: Int32 = -2
}
