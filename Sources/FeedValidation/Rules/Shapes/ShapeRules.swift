import FeedCompiling

/// A shape is the path of some trip.
struct ShapeUsageRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.unusedShape]
    static let inputs = ["trips.txt", "shapes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.trips.state != .missing else { return }
        var isUsed = [Bool](repeating: false, count: feed.shapeIDs.count)
        feed.trips.forEachRow { row in
            if row.shape >= 0 { isUsed[Int(row.shape)] = true }
            return true
        }
        for (shape, points) in feed.shapes.points.enumerated()
        where !points.isEmpty && !isUsed[shape] {
            bin.add(
                .unusedShape,
                [
                    "shapeId": feed.shapeIDs.string(shape),
                    "csvRowNumber": Int(points.unpacked.map(\.row).min() ?? 0),
                ])
        }
    }
}

extension NoticeDefinition {
    static let unusedShape = NoticeDefinition(
        "unused_shape", .warning,
        "A shape is the path of no trip.",
        why: "The path is never shown; often an id of `trips.txt` is misspelled.",
        fix: "Remove the shape, or name it in `trips.shape_id`.",
        reference: "shapes.txt", "shape_id")
}

/// A shape has at least two points.
struct SingleShapePointRule: FeedRule {
    static let notices: [NoticeDefinition] = [.singleShapePoint]
    static let inputs = ["shapes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        for (shape, points) in feed.shapes.points.enumerated()
        where points.count == 1 && feed.shapes.isWhole(shape) {
            bin.add(
                .singleShapePoint,
                [
                    "shapeId": feed.shapeIDs.string(shape),
                    "csvRowNumber": points.row(0),
                ])
        }
    }
}

extension NoticeDefinition {
    static let singleShapePoint = NoticeDefinition(
        "single_shape_point", .warning,
        "A shape has a single point.",
        why: "One point is not a path.",
        fix: "Add the other points or remove the shape.",
        reference: "shapes.txt", "shape_id")
}

/// Where the calls of a trip have distances, all points of its shape have them too.
struct ShapeWithoutDistancesRule: TripRule {
    static let notices: [NoticeDefinition] = [.tripWithShapeDistTraveledButNoShapeDistances]
    static let inputs = ["trips.txt", "stop_times.txt", "shapes.txt"]
    static let reads: TripParts = [.distances, .shape]

    func applies(to feed: LoadedFeed) -> Bool {
        feed.header(of: "stop_times.txt").has("shape_dist_traveled")
    }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        guard trip.isDefined, let first = trip.distances.firstIndex(where: { !$0.isNaN }) else {
            return
        }
        let shape = Int(trip.feed.trips.columns.shape[trip.trip])
        guard trip.feed.shapes[shape].lacksDistance, trip.feed.shapes.isWhole(shape) else {
            return
        }
        bin.add(
            .tripWithShapeDistTraveledButNoShapeDistances,
            [
                "tripCsvRowNumber": trip.tripRow, "tripId": trip.tripID, "shapeId": trip.shapeID,
                "stopTimeCsvRowNumber": trip.row(first),
            ])
    }
}

extension NoticeDefinition {
    static let tripWithShapeDistTraveledButNoShapeDistances = NoticeDefinition(
        "trip_with_shape_dist_traveled_but_no_shape_distances", .info,
        "The calls of a trip have distances, but not all points of its shape do.",
        why: "Distances of calls say where on the shape the stops are, and here they cannot.",
        fix: "Fill `shape_dist_traveled` of every point, or leave it out of the calls.",
        reference: "shapes.txt", "shape_dist_traveled",
        rowFiles: ["tripCsvRowNumber": "trips.txt", "stopTimeCsvRowNumber": "stop_times.txt"])
}
