import GTFSSchedule

/// `stop_access` is for platforms of a station only.
struct StopAccessRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .stopAccessSpecifiedForStopWithNoParentStation,
        .stopAccessSpecifiedForIncorrectLocation,
    ]

    func applies(to header: HeaderColumns) -> Bool { header.has("stop_access") }

    func check(_ stop: Stop, _ context: RowContext, _ bin: NoticeBin) {
        guard let access = stop.stopAccess else { return }
        let definition: NoticeDefinition
        if stop.kind != .stop {
            definition = .stopAccessSpecifiedForIncorrectLocation
        } else if stop.parentStation == nil {
            definition = .stopAccessSpecifiedForStopWithNoParentStation
        } else {
            return
        }
        bin.add(
            definition,
            [
                "csvRowNumber": context.row, "stopId": stop.stopID?.text ?? "",
                "stopName": stop.stopName ?? "",
                "stopAccess": CanonicalName.stopAccess(access),
                "locationType": CanonicalName.locationType(stop.kind),
            ])
    }
}

extension NoticeDefinition {
    static let stopAccessSpecifiedForStopWithNoParentStation = NoticeDefinition(
        "stop_access_specified_for_stop_with_no_parent_station", .error,
        "A stop without a station has `stop_access`.",
        why: "The field tells how a platform is reached from its station; there is none.",
        fix: "Name the station in `parent_station`, or leave `stop_access` blank.",
        reference: "stops.txt", "stop_access", "parent_station")
    static let stopAccessSpecifiedForIncorrectLocation = NoticeDefinition(
        "stop_access_specified_for_incorrect_location", .error,
        "A place that is no stop or platform has `stop_access`.",
        why: "The field has a meaning for platforms only.",
        fix: "Leave `stop_access` blank.",
        reference: "stops.txt", "stop_access", "location_type")
}
