import FeedCompiling

/// No two points of a shape have the same `shape_pt_sequence`.
struct DuplicateShapePointRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["shapes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        let shapes = feed.shapes
        for (shape, range) in shapes.points.enumerated() where range.count > 1 {
            try feed.checkCancellation()
            var first = range.lowerBound
            for point in range.dropFirst() {
                guard shapes.sequence[point] == shapes.sequence[first] else {
                    first = point
                    continue
                }
                bin.add(
                    .duplicateKey,
                    [
                        "filename": "shapes.txt", "oldCsvRowNumber": Int(shapes.row[first]),
                        "newCsvRowNumber": Int(shapes.row[point]),
                        "fieldName1": "shape_id,shape_pt_sequence",
                        "fieldValue1":
                            "\(feed.shapeIDs.string(shape)),\(shapes.sequence[point])",
                    ])
            }
        }
    }
}
