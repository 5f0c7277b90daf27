import GTFSSchedule

/// The parent of a place is of the right kind, and stations have stops.
///
/// Platforms, entrances and nodes belong to a station, boarding areas to a platform.
struct ParentStationRule: FeedRule {
    static let wrongParentLocationType = NoticeDefinition(
        "wrong_parent_location_type", .error,
        summary:
            "The parent of a boarding area is not a platform, or another location's parent is not a "
            + "station.",
        why: "Apps cannot tell what belongs to the station.",
        fix: "Set `parent_station` to a station, or for a boarding area to its platform.",
        reference: "stops.txt", fields: "parent_station", "location_type",
        telling: ["stopId", "parentStation", "parentLocationType", "expectedLocationType"])
    static let unusedStation = NoticeDefinition(
        "unused_station", .info,
        summary: "No stop or platform has this station as its `parent_station`.",
        why: "Riders find a station without service.",
        fix: "Name the station in the `parent_station` of its stops, or remove it.",
        reference: "stops.txt", fields: "parent_station")
    static let notices: [NoticeDefinition] = [wrongParentLocationType, unusedStation]
    static let inputs = ["stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        var isUsed = [Bool](repeating: false, count: feed.stops.count)
        for (index, stop) in feed.stops.rows.enumerated() where stop.kind != .station {
            try feed.checkCancellation()
            guard let parentIndex = feed.stopIndex(stop.parentStation) else { continue }
            let isUnclear = feed.stops.isBad(index, "location_type")
            if stop.kind == .stop || isUnclear { isUsed[parentIndex] = true }
            if isUnclear || feed.stops.isBad(parentIndex, "location_type") { continue }
            let parent = feed.stops[parentIndex]
            guard let expected = Self.parentKind(of: stop.kind), parent.kind != expected else {
                continue
            }
            bin.add(
                Self.wrongParentLocationType,
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
        noteUnused(feed, isUsed: isUsed, into: bin)
    }

    private func noteUnused(_ feed: LoadedFeed, isUsed: [Bool], into bin: NoticeBin) {
        var noted = Set<Int>()
        for stop in feed.stops.rows where stop.kind == .station {
            // The first of rows with equal ids stands for all.
            guard let index = feed.stopIndex(stop.stopID), !isUsed[index],
                noted.insert(index).inserted
            else { continue }
            bin.add(Self.unusedStation, feed.stopFields(index))
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

/// Entrances, nodes and boarding areas need a parent, platforms should have one, stations must not.
struct PlaceWithoutParentRule: RowRule {
    static let stationWithParentStation = NoticeDefinition(
        "station_with_parent_station", .error, summary: "A station has a `parent_station`.",
        why: "Apps cannot show a station inside another station.",
        fix: "Leave `parent_station` empty, or correct `location_type`.",
        reference: "stops.txt", fields: "parent_station", "location_type")
    static let locationWithoutParentStation = NoticeDefinition(
        "location_without_parent_station", .error,
        summary: "An entrance, generic node or boarding area has no `parent_station`.",
        why: "Apps cannot tell which station the location belongs to.",
        fix: "Set `parent_station` to the station, or to the platform of a boarding area.",
        reference: "stops.txt", fields: "parent_station", "location_type")
    static let platformWithoutParentStation = NoticeDefinition(
        "platform_without_parent_station", .info,
        summary: "A stop with a `platform_code` has no `parent_station`.",
        why: "Riders see the platforms of one station as separate stops.",
        fix: "Add the station, and name it in `parent_station`.",
        reference: "stops.txt", fields: "parent_station", "platform_code")
    static let notices: [NoticeDefinition] = [
        stationWithParentStation, locationWithoutParentStation, platformWithoutParentStation,
    ]
    static let fields = ["location_type", "parent_station", "platform_code"]

    func check(_ stop: Stop, in context: RowContext, into bin: NoticeBin) {
        func fields() -> NoticeFields {
            [
                "csvRowNumber": context.row, "stopId": stop.stopID?.text ?? "",
                "stopName": stop.stopName ?? "",
            ]
        }
        if let parent = stop.parentStation {
            guard stop.kind == .station else { return }
            bin.add(Self.stationWithParentStation, fields().with("parentStation", parent))
            return
        }
        switch stop.kind {
        case .stop where stop.platformCode?.isEmpty == false:
            bin.add(Self.platformWithoutParentStation, fields())
        case .entrance, .genericNode, .boardingArea:
            bin.add(
                Self.locationWithoutParentStation, fields().with("locationType", stop.kind.code))
        default: break
        }
    }
}
