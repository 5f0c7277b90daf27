import FeedCompiling
import GTFSSchedule

/// A call has either both an arrival and a departure or neither, and no vehicle arrives before
/// leaving the previous stop.
struct StopTimeTimesRule: TripRule {
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
    static let notices: [NoticeDefinition] = [
        stopTimeWithOnlyArrivalOrDepartureTime, stopTimeWithArrivalBeforePreviousDepartureTime,
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
                    Self.stopTimeWithOnlyArrivalOrDepartureTime,
                    trip.fields(position)
                        .with("specifiedField", hasArrival ? "arrival_time" : "departure_time"))
            }
            if hasArrival, let previous = departed, time.arrival < trip.times[previous].departure {
                bin.add(
                    Self.stopTimeWithArrivalBeforePreviousDepartureTime,
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

/// No time of a trip is farther from its first one than a bundle can store.
struct TimeSpanRule: TripRule {
    static let notices: [NoticeDefinition] = [.timeSpanTooLong]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    /// In seconds, as in `FeedCompiling`.
    private static let longest = 1_000_000

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
                .timeSpanTooLong, field: field, of: "stop_times.txt", row: trip.row(position),
                value: ServiceTime(seconds: time).description)
        }
    }

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
    static let stopTimeTimepointWithoutTimes = NoticeDefinition(
        "stop_time_timepoint_without_times", .error,
        summary: "A stop time with `timepoint` 1 lacks `arrival_time` or `departure_time`.",
        why: "The feed promises exact times but does not give them.",
        fix: "Fill in both times, or set `timepoint` to 0.",
        reference: "stop_times.txt", fields: "timepoint", "arrival_time", "departure_time")
    static let missingTimepointValue = NoticeDefinition(
        "missing_timepoint_value", .warning,
        summary:
            "A stop time has a time but an empty `timepoint`, while others in the file have one.",
        why: "Riders cannot tell whether the time is exact.",
        fix: "Set `timepoint` to 1 for exact times, and to 0 for approximate ones.",
        reference: "stop_times.txt", fields: "timepoint")
    static let notices: [NoticeDefinition] = [
        stopTimeTimepointWithoutTimes, missingTimepointValue,
    ]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    /// Where no call has a value, all times are exact, whether the column is present or not.
    func applies(to feed: LoadedFeed) -> Bool {
        guard feed.header(of: "stop_times.txt").has("timepoint") else { return false }
        return (0..<feed.calls.callLists.count).contains { list in
            feed.calls.callLists[list].bindMemory(to: ListedCall.self)
                .contains { $0.codes[.timepoint] != nil }
        }
    }

    func check(_ trip: TripView, into bin: NoticeBin) {
        for position in 0..<trip.count {
            let time = trip.times[position]
            let hasArrival = time.arrival != CallTimes.none
            let hasDeparture = time.departure != CallTimes.none
            let timepoint = trip.calls[position].codes[.timepoint]
            if timepoint == nil, hasArrival || hasDeparture {
                bin.add(Self.missingTimepointValue, trip.fields(position))
            }
            guard timepoint == 1 else { continue }
            trip.forEachMissingTime(position) { field in
                bin.add(
                    Self.stopTimeTimepointWithoutTimes,
                    trip.fields(position).with("specifiedField", field))
            }
        }
    }
}

extension TripView {
    /// The fields of the times that a call lacks; not of those that have a notice already.
    @inline(__always)
    func forEachMissingTime(_ position: Int, _ body: (String) -> Void) {
        let codes = calls[position].codes
        if times[position].arrival == CallTimes.none, !codes.isBad(.arrival) {
            body("arrival_time")
        }
        if times[position].departure == CallTimes.none, !codes.isBad(.departure) {
            body("departure_time")
        }
    }
}

/// The rows of a trip stand next to each other, in the order of their numbers.
struct StopTimesOrderRule: FeedRule {
    static let unsortedStopTimes = NoticeDefinition(
        "unsorted_stop_times", .info,
        summary: "The rows of a trip are apart, or not in ascending order of `stop_sequence`.",
        why: "Programs that read the file once need the rows together and in order.",
        fix: "Sort `stop_times.txt` by `trip_id` and `stop_sequence`.",
        reference: "stop_times.txt", fields: "trip_id", "stop_sequence")
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [unsortedStopTimes]
    static let inputs = ["stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let calls = feed.calls
        // Copies: every look at a property of a class costs as much as all the rest here.
        let lists = TripLists(calls)
        let (firstRows, isUnsorted) = (calls.columns.rows, calls.columns.isUnsorted)
        for trip in 0..<feed.trips.count where lists.hasCalls(trip) {
            try feed.checkCancellation()
            let count = lists.calls(trip).count
            var rows = (first: Int(firstRows[trip]), last: Int(firstRows[trip]) + count - 1)
            if rows.first < 0 {
                let list = calls.rows(trip)
                rows = (Int(list.min() ?? 0), Int(list.max() ?? 0))
            }
            guard
                isUnsorted[trip]
                    || rows.last - rows.first + 1
                        > count + calls.asideCount(trip, between: rows.first, rows.last)
            else { continue }
            bin.add(
                Self.unsortedStopTimes,
                [
                    "tripId": feed.trips.id(trip), "startCsvRowNumber": rows.first,
                    "endCsvRowNumber": rows.last,
                ])
        }
    }
}

/// Distances increase from call to call of a trip; calls without a stop are skipped.
struct StopTimeDistancesRule: TripRule {
    static let decreasingOrEqualStopTimeDistance = NoticeDefinition(
        "decreasing_or_equal_stop_time_distance", .error,
        summary:
            "The `shape_dist_traveled` of a stop time is not greater than at the trip's previous stop.",
        why: "Apps cannot place the stops on the shape, and fares by distance are wrong.",
        fix: "Measure distances from the start of the shape, in the order of the stops.",
        reference: "stop_times.txt", fields: "shape_dist_traveled",
        telling: ["tripId", "shapeDistTraveled", "prevShapeDistTraveled"])
    static let notices: [NoticeDefinition] = [decreasingOrEqualStopTimeDistance]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .distances]

    func applies(to feed: LoadedFeed) -> Bool {
        let header = feed.header(of: "stop_times.txt")
        return header.has("stop_id") && header.has("shape_dist_traveled")
    }

    func check(_ trip: TripView, into bin: NoticeBin) {
        guard !trip.distances.isEmpty else { return }
        var previous = -1
        for position in 0..<trip.count where trip.calls[position].stop >= 0 {
            defer { previous = position }
            // A blank is NaN here, and compares as false with everything.
            guard previous >= 0, trip.distances[previous] >= trip.distances[position] else {
                continue
            }
            bin.add(
                Self.decreasingOrEqualStopTimeDistance,
                [
                    "tripId": trip.tripID, "stopId": trip.stopID(position),
                    "csvRowNumber": trip.row(position),
                    "shapeDistTraveled": trip.distances[position],
                    "stopSequence": trip.stopSequence(position),
                    "prevCsvRowNumber": trip.row(previous),
                    "prevShapeDistTraveled": trip.distances[previous],
                    "prevStopSequence": trip.stopSequence(previous),
                ])
        }
    }
}
