import FeedCompiling
import GTFSSchedule

/// A call has both an arrival and a departure or neither, and no vehicle arrives before leaving the
/// stop before.
struct StopTimeTimesRule: TripRule {
    static let notices: [NoticeDefinition] = [
        .stopTimeWithOnlyArrivalOrDepartureTime, .stopTimeWithArrivalBeforePreviousDepartureTime,
    ]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    func check(_ trip: TripView, into bin: NoticeBin) {
        var departed: Int?
        for position in 0..<trip.count {
            let time = trip.times[position]
            let hasArrival = time.arrival != CallTimes.none
            let hasDeparture = time.departure != CallTimes.none
            let codes = trip.calls[position].codes
            if hasArrival != hasDeparture, !codes.isBad(.arrival), !codes.isBad(.departure) {
                bin.add(
                    .stopTimeWithOnlyArrivalOrDepartureTime,
                    [
                        "csvRowNumber": trip.row(position), "tripId": trip.tripID,
                        "stopSequence": trip.stopSequence(position),
                        "specifiedField": hasArrival ? "arrival_time" : "departure_time",
                    ])
            }
            if hasArrival, let previous = departed, time.arrival < trip.times[previous].departure {
                bin.add(
                    .stopTimeWithArrivalBeforePreviousDepartureTime,
                    [
                        "csvRowNumber": trip.row(position),
                        "prevCsvRowNumber": trip.row(previous), "tripId": trip.tripID,
                        "arrivalTime": trip.arrivalTime(position),
                        "departureTime": trip.departureTime(previous),
                    ])
            }
            if hasDeparture { departed = position }
        }
    }
}

extension NoticeDefinition {
    static let stopTimeWithOnlyArrivalOrDepartureTime = NoticeDefinition(
        "stop_time_with_only_arrival_or_departure_time", .error,
        summary: "A stop time has only one of `arrival_time` and `departure_time`.",
        why: "Apps cannot tell whether the vehicle waits.",
        fix: "Fill in both times, with the same value twice if the vehicle does not wait.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time")
    static let stopTimeWithArrivalBeforePreviousDepartureTime = NoticeDefinition(
        "stop_time_with_arrival_before_previous_departure_time", .error,
        summary: "An `arrival_time` is before the previous `departure_time` of the trip.",
        why: "Trip planners reject the trip, or let riders arrive before they leave.",
        fix: "Correct the times or `stop_sequence`; hours after midnight continue from 24.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time", "stop_sequence")
}

/// No time of a trip is farther from its first one than a bundle can store.
struct TimeSpanRule: TripRule {
    static let notices: [NoticeDefinition] = [.timeSpanTooLong]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    /// Seconds; the limit of `FeedCompiling`.
    private static let longest = 1_000_000

    func applies(to feed: LoadedFeed) -> Bool { !feed.options.isCanonical }

    func check(_ trip: TripView, into bin: NoticeBin) {
        guard mayBeTooLong(trip) else { return }
        // Rows without a number do not belong to the trip.
        let calls = (0..<trip.count).filter { trip.calls[$0].sequence >= 0 }
        let times = calls.flatMap { position in
            [
                (position, "arrival_time", trip.arrival(position)),
                (position, "departure_time", trip.departure(position)),
            ]
        }
        guard let first = times.compactMap(\.2).min() else { return }
        for (position, field, time) in times {
            guard let time, time - first > Self.longest else { continue }
            bin.add(
                .timeSpanTooLong,
                [
                    "filename": "stop_times.txt", "csvRowNumber": trip.row(position),
                    "fieldName": field, "fieldValue": ServiceTime(seconds: time).description,
                ])
        }
    }

    /// Whether any two times are so far apart: almost no trip has such times.
    private func mayBeTooLong(_ trip: TripView) -> Bool {
        var first = Int32.max
        var last = Int32.min
        func take(_ time: Int32) {
            guard time != CallTimes.none else { return }
            first = min(first, time)
            last = max(last, time)
        }
        for times in trip.times {
            take(times.arrival)
            take(times.departure)
        }
        return Int(last) - Int(first) > Self.longest
    }
}

/// Rows with an exact `timepoint` have times, and rows with times have a `timepoint`.
struct TimepointRule: TripRule {
    static let notices: [NoticeDefinition] = [
        .stopTimeTimepointWithoutTimes, .missingTimepointValue,
    ]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]
    /// Where the column is there and blank, every call has a finding.
    static let takesLong = true

    /// Feeds from before the column existed are left alone.
    func applies(to feed: LoadedFeed) -> Bool {
        feed.header(of: "stop_times.txt").has("timepoint")
    }

    func check(_ trip: TripView, into bin: NoticeBin) {
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
            let codes = trip.calls[position].codes
            if !hasArrival, !codes.isBad(.arrival) {
                add("arrival_time", at: position, of: trip, into: bin)
            }
            if !hasDeparture, !codes.isBad(.departure) {
                add("departure_time", at: position, of: trip, into: bin)
            }
        }
    }

    private func add(_ field: String, at position: Int, of trip: TripView, into bin: NoticeBin) {
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
        summary: "A stop time with `timepoint` 1 lacks `arrival_time` or `departure_time`.",
        why: "The feed promises exact times but does not give them.",
        fix: "Fill in both times, or set `timepoint` to 0.",
        reference: "stop_times.txt", fields: "timepoint", "arrival_time", "departure_time")
    static let missingTimepointValue = NoticeDefinition(
        "missing_timepoint_value", .warning,
        summary:
            "A stop time has a time but an empty `timepoint`, although the file has that column.",
        why: "Riders cannot tell whether the time is exact.",
        fix: "Set `timepoint` to 1 for exact times, and to 0 for approximate ones.",
        reference: "stop_times.txt", fields: "timepoint")
}
