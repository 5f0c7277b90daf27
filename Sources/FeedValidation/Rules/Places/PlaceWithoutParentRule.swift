import GTFSSchedule

/// Entrances, nodes and boarding areas need a parent, platforms should have one, stations must not.
struct PlaceWithoutParentRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .stationWithParentStation, .locationWithoutParentStation, .platformWithoutParentStation,
    ]

    func check(_ stop: Stop, _ context: RowContext, _ bin: NoticeBin) {
        let id = stop.stopID?.text ?? ""
        let name = stop.stopName ?? ""
        if let parent = stop.parentStation {
            guard stop.kind == .station else { return }
            bin.add(
                .stationWithParentStation,
                [
                    "csvRowNumber": context.row, "stopId": id, "stopName": name,
                    "parentStation": parent,
                ])
            return
        }
        switch stop.kind {
        case .stop where stop.platformCode?.isEmpty == false:
            bin.add(
                .platformWithoutParentStation,
                ["csvRowNumber": context.row, "stopId": id, "stopName": name])
        case .entrance, .genericNode, .boardingArea:
            bin.add(
                .locationWithoutParentStation,
                [
                    "csvRowNumber": context.row, "stopId": id, "stopName": name,
                    "locationType": stop.kind.code,
                ])
        default: break
        }
    }
}

extension NoticeDefinition {
    static let stationWithParentStation = NoticeDefinition(
        "station_with_parent_station", .error, "A station has a `parent_station`.",
        why: "Stations cannot be nested.",
        fix: "Leave `parent_station` blank, or correct `location_type`.",
        reference: "stops.txt", "parent_station", "location_type")
    static let locationWithoutParentStation = NoticeDefinition(
        "location_without_parent_station", .error,
        "An entrance, generic node or boarding area has no `parent_station`.",
        why: "Nobody knows which station it is a part of.",
        fix: "Name the station, or the platform of a boarding area.",
        reference: "stops.txt", "parent_station", "location_type")
    static let platformWithoutParentStation = NoticeDefinition(
        "platform_without_parent_station", .info,
        "A stop with a `platform_code` has no `parent_station`.",
        why: "Riders see the platforms of one station as separate stops.",
        fix: "Add the station and name it in `parent_station`.",
        reference: "stops.txt", "parent_station", "platform_code")
}
