import FeedCompiling
import GTFSSchedule

/// Zones that a trip serves at the same time and in the same way do not overlap.
struct OverlappingZonesRule: FeedRule {
    static let overlappingZoneAndPickupDropOffWindow = NoticeDefinition(
        "overlapping_zone_and_pickup_drop_off_window", .error,
        summary:
            "Two stop times of a trip overlap in area and window, with the same pickup or drop-off "
            + "type.",
        why: "Apps cannot tell which of the two applies where they overlap.",
        fix: "Change the areas or the windows so that they do not overlap.",
        reference: "stop_times.txt", fields: "location_id", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window",
        telling: ["tripId", "locationId1", "locationId2"])
    static let notices: [NoticeDefinition] = [overlappingZoneAndPickupDropOffWindow]
    static let inputs = ["stop_times.txt", "locations.geojson"]

    /// The pairs take some hundred megabytes.
    private static let mostKnownPairs = 1_000_000

    private struct ZonePair: Hashable {
        let first: LocationID
        let second: LocationID
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.hasOnDemandCalls, feed.locations.state != .missing else { return }
        var zones: [LocationID: Zone] = [:]
        for feature in feed.locations.features {
            try feed.checkCancellation()
            let id = LocationID(feature.id)
            if zones[id] == nil { zones[id] = Zone(feature) }
        }
        var verdicts: [ZonePair: Bool] = [:]
        var patience = RulePatience(feed)
        func overlap(_ first: String, _ second: String) throws -> Bool {
            let pair = ZonePair(first: LocationID(first), second: LocationID(second))
            if let verdict = verdicts[pair] { return verdict }
            guard let one = zones[pair.first], let other = zones[pair.second] else { return false }
            try patience.spend(100)
            let verdict = try ZoneOverlap(one, other, patience: &patience).isOverlap
            if verdicts.count < Self.mostKnownPairs { verdicts[pair] = verdict }
            return verdict
        }
        var pairs = RulePatience(feed)
        let lists = TripLists(feed.calls)
        for trip in 0..<feed.trips.count where lists.hasCalls(trip) {
            try check(TripView(feed, lists: lists, trip: trip), into: bin, pairs: &pairs, overlap)
        }
    }

    private func check(
        _ trip: TripView, into bin: NoticeBin, pairs: inout RulePatience,
        _ overlap: (String, String) throws -> Bool
    ) throws {
        let served = trip.onDemandCalls.filter { position in
            let extra = trip.extra(position)
            return extra.windowStart != nil && extra.windowEnd != nil && extra.locationID != nil
        }
        for (index, first) in served.enumerated() {
            for second in served[(index + 1)...] {
                try pairs.spend(10)
                guard Self.areServedAlike(trip.calls[first].codes, trip.calls[second].codes) else {
                    continue
                }
                let one = trip.extra(first)
                let other = trip.extra(second)
                guard let id = one.locationID, let otherID = other.locationID,
                    let start = one.windowStart, let end = one.windowEnd,
                    let otherStart = other.windowStart, let otherEnd = other.windowEnd,
                    LocationID(id) != LocationID(otherID), start < otherEnd, otherStart < end,
                    try overlap(id, otherID)
                else { continue }
                bin.add(
                    Self.overlappingZoneAndPickupDropOffWindow,
                    [
                        "tripId": trip.tripID, "stopSequence1": trip.stopSequence(first),
                        "locationId1": id,
                        "startPickupDropOffWindow1": ServiceTime(seconds: start),
                        "endPickupDropOffWindow1": ServiceTime(seconds: end),
                        "stopSequence2": trip.stopSequence(second), "locationId2": otherID,
                        "startPickupDropOffWindow2": ServiceTime(seconds: otherStart),
                        "endPickupDropOffWindow2": ServiceTime(seconds: otherEnd),
                    ])
            }
        }
    }

    private static func areServedAlike(_ one: CallCodes, _ other: CallCodes) -> Bool {
        let pickups = (one[.pickupType] ?? 0, other[.pickupType] ?? 0)
        let dropOffs = (one[.dropOffType] ?? 0, other[.dropOffType] ?? 0)
        let areKnown = [pickups.0, pickups.1, dropOffs.0, dropOffs.1].allSatisfy { $0 <= 3 }
        return areKnown && (pickups.0 == pickups.1 || dropOffs.0 == dropOffs.1)
    }
}

/// A zone or group of stops has no distance along the shape.
struct ZoneDistanceRule: TripRule {
    static let forbiddenShapeDistTraveled = NoticeDefinition(
        "forbidden_shape_dist_traveled", .error,
        summary:
            "A row with a location or location group instead of a stop has `shape_dist_traveled`.",
        why: "Apps cannot place an area at one point of the shape.",
        fix: "Leave `shape_dist_traveled` empty.",
        reference: "stop_times.txt", fields: "shape_dist_traveled", "location_id",
        "location_group_id",
        telling: ["tripId", "locationId", "shapeDistTraveled"])
    static let notices: [NoticeDefinition] = [forbiddenShapeDistTraveled]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = [.calls, .distances]

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, into bin: NoticeBin) {
        for position in trip.onDemandCalls
        where trip.calls[position].stop < 0 && !trip.calls[position].codes.isPassedOver {
            let extra = trip.extra(position)
            guard extra.locationGroupID != nil || extra.locationID != nil,
                let distance = trip.distance(position)
            else { continue }
            bin.add(
                Self.forbiddenShapeDistTraveled,
                trip.placeFields(position).with("shapeDistTraveled", distance))
        }
    }
}
