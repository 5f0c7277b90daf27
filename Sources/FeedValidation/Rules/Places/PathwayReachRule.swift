import FeedCompiling
import GTFSSchedule

/// In a station with pathways, every place can be reached from an entrance and left through one.
///
/// For platforms that are divided into boarding areas, only the boarding areas are checked.
struct PathwayReachRule: FeedRule {
    static let notices: [NoticeDefinition] = [.pathwayUnreachableLocation]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        guard feed.pathways.count > 0 else { return }
        let graph = PathwayGraph(feed)
        let stations = Set(graph.ends.compactMap { feed.stationIndex($0) })
        let enterable = graph.reach(.fromEntrances)
        let leavable = graph.reach(.toExits)
        let stops = feed.stops.rows
        var hasChildren = [Bool](repeating: false, count: feed.stopIDs.count)
        for index in stops.indices {
            try feed.checkCancellation()
            guard let parent = stops[index].parentStation,
                let number = feed.stopIDs.find(parent.text)
            else { continue }
            hasChildren[number] = true
        }
        for index in stops.indices {
            try feed.checkCancellation()
            // Not as a variable: that would copy all texts of the stop.
            let kind = stops[index].kind
            guard kind == .genericNode || kind == .boardingArea || kind == .stop,
                let id = stops[index].stopID, let number = feed.stopIDs.find(id.text),
                let station = feed.stationIndex(ofRow: Int(feed.stopRows[number])),
                stations.contains(station), kind != .stop || !hasChildren[number]
            else { continue }
            let hasEntrance = enterable.contains(id)
            let hasExit = leavable.contains(id)
            if hasEntrance && hasExit { continue }
            bin.add(
                .pathwayUnreachableLocation,
                [
                    "csvRowNumber": feed.stops.rowNumbers[index], "stopId": id,
                    "stopName": stops[index].stopName ?? "", "locationType": kind.code,
                    "parentStation": stops[index].parentStation?.text ?? "",
                    "hasEntrance": hasEntrance, "hasExit": hasExit,
                ])
        }
    }
}

extension NoticeDefinition {
    static let pathwayUnreachableLocation = NoticeDefinition(
        "pathway_unreachable_location", .error,
        "A place in a station cannot be reached from any entrance, or not left through one.",
        why: "No directions lead to the platform, so trips from there are never offered.",
        fix: "Add the missing pathways, or let them lead both ways.",
        reference: "pathways.txt", "from_stop_id", "to_stop_id", "is_bidirectional")
}

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
