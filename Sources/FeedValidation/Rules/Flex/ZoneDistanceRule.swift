import GTFSSchedule

/// A zone or group of stops has no distance along the shape.
struct ZoneDistanceRule: TripRule {
    static let notices: [NoticeDefinition] = [.forbiddenShapeDistTraveled]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = [.calls, .distances]

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        for position in trip.onDemandCalls
        where trip.calls[position].stop < 0 && !trip.isPassedOver(position) {
            let extra = trip.extra(position)
            guard extra.locationGroupID != nil || extra.locationID != nil,
                let distance = trip.distance(position)
            else { continue }
            bin.add(
                .forbiddenShapeDistTraveled,
                [
                    "csvRowNumber": trip.row(position), "tripId": trip.tripID,
                    "locationGroupId": extra.locationGroupID ?? "",
                    "locationId": extra.locationID ?? "", "shapeDistTraveled": distance,
                ])
        }
    }
}

extension NoticeDefinition {
    static let forbiddenShapeDistTraveled = NoticeDefinition(
        "forbidden_shape_dist_traveled", .error,
        "A row with `location_id` or `location_group_id` has `shape_dist_traveled`.",
        why: "A zone is no point of the shape.",
        fix: "Leave `shape_dist_traveled` blank.",
        reference: "stop_times.txt", "shape_dist_traveled", "location_id", "location_group_id")
}
