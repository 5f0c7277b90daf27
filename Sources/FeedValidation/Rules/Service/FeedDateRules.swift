import GTFSSchedule

/// A feed gives both the first and the last day of its validity, or neither.
struct FeedInfoDatesRule: RowRule {
    static let missingFeedInfoDate = NoticeDefinition(
        "missing_feed_info_date", .warning,
        summary: "`feed_info.txt` has only one of `feed_start_date` and `feed_end_date`.",
        why: "Apps cannot tell for which days the feed is valid.",
        fix: "Fill in both dates.",
        reference: "feed_info.txt", fields: "feed_start_date", "feed_end_date")
    static let notices: [NoticeDefinition] = [missingFeedInfoDate]
    static let fields = ["feed_start_date", "feed_end_date"]

    func check(_ row: FeedInfo, in context: RowContext, into bin: NoticeBin) {
        guard (row.feedStartDate == nil) != (row.feedEndDate == nil) else { return }
        bin.add(
            Self.missingFeedInfoDate,
            [
                "csvRowNumber": context.row,
                "fieldName": row.feedEndDate == nil ? "feed_end_date" : "feed_start_date",
            ])
    }
}

struct FutureFeedRule: FeedRule {
    static let futureFeed = NoticeDefinition(
        "future_feed", .info,
        summary: "`feed_start_date` is after the validation date.",
        why: "Apps that load the feed now have no service data for today.",
        fix: "Keep publishing the current feed until this one starts, or merge the two.",
        reference: "feed_info.txt", fields: "feed_start_date",
        incidental: ["currentDate"])
    static let notices: [NoticeDefinition] = [futureFeed]
    static let inputs = ["feed_info.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard let start = feed.feedInfo.rows.compactMap(\.feedStartDate).min(),
            start > feed.options.date
        else { return }
        bin.add(Self.futureFeed, ["feedStartDate": start, "currentDate": feed.options.date])
    }
}

/// A feed is valid for at least the next 7 days, and preferably for the next 30.
struct FeedExpirationRule: RowRule {
    static let feedExpirationDate7Days = NoticeDefinition(
        "feed_expiration_date7_days", .warning,
        summary: "`feed_end_date` is less than 7 days after the validation date, or before it.",
        why: "Apps run out of service data before they load the next feed.",
        fix: "Publish a feed that is valid for at least the next 30 days.",
        reference: "feed_info.txt", fields: "feed_end_date",
        incidental: ["currentDate", "suggestedExpirationDate"])
    static let feedExpirationDate30Days = NoticeDefinition(
        "feed_expiration_date30_days", .warning,
        summary: "`feed_end_date` is at least 7 but less than 30 days after the validation date.",
        why: "Riders plan weeks ahead, and many apps update rarely.",
        fix: "Publish a feed that is valid for at least the next 30 days.",
        reference: "feed_info.txt", fields: "feed_end_date",
        incidental: ["currentDate", "suggestedExpirationDate"])
    static let notices: [NoticeDefinition] = [
        feedExpirationDate7Days, feedExpirationDate30Days,
    ]
    static let fields = ["feed_end_date"]

    func check(_ row: FeedInfo, in context: RowContext, into bin: NoticeBin) {
        guard let end = row.feedEndDate else { return }
        let today = context.options.date
        let week = today.adding(days: 7)
        let month = today.adding(days: 30)
        guard end < month else { return }
        bin.add(
            end < week ? Self.feedExpirationDate7Days : Self.feedExpirationDate30Days,
            [
                "csvRowNumber": context.row, "currentDate": today, "feedEndDate": end,
                "suggestedExpirationDate": end < week ? week : month,
            ])
    }
}
