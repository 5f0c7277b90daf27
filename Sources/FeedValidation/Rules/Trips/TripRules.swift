import FeedCompiling
import GTFSSchedule

/// The first and the last call of a trip have both times, unless they are on demand.
struct TripEdgeRule: TripRule {
    static let missingTripEdge = NoticeDefinition(
        "missing_trip_edge", .error,
        summary: "The first or last stop time of a trip has no window and lacks `arrival_time` or "
            + "`departure_time`.",
        why: "Apps cannot estimate the times between, and trip planners cannot use the trip.",
        fix: "Fill in both times, with the same value twice if only one is known.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time")
    static let notices: [NoticeDefinition] = [missingTripEdge]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    func check(_ trip: TripView, into bin: NoticeBin) {
        // It is not known which call is the first, or the last.
        if trip.isIncomplete { return }
        // The only call of a trip is both its first and its last: it counts twice.
        for position in [0, trip.count - 1] where trip.count > 0 {
            let time = trip.times[position]
            if time.arrival != CallTimes.none, time.departure != CallTimes.none { continue }
            if trip.extra(position).hasWindow { continue }
            if trip.calls[position].codes.isBad(.window) { continue }
            trip.forEachMissingTime(position) { field in
                bin.add(
                    Self.missingTripEdge,
                    [
                        "csvRowNumber": trip.row(position),
                        "stopSequence": trip.stopSequence(position), "tripId": trip.tripID,
                        "specifiedField": field,
                    ])
            }
        }
    }
}

struct TripUsageRule: FeedRule {
    static let unusedTrip = NoticeDefinition(
        "unused_trip", .warning,
        summary: "A trip has no stop times.",
        why: "Riders cannot use the trip, and often an id is misspelled.",
        fix: "Add the trip's stop times, or remove the trip.",
        reference: "trips.txt", fields: "trip_id")
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [unusedTrip]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.calls.state != .missing else { return }
        let lists = TripLists(feed.calls)
        for trip in 0..<feed.trips.definedCount
        where !lists.hasCalls(trip) && feed.calls.aside[trip] == nil {
            bin.add(
                Self.unusedTrip,
                ["tripId": feed.trips.id(trip), "csvRowNumber": feed.trips.row(trip)])
        }
    }
}

struct TripUsabilityRule: FeedRule {
    static let unusableTrip = NoticeDefinition(
        "unusable_trip", .warning,
        summary: "A trip has fewer than two stop times.",
        why: "Riders cannot travel from one stop to another with it.",
        fix: "Add the missing stop times, or remove the trip.",
        reference: "stop_times.txt", fields: "trip_id",
        rowFiles: ["csvRowNumber": "trips.txt"])
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [unusableTrip]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.calls.state != .missing else { return }
        let lists = TripLists(feed.calls)
        feed.trips.forEachRow { row in
            if lists.calls(Int(row.trip)).count <= 1, feed.calls.aside[Int(row.trip)] == nil {
                bin.add(
                    Self.unusableTrip,
                    ["csvRowNumber": Int(row.row), "tripId": feed.trips.id(Int(row.trip))])
            }
        }
    }
}

/// Trips of ferries say whether bicycles are carried.
struct BikesAllowanceRule: FeedRule {
    static let missingBikeAllowance = NoticeDefinition(
        "missing_bike_allowance", .warning,
        summary: "A trip of a ferry route has a `bikes_allowed` that is 0 or empty.",
        why: "Riders with a bicycle cannot tell whether they can take the ferry.",
        fix: "Set `bikes_allowed` to 1 or 2.",
        reference: "trips.txt", fields: "bikes_allowed")
    static let notices: [NoticeDefinition] = [missingBikeAllowance]
    static let inputs = ["trips.txt", "routes.txt"]
    private static let ferry = 4

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let ferries = countFerries(feed)
        guard ferries.contains(where: { $0 > 0 }) else { return }
        feed.trips.forEachRow { row in
            guard row.route >= 0, row.route < ferries.count, row.bikes != 1, row.bikes != 2,
                // Other codes have a notice already.
                feed.options.isCanonical || -1...0 ~= row.bikes
            else { return }
            for _ in 0..<ferries[Int(row.route)] {
                bin.add(
                    Self.missingBikeAllowance,
                    [
                        "csvRowNumber": Int(row.row),
                        "routeId": feed.routeIDs.string(Int(row.route)),
                        "tripId": feed.trips.id(Int(row.trip)),
                    ])
            }
        }
    }

    /// By number of a route id: how many rows make it a ferry. Under `--compat canonical` two rows
    /// may have the same id, and trips are checked for each.
    private func countFerries(_ feed: LoadedFeed) -> [Int] {
        var counts = [Int](repeating: 0, count: feed.routeIDs.count)
        for route in feed.routes.rows {
            guard route.routeType?.basicCode == Self.ferry else { continue }
            guard let id = route.routeID, let number = feed.routeIDs.find(id.text) else { continue }
            counts[number] += 1
        }
        return counts
    }
}

struct OverlappingFrequencyRule: FeedRule {
    static let overlappingFrequency = NoticeDefinition(
        "overlapping_frequency", .error,
        summary: "Two rows of one trip in `frequencies.txt` overlap in time.",
        why: "Riders cannot tell how often the vehicle comes.",
        fix: "End each row's period where the next one begins.",
        reference: "frequencies.txt", fields: "start_time", "end_time")
    static let notices: [NoticeDefinition] = [overlappingFrequency]
    static let inputs = ["frequencies.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        var spans = TimeSpans<TripID>()
        for (index, row) in feed.frequencies.rows.enumerated() {
            guard let trip = row.tripID, let start = row.startTime, let end = row.endTime else {
                continue
            }
            spans.add(
                start, end, of: trip, rank: row.headwaySecs ?? 0,
                row: feed.frequencies.rowNumbers[index])
        }
        spans.forEachOverlap { bin.add(Self.overlappingFrequency, $1().with("tripId", $0)) }
    }
}
