import FeedCompiling
import GTFSSchedule

/// The stops of trips lie on their shapes, in the order in which they are served.
///
/// Trips that share shape, stops and distances get one verdict, and a stop too far from a shape is
/// reported once for the shape.
struct ShapeMatchingRule: PartedRule {
    static let notices: [NoticeDefinition] = [
        .stopTooFarFromShape, .stopTooFarFromShapeUsingUserDistance, .stopsMatchShapeOutOfOrder,
        .stopHasTooManyMatchesForShape,
    ]
    static let inputs = [
        "stops.txt", "trips.txt", "routes.txt", "stop_times.txt", "shapes.txt",
    ]

    static let parts = 2

    /// The shapes of the first or second half of the feed.
    func check(_ feed: LoadedFeed, part: Int, into bin: NoticeBin) throws {
        guard feed.stops.count > 0, feed.calls.rowCount > 0, feed.shapes.rowCount > 0 else {
            return
        }
        let count = feed.shapes.points.count
        let shapes = part * count / Self.parts..<(part + 1) * count / Self.parts
        // The rows of `trips.txt`, as `TripColumns.row(number:)` takes them.
        let trips = NumberGroups(count: feed.shapeIDs.count) { add in
            feed.trips.forEachNumberedRow { number, row in
                if shapes.contains(Int(row.shape)) { add(Int(row.shape), number) }
                return true
            }
        }
        var lists = StopListHashes(feed)
        var patience = MatchingPatience(feed)
        var check = ShapeCheck(feed, bin)
        for shape in shapes where !trips[shape].isEmpty && feed.shapes.isWhole(shape) {
            let points = feed.shapes.points[shape]
            guard !points.isEmpty else { continue }
            check.begin(shape, points)
            patience.allow(points: points.count)
            for number in trips[shape] {
                try feed.checkCancellation()
                let row = feed.trips.row(number: number)
                try check.check(row, stops: lists.hash(Int(row.trip)), patience: &patience)
            }
        }
    }
}

extension NoticeDefinition {
    static let stopTooFarFromShape = NoticeDefinition(
        "stop_too_far_from_shape", .warning,
        summary:
            "A stop is more than 100 m from its trip's shape (400 m at the ends of rail trips).",
        why: "Maps show the vehicle passing the stop at a distance.",
        fix: "Correct the stop's coordinates or the shape.",
        reference: "shapes.txt", fields: "shape_pt_lat", "shape_pt_lon",
        rowFiles: ["tripCsvRowNumber": "trips.txt", "stopTimeCsvRowNumber": "stop_times.txt"],
        telling: ["shapeId", "stopId", "geoDistanceToShape"],
        incidental: ["tripId", "match", "geoDistanceToShape"])
    static let stopTooFarFromShapeUsingUserDistance = NoticeDefinition(
        "stop_too_far_from_shape_using_user_distance", .warning,
        summary:
            "A stop is more than 100 m from the place on the shape that its `shape_dist_traveled` "
            + "gives.",
        why: "Apps draw the wrong part of the shape between two stops.",
        fix: "Measure stop times and shape points along the same line, in the same unit.",
        reference: "stop_times.txt", fields: "shape_dist_traveled",
        rowFiles: ["tripCsvRowNumber": "trips.txt", "stopTimeCsvRowNumber": "stop_times.txt"],
        telling: ["shapeId", "stopId", "geoDistanceToShape"],
        incidental: ["tripId", "match", "geoDistanceToShape"])
    static let stopsMatchShapeOutOfOrder = NoticeDefinition(
        "stops_match_shape_out_of_order", .warning,
        summary: "Two consecutive stops of a trip lie on its shape in reverse order.",
        why: "Apps show the vehicle going backward.",
        fix: "Check the direction of the shape, the order of the stops and their coordinates.",
        reference: "stop_times.txt", fields: "stop_sequence",
        rowFiles: [
            "tripCsvRowNumber": "trips.txt", "stopTimeCsvRowNumber1": "stop_times.txt",
            "stopTimeCsvRowNumber2": "stop_times.txt",
        ],
        telling: ["tripId", "stopId1", "stopId2"],
        incidental: ["tripId"])
    static let stopHasTooManyMatchesForShape = NoticeDefinition(
        "stop_has_too_many_matches_for_shape", .warning,
        summary: "A shape comes near one stop of its trip more than 20 times.",
        why: "Apps cannot tell where on the shape the trip stops.",
        fix: "Remove loops and noise from the shape.",
        reference: "shapes.txt", fields: "shape_pt_lat", "shape_pt_lon",
        rowFiles: ["tripCsvRowNumber": "trips.txt", "stopTimeCsvRowNumber": "stop_times.txt"],
        telling: ["shapeId", "stopId", "matchCount"],
        incidental: ["tripId"])
}

/// Limits the work of finding stops on shapes.
///
/// Two thousand calls at a stop that a path approaches a hundred thousand times make two hundred
/// million places to choose from, for each trip. Work that grows only with the points of shapes is
/// free, so large feeds may take their time.
struct MatchingPatience {
    private var rule: RulePatience
    private var allowed = 0

    private static let stepsOfPoint = 64

    init(_ feed: LoadedFeed) {
        rule = RulePatience(feed)
    }

    mutating func allow(points: Int) {
        allowed = points * Self.stepsOfPoint
    }

    /// About a microsecond per hundred steps.
    mutating func spend(_ steps: Int) throws {
        allowed -= steps
        guard allowed < 0 else { return }
        let missing = -allowed
        allowed = 0
        try rule.spend(missing)
    }
}
