/// The stop of a stop time is one of `stops.txt`.
struct StopTimeStopReferenceRule: TripRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["stops.txt", "stop_times.txt"]
    static let reads: TripParts = .calls

    func check(_ trip: TripView, _ bin: NoticeBin) {
        let stops = trip.feed.stopRows
        for position in trip.calls.indices {
            let stop = Int(trip.calls[position].stop)
            guard stop >= 0, stop >= stops.count || stops[stop] < 0 else { continue }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "stop_times.txt", "stop_id", "stops.txt", "stop_id",
                    trip.stopID(position) ?? "", trip.row(position)))
        }
    }
}
