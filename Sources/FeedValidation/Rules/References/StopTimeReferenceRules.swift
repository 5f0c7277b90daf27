import FeedCompiling
import FeedReading

struct StopTimeTripReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for trip in feed.trips.definedCount..<max(feed.trips.definedCount, feed.trips.count) {
            try feed.checkCancellation()
            for position in feed.calls.calls(trip).indices {
                bin.addForeignKey(
                    "stop_times.txt", field: "trip_id", parentFile: "trips.txt",
                    parentField: "trip_id", value: feed.trips.id(trip),
                    row: feed.calls.row(trip, position), unless: feed.leftOut)
            }
        }
    }
}

struct StopTimeStopReferenceRule: TripRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["stops.txt", "stop_times.txt"]
    static let reads: TripParts = .calls

    func check(_ trip: TripView, into bin: NoticeBin) {
        let stops = trip.feed.stopRows
        for position in trip.calls.indices {
            let stop = Int(trip.calls[position].stop)
            guard stop >= 0, stop >= stops.count || stops[stop] < 0 else { continue }
            bin.addForeignKey(
                "stop_times.txt", field: "stop_id", parentFile: "stops.txt", parentField: "stop_id",
                value: trip.stopID(position) ?? "", row: trip.row(position),
                unless: trip.feed.leftOut)
        }
    }
}

struct StopTimeLocationGroupReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["location_groups.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        feed.calls.checkReferences(
            \.locationGroupID, field: "location_group_id",
            in: ForeignKeyParent.locationGroup.values(feed).ids, parentFile: "location_groups.txt",
            parentField: "location_group_id", unless: feed.leftOut, into: bin)
    }
}

struct StopTimeLocationReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["locations.geojson", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.options.isCanonical || !feed.locations.isUnreadable else { return }
        feed.calls.checkReferences(
            \.locationID, field: "location_id", in: feed.locations.ids,
            parentFile: "locations.geojson", parentField: "id", unless: feed.leftOut, into: bin)
    }
}

struct StopTimePickupBookingRuleReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["booking_rules.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        feed.calls.checkReferences(
            \.pickupBookingRuleID, field: "pickup_booking_rule_id",
            in: ForeignKeyParent.bookingRule.values(feed).ids,
            parentFile: "booking_rules.txt", parentField: "booking_rule_id", unless: feed.leftOut,
            into: bin)
    }
}

struct StopTimeDropOffBookingRuleReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["booking_rules.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        feed.calls.checkReferences(
            \.dropOffBookingRuleID, field: "drop_off_booking_rule_id",
            in: ForeignKeyParent.bookingRule.values(feed).ids,
            parentFile: "booking_rules.txt", parentField: "booking_rule_id", unless: feed.leftOut,
            into: bin)
    }
}

extension CallColumns {
    /// `leftOut` are rows that may have such an id, too.
    fileprivate func checkReferences(
        _ id: (OnDemandCall) -> String?, field: String, in ids: IDTable, parentFile parent: String,
        parentField: String, unless leftOut: LeftOutRows, into bin: NoticeBin
    ) {
        forEachExtra { extra, row in
            guard let id = id(extra), ids.find(id) == nil else { return }
            bin.addForeignKey(
                "stop_times.txt", field: field, parentFile: parent, parentField: parentField,
                value: id, row: row, unless: leftOut)
        }
    }
}
