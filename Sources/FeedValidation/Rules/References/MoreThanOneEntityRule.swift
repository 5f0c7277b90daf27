/// `feed_info.txt` has one row.
struct MoreThanOneEntityRule: FeedRule {
    static let notices: [NoticeDefinition] = [.moreThanOneEntity]
    static let inputs = ["feed_info.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.feedInfo.count > 1 else { return }
        bin.add(
            .moreThanOneEntity,
            ["filename": feed.feedInfo.filename, "entityCount": feed.feedInfo.count])
    }
}

extension NoticeDefinition {
    static let moreThanOneEntity = NoticeDefinition(
        "more_than_one_entity", .warning,
        "A file that describes one thing has more than one row.",
        why: "It is not clear which of the rows counts.",
        fix: "Leave one row.",
        reference: "feed_info.txt")
}
