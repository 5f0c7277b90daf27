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
        let shapes = trip.feed.shapes
        let points = shapes.range(Int(trip.feed.trips.shape[trip.trip]))
        guard !points.isEmpty,
            shapes.distance.isEmpty || points.contains(where: { shapes.distance[$0].isNaN })
        else { return }
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
        reference: "shapes.txt", "shape_dist_traveled")
}
