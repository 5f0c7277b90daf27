import GTFSSchedule

/// Both ends of an elevator need a level.
struct ElevatorLevelRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingLevelID]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        var noted = Set<Int>()
        for pathway in feed.pathways.rows where pathway.pathwayMode == .elevator {
            for id in [pathway.fromStopID, pathway.toStopID] {
                guard let index = feed.stopIndex(id), feed.stops[index].levelID == nil,
                    noted.insert(index).inserted
                else { continue }
                let stop = feed.stops[index]
                bin.add(
                    .missingLevelID,
                    [
                        "csvRowNumber": feed.stops.rowNumbers[index], "stopId": id,
                        "stopName": stop.stopName ?? "",
                    ])
            }
        }
    }
}

extension NoticeDefinition {
    static let missingLevelID = NoticeDefinition(
        "missing_level_id", .error, "A place at the end of an elevator has no `level_id`.",
        why: "Directions cannot say to which floor riders go.",
        fix: "Name the level in `stops.txt` and describe it in `levels.txt`.",
        reference: "stops.txt", "level_id")
}
