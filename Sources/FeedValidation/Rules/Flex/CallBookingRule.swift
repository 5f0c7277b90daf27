import GTFSSchedule

/// Where riders must phone for service within a window, the row names a booking rule.
struct CallBookingRule: TripRule {
    static let notices: [NoticeDefinition] = [.missingPickupDropOffBookingRuleID]
    static let inputs = ["stop_times.txt", "booking_rules.txt"]
    static let reads: TripParts = .calls

    /// The code of `pickup_type` and `drop_off_type` for "phone the agency".
    private static let mustPhone = 2

    func applies(to feed: LoadedFeed) -> Bool {
        feed.hasOnDemandCalls && feed.state(of: "booking_rules.txt") != .missing
    }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        for position in trip.onDemandCalls {
            let extra = trip.extra(position)
            let codes = trip.calls[position].codes
            let pickup = codes[.pickupType]
            let dropOff = codes[.dropOffType]
            let needsPickup =
                pickup == Self.mustPhone && extra.windowStart != nil
                && extra.pickupBookingRuleID == nil
            let needsDropOff =
                dropOff == Self.mustPhone && extra.windowEnd != nil
                && extra.dropOffBookingRuleID == nil
            for isNeeded in [needsPickup, needsDropOff] where isNeeded {
                bin.add(
                    .missingPickupDropOffBookingRuleID,
                    [
                        "csvRowNumber": trip.row(position),
                        "pickupType": pickup.map(CanonicalName.pickupDropOff),
                        "dropOffType": dropOff.map(CanonicalName.pickupDropOff),
                    ])
            }
        }
    }
}

extension NoticeDefinition {
    static let missingPickupDropOffBookingRuleID = NoticeDefinition(
        "missing_pickup_drop_off_booking_rule_id", .warning,
        "Riders must phone for service within a window, but the row names no booking rule.",
        why: "Riders cannot tell how and until when to book.",
        fix: "Name the rule in `pickup_booking_rule_id` or `drop_off_booking_rule_id`.",
        reference: "stop_times.txt", "pickup_booking_rule_id", "drop_off_booking_rule_id")
}
