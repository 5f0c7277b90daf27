import FeedCompiling

/// The booking rule of a pickup is one of `booking_rules.txt`.
struct StopTimePickupBookingRuleReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["booking_rules.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let ids = ForeignKeyParent.bookingRule.ids(feed)
        feed.calls.forEachExtra { extra, row in
            guard let id = extra.pickupBookingRuleID, ids.find(id) == nil else { return }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "stop_times.txt", "pickup_booking_rule_id", "booking_rules.txt",
                    "booking_rule_id", id, row))
        }
    }
}
