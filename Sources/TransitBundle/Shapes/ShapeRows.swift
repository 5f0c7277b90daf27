import BundleCodec
import GRDB

/// Reads shapes out of `shape` and `shape_chunk`.
enum ShapeRows {
    static func find(shapeID: String, _ db: Database) throws -> Shape? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM shape WHERE shape_id = ?"), arguments: [shapeID]
        ).map { try shape($0, db) }
    }

    static func find(shape: Int64, _ db: Database) throws -> Shape? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM shape WHERE shape = ?"), arguments: [shape]
        ).map { try Self.shape($0, db) }
    }

    private static func shape(_ row: Row, _ db: Database) throws -> Shape {
        var points: [Shape.Point] = []
        let chunks = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT * FROM shape_chunk WHERE chunk BETWEEN ? AND ? ORDER BY chunk"),
            arguments: [row.integer("first_chunk"), row.integer("last_chunk")])
        while let chunk = try chunks.next() {
            let distances = try chunk.packedNumbers("distance_")
            let polyline = try chunk.required(chunk.text("polyline"), "polyline")
            for (place, coordinate) in PolylineReader.coordinates(polyline).enumerated() {
                points.append(Shape.Point(coordinate: coordinate, distance: distances?[place]))
            }
        }
        return Shape(shapeID: try row.required(row.text("shape_id"), "shape_id"), points: points)
    }
}
