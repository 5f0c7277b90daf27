import BundleCodec
import GRDB
import TransitModel

/// Reads shapes out of `shape` and `shape_chunk`.
enum ShapeRows {
    static func find(shapeID: String, _ db: Database) throws -> TripShape? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM shape WHERE shape_id = ?"), arguments: [shapeID]
        ).map { try shape($0, db) }
    }

    static func find(shape: Int64, _ db: Database) throws -> TripShape? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM shape WHERE shape = ?"), arguments: [shape]
        ).map { try Self.shape($0, db) }
    }

    private static func shape(_ row: Row, _ db: Database) throws -> TripShape {
        var points: [TripShape.Point] = []
        let chunks = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT * FROM shape_chunk WHERE chunk BETWEEN ? AND ? ORDER BY chunk"),
            arguments: [row.integer("first_chunk"), row.integer("last_chunk")])
        while let chunk = try chunks.next() {
            let count = try chunk.required(chunk.integer("points"), "points")
            let distances = try chunk.packedNumbers("distance_", count: count)
            let rests = try chunk.coordinateRests(points: count)
            var polyline = try chunk.required(chunk.text("polyline"), "polyline")
            let places = try polyline.withUTF8 {
                try Polyline.decode(UnsafeRawBufferPointer($0), count: count)
            }
            for (number, place) in places.enumerated() {
                let (latitude, longitude) =
                    rests?.point(number, latitude: place.latitude, longitude: place.longitude)
                    ?? (Double(place.latitude) / 1e6, Double(place.longitude) / 1e6)
                points.append(
                    TripShape.Point(
                        coordinate: Coordinate(latitude: latitude, longitude: longitude),
                        distance: distances?[number]))
            }
        }
        return TripShape(
            shapeID: try row.required(row.text("shape_id"), "shape_id"), points: points)
    }
}
