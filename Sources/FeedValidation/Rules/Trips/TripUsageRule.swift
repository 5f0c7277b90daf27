/// A trip calls at some stop.
struct TripUsageRule: FeedRule {
    static let notices: [NoticeDefinition] = [.unusedTrip]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.calls.state != .missing else { return }
        for trip in 0..<feed.trips.definedCount where !feed.calls.hasCalls(trip) {
            bin.add(
                .unusedTrip,
                ["tripId": feed.trips.id(trip), "csvRowNumber": Int(feed.trips.row[trip])])
        }
    }
}

extension NoticeDefinition {
    static let unusedTrip = NoticeDefinition(
        "unused_trip", .warning,
        "A trip has no row in `stop_times.txt`.",
        why: "The trip goes nowhere; often an id is misspelled.",
        fix: "Add its calls or remove it.",
        reference: "trips.txt", "trip_id")
}
