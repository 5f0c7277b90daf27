import GTFSSchedule

/// Pathways end at platforms, entrances, nodes or boarding areas: not at stations, nor at platforms
/// that are divided into boarding areas.
struct PathwayEndpointRule: FeedRule {
    static let notices: [NoticeDefinition] = [
        .pathwayToPlatformWithBoardingAreas, .pathwayToWrongLocationType,
    ]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        guard feed.pathways.count > 0 else { return }
        let children = ChildStops(feed)
        for (index, pathway) in feed.pathways.rows.enumerated() {
            try feed.checkCancellation()
            let ends = [("from_stop_id", pathway.fromStopID), ("to_stop_id", pathway.toStopID)]
            for (field, id) in ends {
                guard let id, let stop = feed.stop(id) else { continue }
                let definition: NoticeDefinition
                if stop.kind == .station {
                    definition = .pathwayToWrongLocationType
                } else if stop.kind == .stop, !children[id].isEmpty {
                    definition = .pathwayToPlatformWithBoardingAreas
                } else {
                    continue
                }
                bin.add(
                    definition,
                    [
                        "csvRowNumber": feed.pathways.rowNumbers[index],
                        "pathwayId": pathway.pathwayID?.text ?? "", "fieldName": field,
                        "stopId": id,
                    ])
            }
        }
    }
}

extension NoticeDefinition {
    static let pathwayToWrongLocationType = NoticeDefinition(
        "pathway_to_wrong_location_type", .error, "A pathway ends at a station.",
        why: "A station is the whole building: directions cannot begin or end there.",
        fix: "Lead the pathway to a platform, entrance, node or boarding area.",
        reference: "pathways.txt", "from_stop_id", "to_stop_id")
    static let pathwayToPlatformWithBoardingAreas = NoticeDefinition(
        "pathway_to_platform_with_boarding_areas", .error,
        "A pathway ends at a platform that has boarding areas.",
        why: "Such a platform is an area, not a point; riders board at its parts.",
        fix: "Lead the pathway to the boarding areas.",
        reference: "pathways.txt", "from_stop_id", "to_stop_id")
}
