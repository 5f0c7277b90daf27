import FeedCompiling
import GTFSSchedule

/// The networks of a fare leg join rule are those of `networks.txt` or `routes.txt`, and it names both
/// of its stops or none.
struct FareLegJoinRuleRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation, .missingRequiredField]
    static let inputs = ["networks.txt", "routes.txt", "fare_leg_join_rules.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let networks = feed.networkIDs
        let file = feed.fareLegJoinRules.filename
        for (index, row) in feed.fareLegJoinRules.rows.enumerated() {
            let number = feed.fareLegJoinRules.rowNumbers[index]
            let named = [
                ("from_network_id", row.fromNetworkID?.text),
                ("to_network_id", row.toNetworkID?.text),
            ]
            for case (let field, let id?) in named where networks.find(id) == nil {
                bin.add(
                    .foreignKeyViolation,
                    .foreignKey(
                        file, field, "routes.txt or networks.txt", "network_id", id, number))
            }
            guard (row.fromStopID == nil) != (row.toStopID == nil) else { continue }
            bin.add(
                .missingRequiredField,
                [
                    "filename": file, "csvRowNumber": number,
                    "fieldName": row.fromStopID == nil ? "from_stop_id" : "to_stop_id",
                ])
        }
    }
}
