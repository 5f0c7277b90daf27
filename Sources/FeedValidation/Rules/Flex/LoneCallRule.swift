import GTFSSchedule

/// A trip that serves a zone by phone has two rows: for boarding and for alighting.
struct LoneCallRule: TripRule {
    static let notices: [NoticeDefinition] = [.missingStopTimesRecord]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = .calls

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        guard trip.count == 1 else { return }
        let extra = trip.extra(0)
        let codes = trip.calls[0].codes
        guard extra.windowStart != nil, extra.windowEnd != nil, codes[.pickupType] == 2,
            codes[.dropOffType] == 2
        else { return }
        bin.add(
            .missingStopTimesRecord,
            [
                "csvRowNumber": trip.row(0), "tripId": trip.tripID,
                "locationGroupId": extra.locationGroupID ?? "",
                "locationId": extra.locationID ?? "",
            ])
    }
}

extension NoticeDefinition {
    static let missingStopTimesRecord = NoticeDefinition(
        "missing_stop_times_record", .error,
        "The only row of a trip lets riders both board and alight within a window by phone.",
        why: "Travel within a zone takes two rows; with one there is nowhere to go.",
        fix: "Add a second row with the same zone and window.",
        reference: "stop_times.txt", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
}
