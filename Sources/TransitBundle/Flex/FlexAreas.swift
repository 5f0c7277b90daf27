import GRDB

/// The areas of `locations.geojson`, read when they are first asked for.
struct FlexAreas: Sendable {
    private let known = LazyValue<[String: AreaOutline]>()

    /// The ids of the areas that contain a place.
    func containing(_ place: Coordinate, _ db: Database) throws -> Set<String> {
        Set(try known.value { try Self.read(db) }.filter { $0.value.contains(place) }.keys)
    }

    private static func read(_ db: Database) throws -> [String: AreaOutline] {
        var areas: [String: AreaOutline] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT id, geometry FROM locations")
        while let row = try rows.next() {
            guard let id = row.text("id"), areas[id] == nil, let geometry = row.text("geometry"),
                let area = AreaOutline(geometry: geometry)
            else { continue }
            areas[id] = area
        }
        return areas
    }
}
