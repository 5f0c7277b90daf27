import FeedCompiling

/// The location group of a stop time is one of `location_groups.txt`.
struct StopTimeLocationGroupReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["location_groups.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let ids = ForeignKeyParent.locationGroup.ids(feed)
        feed.calls.forEachExtra { extra, row in
            guard let id = extra.locationGroupID, ids.find(id) == nil else { return }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "stop_times.txt", "location_group_id", "location_groups.txt",
                    "location_group_id", id, row))
        }
    }
}
