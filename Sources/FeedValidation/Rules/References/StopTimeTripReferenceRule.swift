/// The trip of a stop time is one of `trips.txt`.
struct StopTimeTripReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        for trip in feed.trips.definedCount..<max(feed.trips.definedCount, feed.trips.count) {
            try feed.checkCancellation()
            for position in feed.calls.calls(trip).indices {
                bin.add(
                    .foreignKeyViolation,
                    .foreignKey(
                        "stop_times.txt", "trip_id", "trips.txt", "trip_id", feed.trips.id(trip),
                        feed.calls.row(trip, position)))
            }
        }
    }
}
