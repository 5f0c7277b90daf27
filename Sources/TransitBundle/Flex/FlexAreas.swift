import Foundation
import GRDB

/// The areas of `locations.geojson`, read when they are first asked for.
final class FlexAreas: @unchecked Sendable {
    // Sendable: `known` is only touched with `lock` held, and what it holds are values.
    private let lock = NSLock()
    private var known: [String: AreaOutline]?

    /// The ids of the areas that contain a place.
    func containing(_ place: Coordinate, _ db: Database) throws -> Set<String> {
        Set(try areas(db).filter { $0.value.contains(place) }.keys)
    }

    private func areas(_ db: Database) throws -> [String: AreaOutline] {
        lock.lock()
        defer { lock.unlock() }
        if let known { return known }
        var areas: [String: AreaOutline] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT id, geometry FROM locations")
        while let row = try rows.next() {
            guard let id = row.text("id"), areas[id] == nil, let geometry = row.text("geometry"),
                let area = AreaOutline(geometry: geometry)
            else { continue }
            areas[id] = area
        }
        known = areas
        return areas
    }
}
