import FeedCompiling
import GTFSSchedule

struct ShapeDistancesRule: FeedRule {
    static let decreasingShapeDistance = NoticeDefinition(
        "decreasing_shape_distance", .error,
        summary: "The `shape_dist_traveled` of a shape point is less than at the previous point.",
        why: "Apps place stops on the wrong part of the shape.",
        fix: "Measure distances from the first point, and check the order of the points.",
        reference: "shapes.txt", fields: "shape_dist_traveled", "shape_pt_sequence",
        telling: ["shapeId", "shapeDistTraveled", "prevShapeDistTraveled"])
    static let equalShapeDistanceSameCoordinates = NoticeDefinition(
        "equal_shape_distance_same_coordinates", .warning,
        summary:
            "Consecutive shape points have the same coordinates and the same `shape_dist_traveled`.",
        why: "The second point adds nothing to the shape.",
        fix: "Remove the second point.",
        reference: "shapes.txt", fields: "shape_dist_traveled")
    static let equalShapeDistanceDiffCoordinates = NoticeDefinition(
        "equal_shape_distance_diff_coordinates", .error,
        summary:
            "Consecutive shape points have the same `shape_dist_traveled` but are at least 1.11 m "
            + "apart.",
        why: "Apps cannot tell where a vehicle is between two points at one distance.",
        fix: "Correct the distance of the second point.",
        reference: "shapes.txt", fields: "shape_dist_traveled",
        telling: ["shapeId", "shapeDistTraveled", "actualDistanceBetweenShapePoints"])
    static let equalShapeDistanceDiffCoordinatesDistanceBelowThreshold = NoticeDefinition(
        "equal_shape_distance_diff_coordinates_distance_below_threshold", .warning,
        summary: "Consecutive shape points are less than 1.11 m apart and have the same "
            + "`shape_dist_traveled`.",
        why: "The points are needlessly close, or their distances are rounded too much.",
        fix: "Remove one of the points, or write distances with more decimals.",
        reference: "shapes.txt", fields: "shape_dist_traveled",
        telling: ["shapeId", "shapeDistTraveled", "actualDistanceBetweenShapePoints"])
    static let notices: [NoticeDefinition] = [
        decreasingShapeDistance, equalShapeDistanceSameCoordinates,
        equalShapeDistanceDiffCoordinates,
        equalShapeDistanceDiffCoordinatesDistanceBelowThreshold,
    ]
    static let inputs = ["shapes.txt"]

    /// Points closer together than this may have the same distance, because rounding to five
    /// decimals of a degree hides such differences.
    private static let thresholdMeters = 1.11

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for (shape, points) in feed.shapes.points.enumerated() where points.hasDistances {
            try feed.checkCancellation()
            let id = { feed.shapeIDs.string(shape) }
            points.read { check(points, points: $0, shapeID: id, into: bin) }
        }
    }

    private func check(
        _ shape: ShapePoints, points: ShapePoints.Reader, shapeID: () -> String, into bin: NoticeBin
    ) {
        var before = points.distance(0)
        for point in shape.indices.dropFirst() {
            let here = points.distance(point)
            // A blank is NaN, and compares as false with everything.
            if before > here {
                bin.add(
                    Self.decreasingShapeDistance,
                    fields(points, shapeID: shapeID(), at: point, before: point - 1))
            } else if before == here {
                checkEqual(points, shapeID: shapeID, at: point, into: bin)
            }
            before = here
        }
    }

    private func checkEqual(
        _ points: ShapePoints.Reader, shapeID: () -> String, at point: Int, into bin: NoticeBin
    ) {
        let (latitude, longitude) = (points.latitude(point), points.longitude(point))
        let before = (points.latitude(point - 1), points.longitude(point - 1))
        if (latitude, longitude) == before {
            bin.add(
                Self.equalShapeDistanceSameCoordinates,
                fields(points, shapeID: shapeID(), at: point, before: point - 1))
            return
        }
        let meters = Earth.meters(
            fromLatitude: latitude, longitude: longitude, toLatitude: before.0, longitude: before.1)
        guard meters > 0 else { return }
        bin.add(
            meters >= Self.thresholdMeters
                ? Self.equalShapeDistanceDiffCoordinates
                : Self.equalShapeDistanceDiffCoordinatesDistanceBelowThreshold,
            fields(points, shapeID: shapeID(), at: point, before: point - 1, meters: meters))
    }

    private func fields(
        _ points: ShapePoints.Reader, shapeID: String, at point: Int, before: Int,
        meters: Double? = nil
    ) -> NoticeFields {
        [
            "shapeId": shapeID, "csvRowNumber": Int(points.row(point)),
            "shapeDistTraveled": points.distance(point),
            "shapePtSequence": Int(points.sequence(point)),
            "prevCsvRowNumber": Int(points.row(before)),
            "prevShapeDistTraveled": points.distance(before),
            "prevShapePtSequence": Int(points.sequence(before)),
            "actualDistanceBetweenShapePoints": meters,
        ]
    }
}

struct TripDistanceRule: FeedRule {
    static let tripDistanceExceedsShapeDistance = NoticeDefinition(
        "trip_distance_exceeds_shape_distance", .error,
        summary:
            "A trip's `shape_dist_traveled` exceeds its shape's, and its last stop is over 11.1 m from "
            + "the shape's end.",
        why: "The shape ends before the trip does.",
        fix: "Extend the shape, or measure both distances in the same unit.",
        reference: "stop_times.txt", fields: "shape_dist_traveled",
        telling: ["tripId", "maxTripDistanceTraveled", "maxShapeDistanceTraveled"])
    static let tripDistanceExceedsShapeDistanceBelowThreshold = NoticeDefinition(
        "trip_distance_exceeds_shape_distance_below_threshold", .warning,
        summary:
            "A trip's `shape_dist_traveled` exceeds its shape's, but its last stop is within 11.1 m of "
            + "the shape's end.",
        why: "Apps misplace stops, because the two distances are not measured the same way.",
        fix: "Measure both distances along the shape.",
        reference: "stop_times.txt", fields: "shape_dist_traveled",
        telling: ["tripId", "maxTripDistanceTraveled", "maxShapeDistanceTraveled"])
    static let notices: [NoticeDefinition] = [
        tripDistanceExceedsShapeDistance, tripDistanceExceedsShapeDistanceBelowThreshold,
    ]
    static let inputs = ["trips.txt", "stop_times.txt", "stops.txt", "shapes.txt"]

    /// A last stop this close to the shape's end counts as being at the end.
    private static let thresholdMeters = 11.1

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.shapes.hasDistances else { return }
        let farthest = feed.shapes.points.map(farthestPoint)
        let lists = TripLists(feed.calls)
        feed.trips.forEachRow { row in
            let distances = lists.distances(Int(row.trip))
            guard row.shape >= 0, row.shape < farthest.count, let end = farthest[Int(row.shape)],
                let distance = distances.last, distance > end.distance,
                feed.shapes.isWhole(Int(row.shape)),
                let call = lists.calls(Int(row.trip)).last,
                let stop = feed.stop(Int(call.stop))
            else { return }
            let meters = Earth.meters(
                fromLatitude: end.latitude, longitude: end.longitude, toLatitude: stop.stopLat ?? 0,
                longitude: stop.stopLon ?? 0)
            bin.add(
                meters > Self.thresholdMeters
                    ? Self.tripDistanceExceedsShapeDistance
                    : Self.tripDistanceExceedsShapeDistanceBelowThreshold,
                [
                    "tripId": feed.trips.id(Int(row.trip)),
                    "shapeId": feed.shapeIDs.string(Int(row.shape)),
                    "maxTripDistanceTraveled": distance,
                    "maxShapeDistanceTraveled": end.distance,
                    "geoDistanceToShape": meters,
                ])
        }
    }

    private func farthestPoint(_ shape: ShapePoints) -> FarthestPoint? {
        shape.read { points in
            var farthest: Int?
            var greatest = 0.0
            for point in shape.indices {
                let distance = points.distance(point)
                guard distance > greatest else { continue }
                (farthest, greatest) = (point, distance)
            }
            return farthest.map {
                FarthestPoint(
                    latitude: points.latitude($0), longitude: points.longitude($0),
                    distance: greatest)
            }
        }
    }

    private struct FarthestPoint {
        let latitude: Double
        let longitude: Double
        let distance: Double
    }
}
