import FeedCompiling
import GTFSSchedule

/// The network of a fare leg rule is one of `networks.txt`, or of `routes.network_id`.
struct NetworkReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["fare_leg_rules.txt", "routes.txt", "networks.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let networks = feed.networkIDs
        for (index, row) in feed.fareLegRules.rows.enumerated() {
            guard let id = row.networkID?.text, !id.isEmpty, networks.find(id) == nil else {
                continue
            }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "fare_leg_rules.txt", "network_id", "routes.txt or networks.txt",
                    "network_id", id, feed.fareLegRules.rowNumbers[index]))
        }
    }
}

extension LoadedFeed {
    /// Networks, wherever they are defined.
    var networkIDs: IDTable {
        let ids = IDTable()
        for row in networks.rows {
            if let id = row.networkID { _ = ids.intern(id.text) }
        }
        // Routes without one are found by its empty text, as in `ForeignKeyParent`.
        for row in routes.rows { _ = ids.intern(row.networkID?.text ?? "") }
        return ids
    }
}
