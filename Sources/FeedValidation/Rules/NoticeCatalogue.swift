/// Every notice that a validation can give.
public enum NoticeCatalogue {
    /// By code.
    public static let all: [NoticeDefinition] = {
        let types: [any Rule.Type] =
            Rules.rows.map { type(of: $0) } + Rules.trips.map { type(of: $0) }
            + Rules.feeds.map { type(of: $0) }
        var seen: Set<String> = []
        return (Rules.loading + types.flatMap { $0.notices }).filter {
            seen.insert($0.code).inserted
        }
        .sorted { $0.code < $1.code }
    }()

    /// Codes that the day of the validation decides on.
    public static let dependingOnToday: Set<String> = [
        "expired_calendar", "feed_expiration_date30_days", "feed_expiration_date7_days",
        "future_calendar", "future_feed", "service_extends_far_in_the_future",
        "trip_coverage_not_active_for_next7_days",
    ]

    /// The notice with that code.
    public static func definition(_ code: String) -> NoticeDefinition? {
        all.first { $0.code == code }
    }
}
