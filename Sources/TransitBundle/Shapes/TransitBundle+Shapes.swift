import GRDB
public import TransitModel

extension TransitBundle {
    /// A path of `shapes.txt`.
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no shape of that `shape_id`.
    public func shape(id: String) async throws -> TripShape {
        try await read { db in
            try ShapeRows.find(shapeID: id, db).orNotFound("shape", id)
        }
    }

    /// The path of a trip from its first stop to its last; nil when the feed gives it none.
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func shape(of trip: Trip) async throws -> TripShape? {
        try await read { db in
            try TripRow.known(trip.tripID, db).shape.flatMap { try ShapeRows.find(shape: $0, db) }
        }
    }

    /// The paths that trips of a route take, those of most trips first.
    ///
    /// - Parameter direction: `direction_id`; nil for the trips of all directions.
    public func shapes(of route: Route, direction: Int? = nil) async throws -> [TripShape] {
        try await read { db in
            let keys = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT p.shape FROM pattern p
                        CROSS JOIN trip_group d ON d.pattern = p.pattern
                        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
                        WHERE p.rid = :rid AND p.shape IS NOT NULL
                          AND (:direction IS NULL OR p.direction_id = :direction)
                        GROUP BY p.shape ORDER BY count(*) DESC, p.shape
                        """), arguments: ["rid": route.rid, "direction": direction])
            return try keys.compactMap { try ShapeRows.find(shape: $0, db) }
        }
    }

    /// The path of a trip between two of its stops, to draw on a map.
    ///
    /// Where both the stops and the shape have distances (`shape_dist_traveled`), these cut the
    /// shape; else the places where it passes nearest to the trip's stops, one after the other, do.
    /// A trip without a shape goes straight from stop to stop. Two coordinates may lie on either
    /// side of the antimeridian: the path takes the short way.
    ///
    /// - Parameters:
    ///   - start: the `stop_sequence` of the first stop.
    ///   - end: the `stop_sequence` of the last.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip, or the trip no such
    ///   calls in that order.
    public func path(
        of trip: Trip, from start: Int, to end: Int
    ) async throws -> [Coordinate] {
        let facts = facts
        return try await read { db in
            try TripPath(row: TripRow.known(trip.tripID, db), facts: facts, db: db)
                .coordinates(from: start, to: end)
        }
    }
}
