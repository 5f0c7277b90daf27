import GTFSSchedule

/// Where riders are served within a window, they must book: no regular service, nor by a word to
/// the driver.
struct PickupDropOffTypeRule: TripRule {
    static let notices: [NoticeDefinition] = [.forbiddenPickupType, .forbiddenDropOffType]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = .calls

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        for position in trip.onDemandCalls where !trip.isPassedOver(position) {
            let extra = trip.extra(position)
            guard extra.hasWindow else { continue }
            let codes = trip.calls[position].codes
            let fields: NoticeFields = [
                "csvRowNumber": trip.row(position),
                "startPickupDropOffWindow": trip.shown(extra.windowStart),
                "endPickupDropOffWindow": trip.shown(extra.windowEnd),
            ]
            if [0, 3].contains(codes[.pickupType] ?? 0) { bin.add(.forbiddenPickupType, fields) }
            if codes[.dropOffType] ?? 0 == 0 { bin.add(.forbiddenDropOffType, fields) }
        }
    }
}

extension NoticeDefinition {
    static let forbiddenPickupType = NoticeDefinition(
        "forbidden_pickup_type", .error,
        "A row with a pickup and drop-off window has `pickup_type` 0 (also when blank) or 3.",
        why: "Riders wait for a vehicle that comes only when called.",
        fix: "Use 2 with a booking rule, or 1.",
        reference: "stop_times.txt", "pickup_type", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
    static let forbiddenDropOffType = NoticeDefinition(
        "forbidden_drop_off_type", .error,
        "A row with a pickup and drop-off window has `drop_off_type` 0 (also when blank).",
        why: "Riders rely on a stop that is made only when called for.",
        fix: "Use 2 with a booking rule, 1 or 3.",
        reference: "stop_times.txt", "drop_off_type", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
}
