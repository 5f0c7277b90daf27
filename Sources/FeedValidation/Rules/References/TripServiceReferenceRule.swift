import FeedCompiling

/// The service of a trip is one of `calendar.txt` or `calendar_dates.txt`.
struct TripServiceReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["trips.txt", "calendar.txt", "calendar_dates.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        feed.trips.forEachRow { row in
            guard row.service >= Int32(clamping: feed.definedServices) else { return true }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "trips.txt", "service_id", "calendar.txt or calendar_dates.txt", "service_id",
                    feed.serviceIDs.string(Int(row.service)), Int(row.row)))
            return true
        }
    }
}
