/// The feed has `stops.txt` or `locations.geojson`.
struct MissingStopsRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredFile]
    static let inputs = ["stops.txt", "locations.geojson"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.stops.isMissing, feed.locations.state == .missing else { return }
        bin.add(.missingRequiredFile, ["filename": feed.stops.filename])
    }
}
