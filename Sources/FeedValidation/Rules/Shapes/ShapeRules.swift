import FeedCompiling

struct ShapeUsageRule: FeedRule {
    static let unusedShape = NoticeDefinition(
        "unused_shape", .warning,
        summary: "No trip uses this shape.",
        why: "Apps never show the shape, often because an id in `trips.txt` is misspelled.",
        fix: "Remove the shape, or name it in the `shape_id` of a trip.",
        reference: "shapes.txt", fields: "shape_id")
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [unusedShape]
    static let inputs = ["trips.txt", "shapes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.trips.state != .missing else { return }
        let isUsed = feed.trips.areUsed(feed.shapeIDs.count) { $0.shape }
        for (shape, points) in feed.shapes.points.enumerated()
        where !points.isEmpty && !isUsed[shape] {
            bin.add(
                Self.unusedShape,
                [
                    "shapeId": feed.shapeIDs.string(shape),
                    "csvRowNumber": Int(points.unpacked.map(\.row).min() ?? 0),
                ])
        }
    }
}

struct SingleShapePointRule: FeedRule {
    static let singleShapePoint = NoticeDefinition(
        "single_shape_point", .warning,
        summary: "A shape has only one point.",
        why: "Apps cannot draw a line with one point.",
        fix: "Add the other points, or remove the shape.",
        reference: "shapes.txt", fields: "shape_id")
    static let notices: [NoticeDefinition] = [singleShapePoint]
    static let inputs = ["shapes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        for (shape, points) in feed.shapes.points.enumerated()
        where points.count == 1 && feed.shapes.isWhole(shape) {
            bin.add(
                Self.singleShapePoint,
                [
                    "shapeId": feed.shapeIDs.string(shape),
                    "csvRowNumber": points.row(0),
                ])
        }
    }
}

/// Where the calls of a trip have distances, all points of its shape have them too.
struct ShapeWithoutDistancesRule: TripRule {
    static let tripWithShapeDistTraveledButNoShapeDistances = NoticeDefinition(
        "trip_with_shape_dist_traveled_but_no_shape_distances", .info,
        summary:
            "A trip's stop times have `shape_dist_traveled`, but some points of its shape do not.",
        why: "Apps cannot find the stops on the shape by distance.",
        fix: "Fill in `shape_dist_traveled` for all points, or leave it out of the stop times.",
        reference: "shapes.txt", fields: "shape_dist_traveled",
        rowFiles: ["tripCsvRowNumber": "trips.txt", "stopTimeCsvRowNumber": "stop_times.txt"])
    static let notices: [NoticeDefinition] = [tripWithShapeDistTraveledButNoShapeDistances]
    static let inputs = ["trips.txt", "stop_times.txt", "shapes.txt"]
    static let reads: TripParts = [.distances, .shape]

    func applies(to feed: LoadedFeed) -> Bool {
        feed.header(of: "stop_times.txt").has("shape_dist_traveled")
    }

    func check(_ trip: TripView, into bin: NoticeBin) {
        guard trip.isDefined, let first = trip.distances.firstIndex(where: { !$0.isNaN }) else {
            return
        }
        let shape = Int(trip.feed.trips.columns.shape[trip.trip])
        guard trip.feed.shapes[shape].lacksDistance, trip.feed.shapes.isWhole(shape) else {
            return
        }
        bin.add(
            Self.tripWithShapeDistTraveledButNoShapeDistances,
            [
                "tripCsvRowNumber": trip.tripRow, "tripId": trip.tripID, "shapeId": trip.shapeID,
                "stopTimeCsvRowNumber": trip.row(first),
            ])
    }
}
