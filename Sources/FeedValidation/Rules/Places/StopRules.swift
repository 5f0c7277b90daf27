import GTFSSchedule

/// Stops, stations and entrances need a name, and the description of a place should say more than
/// its name does.
struct StopNameRule: RowRule {
    static let missingStopName = NoticeDefinition(
        "missing_stop_name", .error, summary: "A stop, station or entrance has no `stop_name`.",
        why: "Riders find a stop by its name.",
        fix: "Fill in the name that riders see on the sign.",
        reference: "stops.txt", fields: "stop_name")
    static let sameNameAndDescriptionForStop = NoticeDefinition(
        "same_name_and_description_for_stop", .warning,
        summary: "`stop_desc` repeats `stop_name`.",
        why: "Riders read the same text twice.",
        fix: "Add something to the description, or leave `stop_desc` empty.",
        reference: "stops.txt", fields: "stop_desc", "stop_name")
    static let notices: [NoticeDefinition] = [missingStopName, sameNameAndDescriptionForStop]
    static let fields = ["stop_name", "stop_desc", "location_type"]

    func check(_ stop: Stop, in context: RowContext, into bin: NoticeBin) {
        if (stop.stopName ?? "").isEmpty, 0...2 ~= stop.kind.code {
            bin.add(
                Self.missingStopName,
                [
                    "csvRowNumber": context.row,
                    "locationType": CanonicalName.locationType(stop.kind),
                    "stopId": stop.stopID?.text ?? "",
                ])
        }
        guard let name = stop.stopName, let description = stop.stopDesc,
            description.isSameIgnoringCase(as: name)
        else { return }
        bin.add(
            Self.sameNameAndDescriptionForStop,
            [
                "csvRowNumber": context.row, "stopId": stop.stopID?.text ?? "",
                "stopDesc": description,
            ])
    }
}

struct StopLocationRule: RowRule {
    static let stopWithoutLocation = NoticeDefinition(
        "stop_without_location", .error,
        summary: "A stop, station or entrance lacks `stop_lat` or `stop_lon`.",
        why: "Apps cannot show it on a map or find it nearby.",
        fix: "Fill in both coordinates.",
        reference: "stops.txt", fields: "stop_lat", "stop_lon")
    static let notices: [NoticeDefinition] = [stopWithoutLocation]
    static let fields = ["stop_lat", "stop_lon", "location_type"]

    func check(_ stop: Stop, in context: RowContext, into bin: NoticeBin) {
        guard 0...2 ~= stop.kind.code, stop.stopLat == nil || stop.stopLon == nil else { return }
        bin.add(
            Self.stopWithoutLocation,
            [
                "csvRowNumber": context.row,
                "locationType": CanonicalName.locationType(stop.kind),
                "stopId": stop.stopID?.text ?? "",
            ])
    }
}

/// `stop_access` is for platforms of a station only.
struct StopAccessRule: RowRule {
    static let stopAccessSpecifiedForStopWithNoParentStation = NoticeDefinition(
        "stop_access_specified_for_stop_with_no_parent_station", .error,
        summary: "A stop with `stop_access` has no `parent_station`.",
        why: "The field says how riders reach a platform of a station, but there is no station.",
        fix: "Set `parent_station`, or leave `stop_access` empty.",
        reference: "stops.txt", fields: "stop_access", "parent_station")
    static let stopAccessSpecifiedForIncorrectLocation = NoticeDefinition(
        "stop_access_specified_for_incorrect_location", .error,
        summary: "A location that is not a stop or platform has `stop_access`.",
        why: "Apps ignore the field, because it describes only platforms.",
        fix: "Leave `stop_access` empty, or correct `location_type`.",
        reference: "stops.txt", fields: "stop_access", "location_type",
        telling: ["stopId", "stopAccess", "locationType"])
    static let notices: [NoticeDefinition] = [
        stopAccessSpecifiedForStopWithNoParentStation,
        stopAccessSpecifiedForIncorrectLocation,
    ]
    static let fields = ["stop_access", "location_type", "parent_station"]

    func check(_ stop: Stop, in context: RowContext, into bin: NoticeBin) {
        guard let access = stop.stopAccess else { return }
        let definition: NoticeDefinition
        if stop.kind != .stop {
            definition = Self.stopAccessSpecifiedForIncorrectLocation
        } else if stop.parentStation == nil {
            definition = Self.stopAccessSpecifiedForStopWithNoParentStation
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
