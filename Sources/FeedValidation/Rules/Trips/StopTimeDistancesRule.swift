/// Distances grow from call to call of a trip; calls without a stop are passed over.
struct StopTimeDistancesRule: TripRule {
    static let notices: [NoticeDefinition] = [.decreasingOrEqualStopTimeDistance]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .distances]

    func applies(to feed: LoadedFeed) -> Bool {
        let header = feed.header(of: "stop_times.txt")
        return header.has("stop_id") && header.has("shape_dist_traveled")
    }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        guard !trip.distances.isEmpty else { return }
        var previous = -1
        for position in 0..<trip.count where trip.calls[position].stop >= 0 {
            defer { previous = position }
            // A blank is NaN here, and compares with nothing.
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
        "The distance of a call is not greater than that of the call before.",
        why: "Stops cannot be placed along the path, and fares by distance come out wrong.",
        fix: "Measure distances from the start of the shape on, in the order of the stops.",
        reference: "stop_times.txt", "shape_dist_traveled")
}
