import GTFSSchedule

/// The feed is valid already.
struct FutureFeedRule: FeedRule {
    static let notices: [NoticeDefinition] = [.futureFeed]
    static let inputs = ["feed_info.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard let start = feed.feedInfo.rows.compactMap(\.feedStartDate).min(),
            start > feed.options.date
        else { return }
        bin.add(.futureFeed, ["feedStartDate": start, "currentDate": feed.options.date])
    }
}

extension NoticeDefinition {
    static let futureFeed = NoticeDefinition(
        "future_feed", .info,
        "`feed_start_date` is later than today.",
        why: "An app that loads the feed now has no timetable for today.",
        fix: "Keep the present feed published until this one is valid, or merge them.",
        reference: "feed_info.txt", "feed_start_date")
}
