import FeedCompiling
import GTFSSchedule

/// In a station with pathways, every place can be reached from an entrance and left through one.
///
/// For platforms that are divided into boarding areas, only the boarding areas are checked. Those
/// that riders reach directly from the street (`stop_access=1`) need no pathways, nor do their
/// boarding areas; the canonical validator requires them nevertheless.
struct PathwayReachRule: FeedRule {
    static let pathwayUnreachableLocation = NoticeDefinition(
        "pathway_unreachable_location", .error,
        summary:
            "A platform, boarding area or generic node has no chain of pathways from an entrance, or "
            + "none to an exit.",
        why: "Apps cannot guide riders to or from this location.",
        fix: "Add the missing pathways, or make them bidirectional.",
        reference: "pathways.txt", fields: "from_stop_id", "to_stop_id", "is_bidirectional",
        rowFiles: ["csvRowNumber": "stops.txt"],
        telling: ["stopId", "hasEntrance", "hasExit"])
    static let notices: [NoticeDefinition] = [pathwayUnreachableLocation]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.pathways.count > 0 else { return }
        let graph = PathwayGraph(feed)
        let stations = Set(
            (0..<graph.endCount).compactMap { place in
                feed.stopIndex(graph.ids[place]).flatMap { feed.stationIndex(ofRow: $0) }
            })
        let unclear = feed.stationsWithUnclearPathways
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
                !feed.stops.isBad(index, "location_type"),
                let id = stops[index].stopID, let number = feed.stopIDs.find(id.text),
                let station = feed.stationIndex(ofRow: Int(feed.stopRows[number])),
                stations.contains(station), !unclear.contains(station),
                kind != .stop || !hasChildren[number],
                feed.options.isCanonical || !isReachedFromStreet(index, kind: kind, in: feed)
            else { continue }
            let place = graph.ids.find(id.text)
            let hasEntrance = place.map { enterable[$0] } ?? false
            let hasExit = place.map { leavable[$0] } ?? false
            if hasEntrance && hasExit { continue }
            bin.add(
                Self.pathwayUnreachableLocation,
                [
                    "csvRowNumber": feed.stops.rowNumbers[index], "stopId": id,
                    "stopName": stops[index].stopName ?? "", "locationType": kind.code,
                    "parentStation": stops[index].parentStation?.text ?? "",
                    "hasEntrance": hasEntrance, "hasExit": hasExit,
                ])
        }
    }

    /// Whether the feed says so for a platform, or for the platform of a boarding area; or may say
    /// so, in a cell that could not be used.
    private func isReachedFromStreet(
        _ index: Int, kind: LocationType, in feed: LoadedFeed
    ) -> Bool {
        let stops = feed.stops.rows
        let platform =
            kind == .boardingArea ? feed.stopIndex(stops[index].parentStation) : index
        guard let platform else { return false }
        return stops[platform].kind == .stop
            && (stops[platform].stopAccess == .fromStreet
                || feed.stops.isBad(platform, "stop_access"))
    }
}
