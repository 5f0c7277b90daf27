import FeedCompiling

/// A shape has two points at least.
struct SingleShapePointRule: FeedRule {
    static let notices: [NoticeDefinition] = [.singleShapePoint]
    static let inputs = ["shapes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        for (shape, points) in feed.shapes.points.enumerated() where points.count == 1 {
            bin.add(
                .singleShapePoint,
                [
                    "shapeId": feed.shapeIDs.string(shape),
                    "csvRowNumber": Int(feed.shapes.row[points.lowerBound]),
                ])
        }
    }
}

extension NoticeDefinition {
    static let singleShapePoint = NoticeDefinition(
        "single_shape_point", .warning,
        "A shape has a single point.",
        why: "One point is no path to draw.",
        fix: "Add the other points or remove the shape.",
        reference: "shapes.txt", "shape_id")
}
