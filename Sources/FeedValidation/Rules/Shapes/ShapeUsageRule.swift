import FeedCompiling

/// A shape is the path of some trip.
struct ShapeUsageRule: FeedRule {
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
                    "csvRowNumber": Int(feed.shapes.row[points].min() ?? 0),
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
