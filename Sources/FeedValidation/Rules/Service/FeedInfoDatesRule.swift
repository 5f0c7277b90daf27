import GTFSSchedule

/// A feed tells both the first and the last day of its validity, or neither.
struct FeedInfoDatesRule: RowRule {
    static let notices: [NoticeDefinition] = [.missingFeedInfoDate]

    func check(_ row: FeedInfo, _ context: RowContext, _ bin: NoticeBin) {
        guard (row.feedStartDate == nil) != (row.feedEndDate == nil) else { return }
        bin.add(
            .missingFeedInfoDate,
            [
                "csvRowNumber": context.row,
                "fieldName": row.feedEndDate == nil ? "feed_end_date" : "feed_start_date",
            ])
    }
}

extension NoticeDefinition {
    static let missingFeedInfoDate = NoticeDefinition(
        "missing_feed_info_date", .warning,
        "Only one of `feed_start_date` and `feed_end_date` is given.",
        why: "Apps cannot tell for which days the feed is meant.",
        fix: "Give both dates.",
        reference: "feed_info.txt", "feed_start_date", "feed_end_date")
}
