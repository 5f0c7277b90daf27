import Foundation
import SQLiteLayer
import TransitModel

struct FlexAreas: Sendable {
    private let known = LazyValue<[LocationID: AreaOutline]>()

    func containing(_ place: Coordinate, _ db: Database) throws -> Set<LocationID> {
        Set(try known.value { try Self.read(db) }.filter { $0.value.contains(place) }.keys)
    }

    private static func read(_ db: Database) throws -> [LocationID: AreaOutline] {
        var areas: [LocationID: AreaOutline] = [:]
        try db.readRows("SELECT id, geometry FROM locations") { row in
            guard let id = row.text(0).map(LocationID.init), areas[id] == nil,
                let geometry = row.text(1), let area = AreaOutline(geometry: geometry)
            else { return }
            areas[id] = area
        }
        return areas
    }
}

/// The rings of a GeoJSON `Polygon` or `MultiPolygon`.
struct AreaOutline: Sendable {
    /// Outer rings and holes alike: a place is inside when an odd number of them contains it.
    private let rings: [[Coordinate]]
    private let south: Double
    private let north: Double

    /// Nil when the text is not a geometry with an interior.
    init?(geometry: String) {
        guard let geometry = try? JSONDecoder().decode(Geometry.self, from: Data(geometry.utf8))
        else { return nil }
        rings = geometry.rings.map { ring in
            ring.compactMap { position in
                guard position.count >= 2 else { return nil }
                return Coordinate(latitude: position[1], longitude: position[0])
            }
        }
        let latitudes = rings.joined().map(\.latitude)
        guard let south = latitudes.min(), let north = latitudes.max() else { return nil }
        self.south = south
        self.north = north
    }

    func contains(_ place: Coordinate) -> Bool {
        guard south...north ~= place.latitude else { return false }
        return rings.count { Self.contains($0, place) } % 2 == 1
    }

    /// Longitudes are relative to the place and take the short way from corner to corner, so a ring
    /// may cross the antimeridian.
    private static func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
        guard var previous = ring.first else { return false }
        var isInside = false
        var east = PathPlane.shortWay(previous.longitude - place.longitude)
        for corner in ring.dropFirst() + [previous] {
            let next = east + PathPlane.shortWay(corner.longitude - previous.longitude)
            if (corner.latitude > place.latitude) != (previous.latitude > place.latitude) {
                let part =
                    (place.latitude - previous.latitude) / (corner.latitude - previous.latitude)
                if east + part * (next - east) > 0 { isInside.toggle() }
            }
            previous = corner
            east = next
        }
        return isInside
    }

    private struct Geometry: Decodable {
        let rings: [[[Double]]]

        enum CodingKeys: CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if try values.decode(String.self, forKey: .type) == "MultiPolygon" {
                rings = try values.decode([[[[Double]]]].self, forKey: .coordinates).flatMap { $0 }
            } else {
                rings = try values.decode([[[Double]]].self, forKey: .coordinates)
            }
        }
    }
}
