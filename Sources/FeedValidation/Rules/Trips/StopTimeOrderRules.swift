import FeedCompiling

/// The rows of a trip stand next to each other, in the order of their numbers.
struct StopTimesOrderRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.unsortedStopTimes]
    static let inputs = ["stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let calls = feed.calls
        let repeats = try (0..<calls.callLists.count).map { list in
            try feed.checkCancellation()
            return repeatsNumber(calls.callLists[list].bindMemory(to: ListedCall.self))
        }
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
                isUnsorted[trip] || repeats[lists.callNumber(trip)]
                    || rows.last - rows.first + 1
                        > count + calls.asideCount(trip, between: rows.first, rows.last)
            else { continue }
            bin.add(
                .unsortedStopTimes,
                [
                    "tripId": feed.trips.id(trip), "startCsvRowNumber": rows.first,
                    "endCsvRowNumber": rows.last,
                ])
        }
    }

    /// Whether two calls in a row have the same number.
    private func repeatsNumber(_ calls: UnsafeBufferPointer<ListedCall>) -> Bool {
        guard calls.count > 1 else { return false }
        for position in 1..<calls.count
        where calls[position].sequence == calls[position - 1].sequence {
            return true
        }
        return false
    }
}

extension NoticeDefinition {
    static let unsortedStopTimes = NoticeDefinition(
        "unsorted_stop_times", .info,
        summary: "The rows of a trip are apart, or not in ascending order of `stop_sequence`.",
        why: "Programs that read the file once need the rows together and in order.",
        fix: "Sort `stop_times.txt` by `trip_id` and `stop_sequence`.",
        reference: "stop_times.txt", fields: "trip_id", "stop_sequence")
}

/// Distances grow from call to call of a trip; calls without a stop are skipped.
struct StopTimeDistancesRule: TripRule {
    static let notices: [NoticeDefinition] = [.decreasingOrEqualStopTimeDistance]
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
                .decreasingOrEqualStopTimeDistance,
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

extension NoticeDefinition {
    static let decreasingOrEqualStopTimeDistance = NoticeDefinition(
        "decreasing_or_equal_stop_time_distance", .error,
        summary:
            "The `shape_dist_traveled` of a stop time is not greater than at the trip's previous stop.",
        why: "Apps cannot place the stops on the shape, and fares by distance are wrong.",
        fix: "Measure distances from the start of the shape, in the order of the stops.",
        reference: "stop_times.txt", fields: "shape_dist_traveled",
        telling: ["tripId", "shapeDistTraveled", "prevShapeDistTraveled"])
}
