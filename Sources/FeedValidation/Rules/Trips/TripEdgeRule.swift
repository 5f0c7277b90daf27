/// The first and the last call of a trip have both times, unless they are on demand.
struct TripEdgeRule: TripRule {
    static let notices: [NoticeDefinition] = [.missingTripEdge]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    func check(_ trip: TripView, _ bin: NoticeBin) {
        // A trip of one call has it as the first and as the last: it counts twice.
        for position in [0, trip.count - 1] where trip.count > 0 {
            let time = trip.times[position]
            if time.arrival != CallTimes.none, time.departure != CallTimes.none { continue }
            let extra = trip.extra(position)
            guard extra.windowStart == nil, extra.windowEnd == nil else { continue }
            if time.arrival == CallTimes.none { add("arrival_time", position, trip, bin) }
            if time.departure == CallTimes.none { add("departure_time", position, trip, bin) }
        }
    }

    private func add(_ field: String, _ position: Int, _ trip: TripView, _ bin: NoticeBin) {
        bin.add(
            .missingTripEdge,
            [
                "csvRowNumber": trip.row(position), "stopSequence": trip.stopSequence(position),
                "tripId": trip.tripID, "specifiedField": field,
            ])
    }
}

extension NoticeDefinition {
    static let missingTripEdge = NoticeDefinition(
        "missing_trip_edge", .error,
        "The first or the last call of a trip lacks its arrival or its departure.",
        why: "Times between cannot be estimated, and the trip cannot be planned with.",
        fix: "Give both times at the ends of the trip, the same one twice if there is only one.",
        reference: "stop_times.txt", "arrival_time", "departure_time")
}
