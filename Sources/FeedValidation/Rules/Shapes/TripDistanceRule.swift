import FeedCompiling
import GTFSSchedule

/// A trip does not go farther than its shape.
struct TripDistanceRule: FeedRule {
    static let notices: [NoticeDefinition] = [
        .tripDistanceExceedsShapeDistance, .tripDistanceExceedsShapeDistanceBelowThreshold,
    ]
    static let inputs = ["trips.txt", "stop_times.txt", "stops.txt", "shapes.txt"]

    /// A last stop this close to the shape's end is at the end.
    private static let thresholdMeters = 11.1

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard !feed.shapes.distance.isEmpty else { return }
        let farthest = feed.shapes.points.map { farthestPoint($0, feed.shapes) }
        feed.trips.forEachRow { row in
            let distances = feed.calls.distances(Int(row.trip))
            guard row.shape >= 0, row.shape < farthest.count, let end = farthest[Int(row.shape)],
                let distance = distances.last, distance > feed.shapes.distance[end],
                let call = feed.calls.calls(Int(row.trip)).last,
                let stop = feed.stop(Int(call.stop))
            else { return true }
            let meters = Earth.meters(
                feed.shapes.latitude[end], feed.shapes.longitude[end], stop.stopLat ?? 0,
                stop.stopLon ?? 0)
            bin.add(
                meters > Self.thresholdMeters
                    ? .tripDistanceExceedsShapeDistance
                    : .tripDistanceExceedsShapeDistanceBelowThreshold,
                [
                    "tripId": feed.trips.id(Int(row.trip)),
                    "shapeId": feed.shapeIDs.string(Int(row.shape)),
                    "maxTripDistanceTraveled": distance,
                    "maxShapeDistanceTraveled": feed.shapes.distance[end],
                    "geoDistanceToShape": meters,
                ])
            return true
        }
    }

    /// The first point of a shape with the greatest distance; nil when that is 0.
    private func farthestPoint(_ points: Range<Int>, _ shapes: ShapeColumns) -> Int? {
        var farthest: Int?
        for point in points where shapes.distance[point] > 0 {
            if let known = farthest, shapes.distance[known] >= shapes.distance[point] { continue }
            farthest = point
        }
        return farthest
    }
}

extension NoticeDefinition {
    static let tripDistanceExceedsShapeDistance = NoticeDefinition(
        "trip_distance_exceeds_shape_distance", .error,
        "The last call of a trip is farther along than its shape is long, and more than 11.1 m off "
            + "the shape's end.",
        why: "The path ends before the trip does.",
        fix: "Extend the shape, or measure both distances in the same unit.",
        reference: "stop_times.txt", "shape_dist_traveled")
    static let tripDistanceExceedsShapeDistanceBelowThreshold = NoticeDefinition(
        "trip_distance_exceeds_shape_distance_below_threshold", .warning,
        "The last call of a trip is farther along than its shape is long, but at the shape's end.",
        why: "Distances of stops and shape are not measured the same way.",
        fix: "Measure both along the shape.",
        reference: "stop_times.txt", "shape_dist_traveled")
}
