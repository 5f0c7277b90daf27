import GTFSSchedule

/// No pathway leads to a platform that is said to be reached straight from the street.
struct PathwayStopAccessRule: FeedRule {
    static let notices: [NoticeDefinition] = [.pathwayToStopWithAccessOutsideOfStationPathways]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.stops.header.has("stop_access") else { return }
        var platformCodes: [StopID: String] = [:]
        for stop in feed.stops.rows where stop.stopAccess == .fromStreet {
            if let id = stop.stopID { platformCodes[id] = stop.platformCode ?? "" }
        }
        guard !platformCodes.isEmpty else { return }
        for (index, pathway) in feed.pathways.rows.enumerated() {
            let isLoop = pathway.fromStopID == pathway.toStopID
            for id in isLoop ? [pathway.fromStopID] : [pathway.fromStopID, pathway.toStopID] {
                guard let id, let platformCode = platformCodes[id] else { continue }
                bin.add(
                    .pathwayToStopWithAccessOutsideOfStationPathways,
                    [
                        "csvRowNumber": feed.pathways.rowNumbers[index],
                        "platformCode": platformCode,
                        "pathwayId": pathway.pathwayID?.text ?? "", "stopId": id,
                    ])
            }
        }
    }
}

extension NoticeDefinition {
    static let pathwayToStopWithAccessOutsideOfStationPathways = NoticeDefinition(
        "pathway_to_stop_with_access_outside_of_station_pathways", .error,
        "A pathway ends at a stop whose `stop_access` is 1.",
        why: "The stop is said to be reached from the street, so the pathway contradicts it.",
        fix: "Remove the pathway, or set `stop_access` to 0.",
        reference: "pathways.txt", "from_stop_id", "to_stop_id")
}
