import BundleCodec
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns a path of `shapes.txt`.
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no shape with that `shape_id`.
    public func shape(id: String) async throws -> TripShape {
        try await question { db in
            try ShapeRows.find(shapeID: id, db).orNotFound("shape", id)
        }
    }

    /// Returns the path of a trip from its first stop to its last; nil when the feed gives it none.
    ///
    /// ```swift
    /// let trip = try await bundle.trip(id: "T1-WD-N1")
    /// let points = try await bundle.shape(of: trip)?.points.count  // 19
    /// ```
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func shape(of trip: Trip) async throws -> TripShape? {
        try await question { db in
            try TripRecord.known(trip.tripID, db).shape.flatMap {
                try ShapeRows.find(shape: $0, db)
            }
        }
    }

    /// Returns the paths of a route's trips, those with the most trips first.
    ///
    /// - Parameters:
    ///   - route: the route.
    ///   - direction: the `direction_id`; nil for the trips of all directions.
    public func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await question { db in
            try db.readAll(
                Self.shapesOfRoute("p.shape"),
                arguments: ["rid": route.rid, "direction": direction]
            ) { try $0.key(0).flatMap { try ShapeRows.find(shape: $0, db) } }
        }
    }

    /// Returns the `shape_id`s of these paths, in the same order.
    public func shapeIDs(of route: Route, direction: Int? = nil) async throws -> [String] {
        try await question { db in
            try db.readAll(
                Self.shapesOfRoute("s.shape_id"),
                arguments: ["rid": route.rid, "direction": direction]
            ) { $0.text(0) }
        }
    }

    private static func shapesOfRoute(_ column: String) -> String {
        """
        SELECT \(column) FROM pattern p
        CROSS JOIN shape s ON s.shape = p.shape
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        WHERE p.rid = :rid AND (:direction IS NULL OR p.direction_id = :direction)
        GROUP BY p.shape ORDER BY count(*) DESC, p.shape
        """
    }

    /// Returns the part of a path of `shapes.txt` between two stops of its trips, by their
    /// `stop_sequence`; see ``path(of:from:to:)``.
    ///
    /// - Parameters:
    ///   - id: the `shape_id`.
    ///   - start: the first stop; nil for the first stop of the trips.
    ///   - end: the last stop; nil for the last stop of the trips.
    /// - Throws: `TransitSourceError.notFound` when no trip on the path has such calls in that
    ///   order.
    public func path(
        ofShape id: String, from start: Int?, to end: Int?
    ) async throws -> [Coordinate] {
        let facts = facts
        return try await question { db in
            let found = try db.first(
                Self.tripOfShape, arguments: ["id": id, "start": start, "end": end]
            ) { row -> (trip: String, first: Int, last: Int)? in
                guard let trip = row.text(0), let first = row.integer(1),
                    let last = row.integer(2)
                else { return nil }
                return (trip, first, last)
            }
            guard let found else {
                let part =
                    "\(start.map(String.init) ?? "first") to \(end.map(String.init) ?? "last")"
                throw TransitSourceError.notFound(kind: "part of shape \(id)", id: part)
            }
            return try Self.path(
                of: TripRecord.known(found.trip, db), from: found.first, to: found.last, facts, db)
        }
    }

    private static let tripOfShape = """
        SELECT t.trip_id, a.stop_sequence AS start, z.stop_sequence AS end
        FROM shape s
        CROSS JOIN pattern p ON p.shape = s.shape
        CROSS JOIN \(BundleTables.calls("a"))
          AND CASE WHEN :start IS NULL THEN a.call = \(BundleTables.call(at: "0"))
            ELSE a.stop_sequence = :start END
        CROSS JOIN pattern_stops z ON z.call BETWEEN a.call AND \(BundleTables.lastCall)
          AND CASE WHEN :end IS NULL THEN z.call = \(BundleTables.lastCall)
            ELSE z.stop_sequence = :end END
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        WHERE s.shape_id = :id
        ORDER BY p.pattern LIMIT 1
        """

    /// Returns the path of a trip between two of its stops, to draw on a map.
    ///
    /// If both the stops and the shape have distances (`shape_dist_traveled`), these determine
    /// where the shape is cut; otherwise it is cut where it passes nearest to the trip's stops, in
    /// order. A trip without a shape goes straight from stop to stop. Two coordinates may be on
    /// either side of the antimeridian: the path takes the short way.
    ///
    /// - Parameters:
    ///   - trip: the trip.
    ///   - start: the `stop_sequence` of the first stop.
    ///   - end: the `stop_sequence` of the last stop.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip, or the trip no such
    ///   calls in that order.
    public func path(
        of trip: Trip, from start: Int, to end: Int
    ) async throws -> [Coordinate] {
        let facts = facts
        return try await question { db in
            try Self.path(
                of: TripRecord.known(trip.tripID, db), from: start, to: end, facts, db)
        }
    }

    private static func path(
        of row: TripRecord, from start: Int, to end: Int, _ facts: BundleFacts, _ db: Database
    ) throws -> [Coordinate] {
        let calls = try TripCalls(row, facts: facts, in: db).all()
        guard let first = calls.firstIndex(where: { $0.stopSequence == start }),
            let last = calls.firstIndex(where: { $0.stopSequence == end }), first <= last
        else {
            throw TransitSourceError.notFound(
                kind: "part of trip \(row.tripID)", id: "\(start) to \(end)")
        }
        let shape = try row.shape.flatMap { try ShapeRows.find(shape: $0, db) }
        var path = TripPath(calls, along: shape)
        return path.coordinates(from: first, to: last)
    }
}

/// Without points that are not on the globe: maps, lengths and cuts have no use for them.
enum ShapeRows {
    static func find(shapeID: String, _ db: Database) throws -> TripShape? {
        try db.first("SELECT * FROM shape WHERE shape_id = ?", arguments: [shapeID]) {
            try shape($0, db)
        }
    }

    static func find(shape: Int64, _ db: Database) throws -> TripShape? {
        try db.first("SELECT * FROM shape WHERE shape = ?", arguments: [shape]) {
            try Self.shape($0, db)
        }
    }

    private static func shape(_ row: Columns, _ db: Database) throws -> TripShape {
        var points: [TripShape.Point] = []
        try db.readRows(
            "SELECT * FROM shape_chunk WHERE chunk BETWEEN ? AND ? ORDER BY chunk",
            arguments: [row.integer("first_chunk"), row.integer("last_chunk")]
        ) { chunk in
            let count = try chunk.required(chunk.integer("points"), "points")
            let distances = try chunk.position("distance_base").flatMap {
                try chunk.packedNumbers($0, as: .bytes, count: count)
            }
            // Only bundles with exact shapes have rests.
            let rests = try chunk.position("rest_width").flatMap {
                try chunk.coordinateRests($0, points: count)
            }
            let polyline = try chunk.required(chunk.position("polyline"), "polyline")
            var decoder = ShapePoints(chunk.bytes(polyline), count: count, rests: rests)
            var number = 0
            while let point = try decoder.next()?.degrees {
                let distance = distances?[number]
                number += 1
                let coordinate = Coordinate(latitude: point.latitude, longitude: point.longitude)
                guard coordinate.isOnGlobe else { continue }
                points.append(TripShape.Point(coordinate: coordinate, distance: distance))
            }
        }
        return TripShape(
            shapeID: try row.required(row.text("shape_id"), "shape_id"), points: points)
    }
}
