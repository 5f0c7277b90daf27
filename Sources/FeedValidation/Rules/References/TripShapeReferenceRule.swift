import FeedCompiling

/// The shape of a trip is one of `shapes.txt`.
struct TripShapeReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["shapes.txt", "trips.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        feed.trips.forEachRow { row in
            guard row.shape >= 0, feed.shapes.range(Int(row.shape)).isEmpty else { return true }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "trips.txt", "shape_id", "shapes.txt", "shape_id",
                    feed.shapeIDs.string(Int(row.shape)), Int(row.row)))
            return true
        }
    }
}
