import GTFSSchedule

/// Trips run for at least the next 30 days, whether or not `feed_info.txt` says so.
struct ServiceEndRule: FeedRule {
    static let serviceEnded = NoticeDefinition(
        "gtfs_service_ended", .warning,
        summary: "The last day on which a trip runs is before the validation date.",
        why: "Riders find no trip any more.",
        fix: "Publish a feed with the current service.",
        reference: "calendar.txt", fields: "end_date",
        incidental: ["currentDate"])
    static let serviceEndsSoon = NoticeDefinition(
        "gtfs_service_ends_soon", .warning,
        summary:
            "The last day on which a trip runs is less than 30 days after the validation date.",
        why: "Riders plan weeks ahead, and many apps update rarely.",
        fix: "Publish a feed with service for at least the next 30 days.",
        reference: "calendar.txt", fields: "end_date",
        incidental: ["currentDate"])
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [serviceEnded, serviceEndsSoon]
    static let inputs = ["calendar.txt", "calendar_dates.txt", "trips.txt"]

    /// As many as a feed should be valid, by `feed_expiration_date30_days`.
    private static let days = 30

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let today = feed.options.date
        guard let last = feed.serviceWindow?.upperBound, last < today.adding(days: Self.days),
            !feed.hasUnclearTrips(from: today.dayNumber)
        else { return }
        bin.add(
            last < today ? Self.serviceEnded : Self.serviceEndsSoon, in: feed.calendarFile,
            ["serviceWindowEndDate": last.dashed, "currentDate": today.dashed])
    }
}
