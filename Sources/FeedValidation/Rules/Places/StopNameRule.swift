import GTFSSchedule

/// Stops, stations and entrances need a name, and the description of a place should say more than
/// its name does.
struct StopNameRule: RowRule {
    static let notices: [NoticeDefinition] = [.missingStopName, .sameNameAndDescriptionForStop]

    func applies(to header: HeaderColumns) -> Bool {
        header.has("stop_name") || header.has("location_type")
    }

    func check(_ stop: Stop, _ context: RowContext, _ bin: NoticeBin) {
        if (stop.stopName ?? "").isEmpty, 0...2 ~= stop.kind.code {
            bin.add(
                .missingStopName,
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
            .sameNameAndDescriptionForStop,
            [
                "csvRowNumber": context.row, "stopId": stop.stopID?.text ?? "",
                "stopDesc": description,
            ])
    }
}

extension NoticeDefinition {
    static let missingStopName = NoticeDefinition(
        "missing_stop_name", .error, "A stop, station or entrance has no `stop_name`.",
        why: "Riders find a stop by its name.",
        fix: "Give the place the name that its sign shows.",
        reference: "stops.txt", "stop_name")
    static let sameNameAndDescriptionForStop = NoticeDefinition(
        "same_name_and_description_for_stop", .warning,
        "`stop_desc` only repeats `stop_name`.",
        why: "Apps show the same words twice.",
        fix: "Say what the name does not, or leave the description blank.",
        reference: "stops.txt", "stop_desc", "stop_name")
}
