import FeedCompiling

/// The route of a trip is one of `routes.txt`.
struct TripRouteReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["routes.txt", "trips.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        feed.trips.forEachRow { row in
            guard row.route >= 0, feed.route(Int(row.route)) == nil else { return true }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "trips.txt", "route_id", "routes.txt", "route_id",
                    feed.routeIDs.string(Int(row.route)), Int(row.row)))
            return true
        }
    }
}
