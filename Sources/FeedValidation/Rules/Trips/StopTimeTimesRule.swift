/// A call has both an arrival and a departure or neither, and nobody arrives before leaving the
/// stop before.
struct StopTimeTimesRule: TripRule {
    static let notices: [NoticeDefinition] = [
        .stopTimeWithOnlyArrivalOrDepartureTime, .stopTimeWithArrivalBeforePreviousDepartureTime,
    ]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    func check(_ trip: TripView, _ bin: NoticeBin) {
        var departed: Int?
        for position in 0..<trip.count {
            let time = trip.times[position]
            let hasArrival = time.arrival != CallTimes.none
            let hasDeparture = time.departure != CallTimes.none
            if hasArrival != hasDeparture {
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
        "A call has an arrival without a departure, or a departure without an arrival.",
        why: "Apps cannot tell whether the vehicle waits.",
        fix: "Give both times; when the vehicle does not wait, the same time twice.",
        reference: "stop_times.txt", "arrival_time", "departure_time")
    static let stopTimeWithArrivalBeforePreviousDepartureTime = NoticeDefinition(
        "stop_time_with_arrival_before_previous_departure_time", .error,
        "A trip arrives at a stop before it has left the stop before.",
        why: "Journey planners reject the trip or travel back in time.",
        fix: "Correct the times or the order of the calls; after midnight, count on from 24:00:00.",
        reference: "stop_times.txt", "arrival_time", "departure_time", "stop_sequence")
}
