import GTFSSchedule
import SQLiteLayer

final class ShapesShortcut: GroupShortcut {
    let readsView = false

    private let input: ShortcutInput
    private let latitude: Int
    private let longitude: Int
    private let sequence: Int
    private let distance: Int
    private var stored: StoredPoints
    private var kinds: Set<Int> = []
    private var shapes = 0

    /// One of this many shapes is left to the view.
    private static let interval = 16

    init?(_ input: ShortcutInput) throws {
        let names = [
            "shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled",
        ]
        guard try input.keepsContract(for: ["shapes", "shape", "shape_chunk"]),
            let places = input.places(names)
        else { return nil }
        self.input = input
        latitude = places[1]
        longitude = places[2]
        sequence = places[3]
        distance = places[4]
        stored = try StoredPoints(input.connection)
    }

    func verdict(
        _ id: UnsafeRawBufferPointer, _ rows: FeedRows, isAll: Bool
    ) throws -> GroupEvidence {
        guard try stored.read(id) else { return .viewTells }
        if !isAll, stored.points.count > rows.entries.count { return .incomplete }
        guard stored.points.count == rows.entries.count, !leavesToView(stored.kind) else {
            return .viewTells
        }
        let coordinates = input.comparison.coordinateRounding
        let distances = input.comparison.distanceRounding
        // Rounding is counted once the whole shape is known to be equal.
        var movedPoints: [(said: CoordinateRounding.Point, found: CoordinateRounding.Point)] = []
        var movedDistances: [(said: Double, found: Double)] = []
        let isProven = rows.withCells { cells in
            zip(rows.entries, stored.points).allSatisfy { entry, point in
                guard !input.rejected.holds(entry.row),
                    CellText.integer(cells[entry, sequence]).map(Int64.init) == point.sequence,
                    let north = CellText.decimal(cells[entry, latitude]),
                    let east = CellText.decimal(cells[entry, longitude])
                else { return false }
                if north != point.latitude || east != point.longitude {
                    guard let coordinates,
                        north == point.latitude || coordinates.covers(north, point.latitude),
                        east == point.longitude || coordinates.covers(east, point.longitude)
                    else { return false }
                    movedPoints.append(((north, east), (point.latitude, point.longitude)))
                }
                return isSame(cells[entry, distance], point.distance) {
                    guard let distances, distances.covers($0, point.distance) else { return false }
                    movedDistances.append(($0, point.distance))
                    return true
                }
            }
        }
        guard isProven else { return .viewTells }
        for point in movedPoints { coordinates?.add(point.said, point.found) }
        for moved in movedDistances { distances?.add(moved.said, moved.found) }
        return .proven
    }

    private func leavesToView(_ kind: Int) -> Bool {
        shapes += 1
        return kinds.insert(kind).inserted || shapes % Self.interval == 0
    }

    private func isSame(
        _ cell: UnsafeRawBufferPointer, _ found: Double, orRounded: (Double) -> Bool
    ) -> Bool {
        if found.isNaN { return cell.isEmpty || input.allowsBlank }
        guard let said = CellText.decimal(cell) else { return false }
        return CellComparison.areSame(said, found, keepsSign: true) || orRounded(said)
    }

    func total() throws -> Int? {
        let odd =
            "SELECT 1 FROM shape_chunk WHERE typeof(points) <> 'integer' OR points < 1 LIMIT 1"
        guard try input.connection.integer(odd) == nil else { return nil }
        return try input.connection.integer(
            """
            SELECT coalesce(sum(c.points), 0) FROM shape s
            JOIN shape_chunk c ON c.chunk BETWEEN s.first_chunk AND s.last_chunk
            """)
    }
}
