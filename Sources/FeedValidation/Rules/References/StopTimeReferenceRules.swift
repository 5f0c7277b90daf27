import FeedCompiling

/// The trip of a stop time is one of `trips.txt`.
struct StopTimeTripReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["trips.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        for trip in feed.trips.definedCount..<max(feed.trips.definedCount, feed.trips.count) {
            try feed.checkCancellation()
            for position in feed.calls.calls(trip).indices {
                bin.add(
                    .foreignKeyViolation,
                    .foreignKey(
                        "stop_times.txt", "trip_id", "trips.txt", "trip_id", feed.trips.id(trip),
                        feed.calls.row(trip, position)))
            }
        }
    }
}

/// The stop of a stop time is one of `stops.txt`.
struct StopTimeStopReferenceRule: TripRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["stops.txt", "stop_times.txt"]
    static let reads: TripParts = .calls

    func check(_ trip: TripView, _ bin: NoticeBin) {
        let stops = trip.feed.stopRows
        for position in trip.calls.indices {
            let stop = Int(trip.calls[position].stop)
            guard stop >= 0, stop >= stops.count || stops[stop] < 0 else { continue }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "stop_times.txt", "stop_id", "stops.txt", "stop_id",
                    trip.stopID(position) ?? "", trip.row(position)))
        }
    }
}

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
