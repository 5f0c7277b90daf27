import FeedCompiling

/// The location of a stop time is a feature of `locations.geojson`.
struct StopTimeLocationReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["locations.geojson", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let ids = feed.locations.ids
        feed.calls.forEachExtra { extra, row in
            guard let id = extra.locationID, ids.find(id) == nil else { return }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "stop_times.txt", "location_id", "locations.geojson", "id", id, row))
        }
    }
}
