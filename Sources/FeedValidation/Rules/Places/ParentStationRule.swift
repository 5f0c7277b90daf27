import GTFSSchedule

/// The parent of a place is of the right kind, and stations have stops.
///
/// Platforms, entrances and nodes belong to a station, boarding areas to a platform.
struct ParentStationRule: FeedRule {
    static let notices: [NoticeDefinition] = [.wrongParentLocationType, .unusedStation]
    static let inputs = ["stops.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        var isUsed = [Bool](repeating: false, count: feed.stops.count)
        for (index, stop) in feed.stops.rows.enumerated() where stop.kind != .station {
            try feed.checkCancellation()
            guard let parentIndex = feed.stopIndex(stop.parentStation) else { continue }
            if stop.kind == .stop { isUsed[parentIndex] = true }
            let parent = feed.stops[parentIndex]
            guard let expected = Self.parentKind(of: stop.kind), parent.kind != expected else {
                continue
            }
            bin.add(
                .wrongParentLocationType,
                [
                    "csvRowNumber": feed.stops.rowNumbers[index],
                    "stopId": stop.stopID?.text ?? "", "stopName": stop.stopName ?? "",
                    "locationType": stop.kind.code,
                    "parentCsvRowNumber": feed.stops.rowNumbers[parentIndex],
                    "parentStation": stop.parentStation,
                    "parentStopName": parent.stopName ?? "",
                    "parentLocationType": CanonicalName.number(parent.kind),
                    "expectedLocationType": expected.code,
                ])
        }
        noteUnused(feed, isUsed, bin)
    }

    private func noteUnused(_ feed: LoadedFeed, _ isUsed: [Bool], _ bin: NoticeBin) {
        var noted = Set<Int>()
        for stop in feed.stops.rows where stop.kind == .station {
            // Of equal ids the first row stands for all.
            guard let index = feed.stopIndex(stop.stopID), !isUsed[index],
                noted.insert(index).inserted
            else { continue }
            let station = feed.stops[index]
            bin.add(
                .unusedStation,
                [
                    "csvRowNumber": feed.stops.rowNumbers[index],
                    "stopId": station.stopID, "stopName": station.stopName ?? "",
                ])
        }
    }

    private static func parentKind(of kind: LocationType) -> LocationType? {
        switch kind {
        case .stop, .entrance, .genericNode: .station
        case .boardingArea: .stop
        default: nil
        }
    }
}

extension NoticeDefinition {
    static let wrongParentLocationType = NoticeDefinition(
        "wrong_parent_location_type", .error,
        "The parent of a place is not of the kind that it needs.",
        why: "Apps cannot tell what belongs to the station.",
        fix: "Name a station, or for a boarding area its platform.",
        reference: "stops.txt", "parent_station", "location_type")
    static let unusedStation = NoticeDefinition(
        "unused_station", .info, "A station is the `parent_station` of no stop or platform.",
        why: "Riders find a station where nothing leaves.",
        fix: "Name the station in its stops' `parent_station`, or remove it.",
        reference: "stops.txt", "parent_station")
}
