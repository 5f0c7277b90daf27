import GTFSSchedule
import SQLiteLayer

/// Proves trips from `trip`, see ``GroupShortcut``.
///
/// What a trip shares with others is in its row of `trip_group`. The view is asked for a trip of each
/// of these, with and without a short name and a block; the others have to say the same, byte by byte,
/// but for their id, short name and block.
final class TripsShortcut: GroupShortcut {
    private let input: ShortcutInput
    private let trips: StoredTrips
    private let name: Int
    private let block: Int
    private let shared: [Int]
    private var kinds: Set<Kind> = []

    private struct Kind: Hashable {
        let group: Int32
        let hasName: Bool
        let hasBlock: Bool
    }

    /// The row that stands for a group, by the group's key.
    private var models: [Int32: Int] = [:]
    private var modelRows = FeedRows()

    private static let relations = [
        "trips", "trip", "trip_group", "pattern", "routes", "service", "block", "shape", "dangling",
    ]

    /// Nil where only the view can tell.
    init?(_ input: ShortcutInput, _ trips: () throws -> StoredTrips) throws {
        func place(_ name: String) -> Int? { input.table.fields.firstIndex { $0.name == name } }
        guard try input.keepsContract(for: Self.relations), let id = place("trip_id"),
            let name = place("trip_short_name"), let block = place("block_id")
        else { return nil }
        self.input = input
        self.name = name
        self.block = block
        shared = input.table.fields.indices.filter { ![id, name, block].contains($0) }
        self.trips = try trips()
    }

    func rowsProven(_ id: UnsafeRawBufferPointer, _ rows: FeedRows) -> Int? {
        guard rows.entries.count == 1, let trip = trips.trip(id), trip.isDefined,
            !leavesToView(trip), let model = models[trip.group],
            !input.rejected.holds(rows.entries[0].row)
        else { return nil }
        let entry = rows.entries[0]
        let isProven = rows.withCells { cells in
            modelRows.withCells { others in
                func isSame(_ field: Int, _ answer: Bool?) -> Bool {
                    let isBlank = cells[entry, field].isEmpty
                    return answer.map { $0 && !isBlank } ?? (isBlank || input.allowsBlank)
                }
                let other = modelRows.entries[model]
                return shared.allSatisfy {
                    CellComparison.areEqual(cells[entry, $0], others[other, $0])
                } && isSame(name, trips.hasName(cells[entry, name], trip))
                    && isSame(block, trips.hasBlock(cells[entry, block], trip))
            }
        }
        return isProven ? 1 : nil
    }

    /// Whether the view has to tell, whatever the tables say.
    private func leavesToView(_ trip: StoredTrips.Trip) -> Bool {
        let kind = Kind(group: trip.group, hasName: trip.hasName, hasBlock: trip.block >= 0)
        return kinds.insert(kind).inserted
    }

    func learn(_ id: UnsafeRawBufferPointer, _ rows: FeedRows) {
        guard rows.entries.count == 1, let trip = trips.trip(id), models[trip.group] == nil else {
            return
        }
        models[trip.group] = modelRows.entries.count
        modelRows.append(rows, rows.entries[0])
    }

    func total() throws -> Int? {
        let all = try input.connection.integer("SELECT count(*) FROM trip WHERE trip > 0")
        let plain = try input.connection.integer(
            """
            SELECT count(*) FROM trip WHERE trip > 0 AND trip_group IN (
              SELECT d.trip_group FROM trip_group d
              JOIN pattern p ON p.pattern = d.pattern
              JOIN routes r ON r.rid = p.rid
              WHERE p.rid > 0)
            """)
        return all == plain ? all : nil
    }
}
