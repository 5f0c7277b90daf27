import GTFSSchedule

/// A generic node joins at least two other places.
struct PathwayDeadEndRule: FeedRule {
    static let notices: [NoticeDefinition] = [.pathwayDanglingGenericNode]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        var neighbors: [StopID: Set<StopID>] = [:]
        for pathway in feed.pathways.rows {
            guard let from = pathway.fromStopID, let to = pathway.toStopID else { continue }
            neighbors[from, default: []].insert(to)
            neighbors[to, default: []].insert(from)
        }
        for (index, stop) in feed.stops.rows.enumerated() where stop.kind == .genericNode {
            guard let id = stop.stopID, neighbors[id]?.count == 1 else { continue }
            bin.add(
                .pathwayDanglingGenericNode,
                [
                    "csvRowNumber": feed.stops.rowNumbers[index], "stopId": id,
                    "stopName": stop.stopName ?? "",
                    "parentStation": stop.parentStation?.text ?? "",
                ])
        }
    }
}

extension NoticeDefinition {
    static let pathwayDanglingGenericNode = NoticeDefinition(
        "pathway_dangling_generic_node", .warning,
        "A generic node has pathways to one other place only.",
        why: "It is a dead end, so probably a pathway is missing.",
        fix: "Add the missing pathway, or remove the node.",
        reference: "pathways.txt", "from_stop_id", "to_stop_id")
}
