import FeedCompiling

/// What a feed contains, as reports tell it.
public struct FeedSummary: Sendable {
    /// Names of the feed's files.
    public let files: [String]
    public let agencies: Int
    public let routes: Int
    public let stops: Int
    public let trips: Int
    public let shapes: Int
    public let blocks: Int

    init(_ feed: LoadedFeed) {
        files = feed.fileNames.sorted()
        agencies = feed.agency.count
        routes = feed.routes.count
        stops = feed.stops.count
        trips = feed.trips.definedCount
        shapes = feed.shapes.points.count { !$0.isEmpty }
        blocks = feed.blockIDs.count
    }
}
