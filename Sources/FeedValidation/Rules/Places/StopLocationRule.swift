import GTFSSchedule

/// Stops, stations and entrances need both coordinates.
struct StopLocationRule: RowRule {
    static let notices: [NoticeDefinition] = [.stopWithoutLocation]

    func check(_ stop: Stop, _ context: RowContext, _ bin: NoticeBin) {
        guard 0...2 ~= stop.kind.code, stop.stopLat == nil || stop.stopLon == nil else { return }
        bin.add(
            .stopWithoutLocation,
            [
                "csvRowNumber": context.row,
                "locationType": CanonicalName.locationType(stop.kind),
                "stopId": stop.stopID?.text ?? "",
            ])
    }
}

extension NoticeDefinition {
    static let stopWithoutLocation = NoticeDefinition(
        "stop_without_location", .error,
        "A stop, station or entrance lacks `stop_lat` or `stop_lon`.",
        why: "The place cannot be shown on a map, nor found nearby.",
        fix: "Give both coordinates.",
        reference: "stops.txt", "stop_lat", "stop_lon")
}
