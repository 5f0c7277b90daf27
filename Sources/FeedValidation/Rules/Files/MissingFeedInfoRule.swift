/// The feed has `feed_info.txt`: it should, and must when it has `translations.txt`.
struct MissingFeedInfoRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRecommendedFile, .missingRequiredFile]
    static let inputs = ["feed_info.txt", "translations.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.feedInfo.isMissing else { return }
        bin.add(
            feed.translations.isMissing ? .missingRecommendedFile : .missingRequiredFile,
            ["filename": feed.feedInfo.filename])
    }
}
