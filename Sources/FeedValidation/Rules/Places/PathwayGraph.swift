import GTFSSchedule

/// The pathways of a feed as a graph of stop ids.
struct PathwayGraph {
    enum Search {
        /// Along the pathways.
        case fromEntrances
        /// Against them.
        case toExits
    }

    private let entrances: [StopID]
    private var forward: [StopID: [StopID]] = [:]
    private var backward: [StopID: [StopID]] = [:]
    /// The ids at either end of a pathway.
    private(set) var ends = Set<StopID>()

    init(_ feed: LoadedFeed) {
        entrances = feed.stops.rows.filter { $0.kind == .entrance }.compactMap(\.stopID)
        for pathway in feed.pathways.rows {
            guard let from = pathway.fromStopID, let to = pathway.toStopID else { continue }
            ends.insert(from)
            ends.insert(to)
            forward[from, default: []].append(to)
            backward[to, default: []].append(from)
            if pathway.isBidirectional == .yes {
                forward[to, default: []].append(from)
                backward[from, default: []].append(to)
            }
        }
    }

    /// The places that are joined with an entrance, entrances included.
    func reach(_ search: Search) -> Set<StopID> {
        let edges = search == .fromEntrances ? forward : backward
        var reached = Set(entrances)
        var open = entrances
        while let place = open.popLast() {
            for next in edges[place] ?? [] where reached.insert(next).inserted {
                open.append(next)
            }
        }
        return reached
    }
}
