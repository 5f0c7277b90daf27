import SQLiteLayer

/// The rows of `trip` and `trip_group`, by id: what the proofs of trips and of stop times look up.
final class StoredTrips {
    /// A row of `trip`.
    struct Trip {
        /// Whether `trips.txt` defines it.
        let isDefined: Bool
        let group: Int32
        /// -1 for none, as the other keys.
        let timing: Int32
        let block: Int32
        let distances: Int32
        /// `StoredTrips.noOrigin` for none.
        let origin: Int32
        /// Where its short name is in the names of all; -1 bytes for none.
        fileprivate let nameStart: Int
        fileprivate let nameLength: Int32

        var hasName: Bool { nameLength >= 0 }
    }

    /// What a row of `trip_group` says of stop times.
    struct Group {
        let pattern: Int64
        let headsigns: Int64?
        let hasFlex: Bool
    }

    static let noOrigin = Int32.min

    /// By number of the id; nil for what only the view can tell.
    private var trips: [Trip?] = []
    private var ids = GroupIDs()
    private var names: [UInt8] = []
    private var groups: [Int32: Group] = [:]
    private var blocks: [Int32: [UInt8]] = [:]
    /// Whether all rows of both tables are here.
    private(set) var isComplete = true

    init(_ connection: Connection) throws {
        try readGroups(connection)
        try readBlocks(connection)
        let query = try Statement(
            connection,
            """
            SELECT trip, trip_id, trip_group, timing, origin, block, distances, trip_short_name
            FROM trip
            """)
        while try query.next() {
            let id = query.row.isText(1) ? ids.insert(query.row.bytes(1)) : nil
            let trip = id?.isNew == true ? trip(query.row) : nil
            if trip == nil { isComplete = false }
            guard let id else { continue }
            // The view has both of two trips with one id.
            if id.isNew { trips.append(trip) } else { trips[id.number] = nil }
        }
    }

    /// The trip of an id; nil where only the view can tell.
    func trip(_ id: UnsafeRawBufferPointer) -> Trip? {
        ids.number(of: id).flatMap { trips[$0] }
    }

    /// All trips.
    var all: some Sequence<Trip> { trips.lazy.compactMap(\.self) }

    /// The group of a trip.
    func group(_ trip: Trip) -> Group? { groups[trip.group] }

    /// Whether a trip has this short name; nil when it has none.
    func hasName(_ cell: UnsafeRawBufferPointer, _ trip: Trip) -> Bool? {
        guard trip.nameLength >= 0 else { return nil }
        return names.withUnsafeBytes {
            let name = $0[trip.nameStart..<trip.nameStart + Int(trip.nameLength)]
            return CellComparison.areEqual(cell, UnsafeRawBufferPointer(rebasing: name))
        }
    }

    /// Whether a trip has a block of this id; nil when it has none.
    func hasBlock(_ cell: UnsafeRawBufferPointer, _ trip: Trip) -> Bool? {
        blocks[trip.block]?.withUnsafeBytes { CellComparison.areEqual(cell, $0) }
    }

    private func trip(_ row: Columns) -> Trip? {
        guard row.isInteger(0), let group = Self.key(row, 2), groups[group] != nil,
            let timing = Self.key(row, 3), let block = Self.key(row, 5),
            let distances = Self.key(row, 6), block < 0 || blocks[block] != nil,
            row.isNull(4) || row.isInteger(4), row.isNull(7) || row.isText(7),
            row.isNull(4) == (timing < 0)
        else { return nil }
        var origin = Self.noOrigin
        if let seconds = row.integer(4) {
            guard 0...StoredTimes.largest ~= seconds else { return nil }
            origin = Int32(seconds)
        }
        let start = names.count
        if row.isText(7) { names.append(contentsOf: row.bytes(7)) }
        return Trip(
            isDefined: (row.int64(0) ?? 0) > 0, group: group, timing: timing, block: block,
            distances: distances, origin: origin, nameStart: start,
            nameLength: row.isText(7) ? Int32(names.count - start) : -1)
    }

    private func readGroups(_ connection: Connection) throws {
        let query = try Statement(
            connection, "SELECT trip_group, pattern, stop_headsigns, flex FROM trip_group")
        while try query.next() {
            let row = query.row
            guard let key = Self.key(row, 0), key >= 0, row.isInteger(1),
                let pattern = row.int64(1), row.isNull(2) || row.isInteger(2)
            else { continue }
            groups[key] = Group(
                pattern: pattern, headsigns: row.int64(2), hasFlex: !row.isNull(3))
        }
    }

    private func readBlocks(_ connection: Connection) throws {
        let query = try Statement(connection, "SELECT block, block_id FROM block")
        while try query.next() {
            guard let key = Self.key(query.row, 0), key >= 0, query.row.isText(1) else { continue }
            blocks[key] = Array(query.row.bytes(1))
        }
    }

    /// A key, -1 for NULL; nil for what no bundle's keys are.
    private static func key(_ row: Columns, _ column: Int) -> Int32? {
        if row.isNull(column) { return -1 }
        guard row.isInteger(column), let key = row.int64(column), 0..<Int64(Int32.max) ~= key else {
            return nil
        }
        return Int32(key)
    }
}
