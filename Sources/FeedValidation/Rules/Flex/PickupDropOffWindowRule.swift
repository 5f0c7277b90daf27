import GTFSSchedule

/// A window of pickup and drop-off has a start and a later end, and no times beside it.
struct PickupDropOffWindowRule: TripRule {
    static let notices: [NoticeDefinition] = [
        .forbiddenArrivalOrDepartureTime, .missingPickupOrDropOffWindow,
        .invalidPickupDropOffWindow,
    ]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = [.calls, .times]

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        for position in trip.onDemandCalls where !trip.isPassedOver(position) {
            let extra = trip.extra(position)
            guard extra.hasWindow else { continue }
            let row = trip.row(position)
            let start = extra.windowStart.map { ServiceTime(seconds: $0) }
            let end = extra.windowEnd.map { ServiceTime(seconds: $0) }
            let arrival = trip.arrival(position)
            let departure = trip.departure(position)
            if arrival != nil || departure != nil {
                bin.add(
                    .forbiddenArrivalOrDepartureTime,
                    [
                        "csvRowNumber": row,
                        "arrivalTime": arrival.map { ServiceTime(seconds: $0) },
                        "departureTime": departure.map { ServiceTime(seconds: $0) },
                        "startPickupDropOffWindow": start, "endPickupDropOffWindow": end,
                    ])
            }
            let definition: NoticeDefinition
            if let start, let end {
                guard start >= end else { continue }
                definition = .invalidPickupDropOffWindow
            } else {
                definition = .missingPickupOrDropOffWindow
            }
            bin.add(
                definition,
                [
                    "csvRowNumber": row, "startPickupDropOffWindow": start,
                    "endPickupDropOffWindow": end,
                ])
        }
    }
}

extension NoticeDefinition {
    static let forbiddenArrivalOrDepartureTime = NoticeDefinition(
        "forbidden_arrival_or_departure_time", .error,
        "A row with a pickup and drop-off window has `arrival_time` or `departure_time`.",
        why: "The vehicle comes either at a time or within a window.",
        fix: "Keep one of the two.",
        reference: "stop_times.txt", "arrival_time", "departure_time",
        "start_pickup_drop_off_window", "end_pickup_drop_off_window")
    static let missingPickupOrDropOffWindow = NoticeDefinition(
        "missing_pickup_or_drop_off_window", .error,
        "A row has only one of `start_pickup_drop_off_window` and `end_pickup_drop_off_window`.",
        why: "Riders cannot tell when they can travel.",
        fix: "Fill both.",
        reference: "stop_times.txt", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
    static let invalidPickupDropOffWindow = NoticeDefinition(
        "invalid_pickup_drop_off_window", .error,
        "`end_pickup_drop_off_window` is not later than `start_pickup_drop_off_window`.",
        why: "There is no time at which riders can travel.",
        fix: "Correct the two; hours may pass 24.",
        reference: "stop_times.txt", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
}
