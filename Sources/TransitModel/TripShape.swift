/// The path of trips: the rows of `shapes.txt` of one `shape_id`.
public struct TripShape: Codable, Hashable, Sendable {
    /// A row of `shapes.txt`, in the order of `shape_pt_sequence`.
    public struct Point: Codable, Hashable, Sendable {
        /// The place.
        public var coordinate: Coordinate
        /// `shape_dist_traveled` in the feed's own unit; nil where the feed is blank.
        public var distance: Double?

        /// One that an app makes itself, for previews and tests.
        public init(coordinate: Coordinate, distance: Double? = nil) {
            self.coordinate = coordinate
            self.distance = distance
        }
    }

    /// The `shape_id`.
    public var shapeID: String
    /// In the order of travel.
    public var points: [Point]

    /// One that an app makes itself, for previews and tests.
    public init(shapeID: String, points: [Point] = []) {
        self.shapeID = shapeID
        self.points = points
    }

    /// The path without distances.
    public var coordinates: [Coordinate] { points.map(\.coordinate) }
}
