/// A trip calls at two stops at least.
struct TripUsabilityRule: FeedRule {
    static let notices: [NoticeDefinition] = [.unusableTrip]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.calls.state != .missing else { return }
        feed.trips.forEachRow { row in
            if feed.calls.calls(Int(row.trip)).count <= 1 {
                bin.add(
                    .unusableTrip,
                    ["csvRowNumber": Int(row.row), "tripId": feed.trips.id(Int(row.trip))])
            }
            return true
        }
    }
}

extension NoticeDefinition {
    static let unusableTrip = NoticeDefinition(
        "unusable_trip", .warning,
        "A trip has fewer than two rows in `stop_times.txt`.",
        why: "Nobody can ride from one stop to another on it.",
        fix: "Add the missing calls or remove the trip.",
        reference: "stop_times.txt", "trip_id")
}
