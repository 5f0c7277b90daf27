import FeedCompiling

/// The booking rule of a drop-off is one of `booking_rules.txt`.
struct StopTimeDropOffBookingRuleReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["booking_rules.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let ids = ForeignKeyParent.bookingRule.ids(feed)
        feed.calls.forEachExtra { extra, row in
            guard let id = extra.dropOffBookingRuleID, ids.find(id) == nil else { return }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "stop_times.txt", "drop_off_booking_rule_id", "booking_rules.txt",
                    "booking_rule_id", id, row))
        }
    }
}
