import FeedCompiling

/// The trip of a stop time is one of `trips.txt`.
struct StopTimeTripReferenceRule: FeedRule {
    static let needsKeys = true
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
    static let needsKeys = true
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
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["location_groups.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        feed.calls.checkReferences(
            \.locationGroupID, "location_group_id",
            in: ForeignKeyParent.locationGroup.values(feed).ids, "location_groups.txt",
            "location_group_id", bin)
    }
}

/// The location of a stop time is a feature of `locations.geojson`.
struct StopTimeLocationReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["locations.geojson", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        feed.calls.checkReferences(
            \.locationID, "location_id", in: feed.locations.ids, "locations.geojson", "id", bin)
    }
}

/// The booking rule of a pickup is one of `booking_rules.txt`.
struct StopTimePickupBookingRuleReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["booking_rules.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        feed.calls.checkReferences(
            \.pickupBookingRuleID, "pickup_booking_rule_id",
            in: ForeignKeyParent.bookingRule.values(feed).ids,
            "booking_rules.txt", "booking_rule_id", bin)
    }
}

/// The booking rule of a drop-off is one of `booking_rules.txt`.
struct StopTimeDropOffBookingRuleReferenceRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["booking_rules.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        feed.calls.checkReferences(
            \.dropOffBookingRuleID, "drop_off_booking_rule_id",
            in: ForeignKeyParent.bookingRule.values(feed).ids,
            "booking_rules.txt", "booking_rule_id", bin)
    }
}

extension CallColumns {
    /// Reports the calls whose id in a column of on-demand service names nothing.
    ///
    /// - Parameters:
    ///   - id: the column.
    ///   - ids: the ids of the parent file.
    fileprivate func checkReferences(
        _ id: (CallExtra) -> String?, _ field: String, in ids: IDTable, _ parent: String,
        _ parentField: String, _ bin: NoticeBin
    ) {
        forEachExtra { extra, row in
            guard let id = id(extra), ids.find(id) == nil else { return }
            bin.add(
                .foreignKeyViolation,
                .foreignKey("stop_times.txt", field, parent, parentField, id, row))
        }
    }
}
