import FeedCompiling

/// Distances grow from point to point of a shape.
struct ShapeDistancesRule: FeedRule {
    static let notices: [NoticeDefinition] = [
        .decreasingShapeDistance, .equalShapeDistanceSameCoordinates,
        .equalShapeDistanceDiffCoordinates,
        .equalShapeDistanceDiffCoordinatesDistanceBelowThreshold,
    ]
    static let inputs = ["shapes.txt"]

    /// Points closer together than this may have the same distance: it is what rounding to five
    /// decimals of a degree hides.
    private static let thresholdMeters = 1.11

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        let shapes = feed.shapes
        guard !shapes.distance.isEmpty else { return }
        for shape in shapes.points.indices {
            try feed.checkCancellation()
            for point in shapes.points[shape].dropFirst() {
                let before = shapes.distance[point - 1]
                let here = shapes.distance[point]
                // A blank is NaN, and compares with nothing.
                if before > here {
                    // The canonical validator names the two points the wrong way round.
                    let isSwapped = feed.options.isCanonical
                    bin.add(
                        .decreasingShapeDistance,
                        isSwapped
                            ? fields(feed, shape, point - 1, before: point)
                            : fields(feed, shape, point, before: point - 1))
                } else if before == here {
                    checkEqual(feed, shape, point, bin)
                }
            }
        }
    }

    private func checkEqual(_ feed: LoadedFeed, _ shape: Int, _ point: Int, _ bin: NoticeBin) {
        let latitude = feed.shapes.latitude
        let longitude = feed.shapes.longitude
        if latitude[point] == latitude[point - 1], longitude[point] == longitude[point - 1] {
            bin.add(
                .equalShapeDistanceSameCoordinates, fields(feed, shape, point, before: point - 1))
            return
        }
        let meters = Earth.meters(
            latitude[point], longitude[point], latitude[point - 1], longitude[point - 1])
        guard meters > 0 else { return }
        bin.add(
            meters >= Self.thresholdMeters
                ? .equalShapeDistanceDiffCoordinates
                : .equalShapeDistanceDiffCoordinatesDistanceBelowThreshold,
            fields(feed, shape, point, before: point - 1, meters: meters))
    }

    private func fields(
        _ feed: LoadedFeed, _ shape: Int, _ point: Int, before: Int, meters: Double? = nil
    ) -> NoticeFields {
        let shapes = feed.shapes
        return [
            "shapeId": feed.shapeIDs.string(shape), "csvRowNumber": Int(shapes.row[point]),
            "shapeDistTraveled": shapes.distance[point],
            "shapePtSequence": Int(shapes.sequence[point]),
            "prevCsvRowNumber": Int(shapes.row[before]),
            "prevShapeDistTraveled": shapes.distance[before],
            "prevShapePtSequence": Int(shapes.sequence[before]),
            "actualDistanceBetweenShapePoints": meters,
        ]
    }
}

extension NoticeDefinition {
    static let decreasingShapeDistance = NoticeDefinition(
        "decreasing_shape_distance", .error,
        "A point of a shape has a smaller distance than the point before.",
        why: "Stops are placed on the wrong part of the path.",
        fix: "Measure distances from the first point on; check the order of the points.",
        reference: "shapes.txt", "shape_dist_traveled", "shape_pt_sequence")
    static let equalShapeDistanceSameCoordinates = NoticeDefinition(
        "equal_shape_distance_same_coordinates", .warning,
        "Two points of a shape in a row have the same distance and the same place.",
        why: "One of the two says nothing.",
        fix: "Remove the second point.",
        reference: "shapes.txt", "shape_dist_traveled")
    static let equalShapeDistanceDiffCoordinates = NoticeDefinition(
        "equal_shape_distance_diff_coordinates", .error,
        "Two points of a shape in a row have the same distance but are 1.11 m apart or more.",
        why: "The path has a part without length, where nothing can be placed.",
        fix: "Correct the distance of the second point.",
        reference: "shapes.txt", "shape_dist_traveled")
    static let equalShapeDistanceDiffCoordinatesDistanceBelowThreshold = NoticeDefinition(
        "equal_shape_distance_diff_coordinates_distance_below_threshold", .warning,
        "Two points of a shape in a row have the same distance and are less than 1.11 m apart.",
        why: "Points so close together are mostly noise.",
        fix: "Leave out one of them, or give distances with more decimals.",
        reference: "shapes.txt", "shape_dist_traveled")
}
