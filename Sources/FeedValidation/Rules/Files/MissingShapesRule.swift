import FeedReading

/// The feed has shapes, unless it has on-demand service.
struct MissingShapesRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRecommendedFile]
    /// The canonical validator asks for the whole feed here.
    static let inputs = FeedFileNames.all.sorted()

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.shapes.rowCount == 0,
            !feed.calls.hasCallWithoutStop(where: { $0.locationID != nil }),
            feed.locationGroups.count == 0
                || !feed.calls.hasCallWithoutStop(where: { $0.locationGroupID != nil })
        else { return }
        bin.add(.missingRecommendedFile, ["filename": "shapes.txt"])
    }
}
