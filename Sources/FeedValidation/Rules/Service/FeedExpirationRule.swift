import GTFSSchedule

/// A feed is valid for the next 7 days, better for the next 30.
struct FeedExpirationRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .feedExpirationDate7Days, .feedExpirationDate30Days,
    ]

    func check(_ row: FeedInfo, _ context: RowContext, _ bin: NoticeBin) {
        guard let end = row.feedEndDate else { return }
        let today = context.options.date
        let week = today.adding(days: 7)
        let month = today.adding(days: 30)
        guard end < month else { return }
        bin.add(
            end < week ? .feedExpirationDate7Days : .feedExpirationDate30Days,
            [
                "csvRowNumber": context.row, "currentDate": today, "feedEndDate": end,
                "suggestedExpirationDate": end < week ? week : month,
            ])
    }
}

extension NoticeDefinition {
    static let feedExpirationDate7Days = NoticeDefinition(
        "feed_expiration_date7_days", .warning,
        "`feed_end_date` is less than 7 days away, or past.",
        why: "Apps run out of timetable before they have fetched the next feed.",
        fix: "Publish a feed that is valid for longer.",
        reference: "feed_info.txt", "feed_end_date")
    static let feedExpirationDate30Days = NoticeDefinition(
        "feed_expiration_date30_days", .warning,
        "`feed_end_date` is at least 7 but less than 30 days away.",
        why: "Riders plan weeks ahead, and many apps refresh rarely.",
        fix: "Publish a feed that is valid for at least the next 30 days.",
        reference: "feed_info.txt", "feed_end_date")
}
