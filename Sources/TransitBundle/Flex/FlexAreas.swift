import GRDB
import GTFSSchedule

/// The areas of `locations.geojson`, read when they are first asked for.
struct FlexAreas: Sendable {
    private let known = LazyValue<[LocationID: AreaOutline]>()

    /// The ids of the areas that contain a place.
    func containing(_ place: Coordinate, _ db: Database) throws -> Set<LocationID> {
        Set(try known.value { try Self.read(db) }.filter { $0.value.contains(place) }.keys)
    }

    private static func read(_ db: Database) throws -> [LocationID: AreaOutline] {
        var areas: [LocationID: AreaOutline] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT id, geometry FROM locations")
        while let row = try rows.next() {
            guard let id = row.text("id").map(LocationID.init), areas[id] == nil,
                let geometry = row.text("geometry"),
                let area = AreaOutline(geometry: geometry)
            else { continue }
            areas[id] = area
        }
        return areas
    }
}
