/// Exact times are there when `timepoint` says so, and `timepoint` is there when times are.
struct TimepointRule: TripRule {
    static let notices: [NoticeDefinition] = [
        .stopTimeTimepointWithoutTimes, .missingTimepointValue,
    ]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    /// Feeds from before the column existed are left alone.
    func applies(to feed: LoadedFeed) -> Bool {
        feed.header(of: "stop_times.txt").has("timepoint")
    }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        for position in 0..<trip.count {
            let time = trip.times[position]
            let hasArrival = time.arrival != CallTimes.none
            let hasDeparture = time.departure != CallTimes.none
            let timepoint = trip.calls[position].codes[.timepoint]
            if timepoint == nil, hasArrival || hasDeparture {
                bin.add(
                    .missingTimepointValue,
                    [
                        "csvRowNumber": trip.row(position), "tripId": trip.tripID,
                        "stopSequence": trip.stopSequence(position),
                    ])
            }
            guard timepoint == 1 else { continue }
            if !hasArrival { add("arrival_time", position, trip, bin) }
            if !hasDeparture { add("departure_time", position, trip, bin) }
        }
    }

    private func add(_ field: String, _ position: Int, _ trip: TripView, _ bin: NoticeBin) {
        bin.add(
            .stopTimeTimepointWithoutTimes,
            [
                "csvRowNumber": trip.row(position), "tripId": trip.tripID,
                "stopSequence": trip.stopSequence(position), "specifiedField": field,
            ])
    }
}

extension NoticeDefinition {
    static let stopTimeTimepointWithoutTimes = NoticeDefinition(
        "stop_time_timepoint_without_times", .error,
        "A call with `timepoint` 1 lacks its arrival or its departure.",
        why: "The feed promises exact times and does not give them.",
        fix: "Give both times, or set `timepoint` to 0.",
        reference: "stop_times.txt", "timepoint", "arrival_time", "departure_time")
    static let missingTimepointValue = NoticeDefinition(
        "missing_timepoint_value", .warning,
        "A call with a time has a blank `timepoint`, though the file has the column.",
        why: "It is not clear whether vehicles keep to the time.",
        fix: "Write 1 for exact times and 0 for estimated ones.",
        reference: "stop_times.txt", "timepoint")
}
