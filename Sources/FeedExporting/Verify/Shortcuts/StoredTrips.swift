import SQLiteLayer

final class StoredTrips {
    struct Trip {
        let group: Int32
        /// -1 for none, like the other keys.
        let timing: Int32
        let distances: Int32
        let origin: Int32
    }

    struct Group {
        let pattern: Int64
        let headsigns: Int64?
        let flex: Int64?
    }

    static let noOrigin = Int32.min

    /// By number of the id; nil for trips about which only the view can tell.
    private var trips: [Trip?] = []
    private var ids = GroupIDs()
    private var groups: [Int32: Group] = [:]
    private(set) var isComplete = true

    init(_ connection: Connection) throws {
        try readGroups(connection)
        try connection.readRows(
            """
            SELECT trip, trip_id, trip_group, timing, origin, distances FROM trip
            """
        ) { row in
            let id = row.isText(1) ? ids.insert(row.bytes(1)) : nil
            let trip = id?.isNew == true ? trip(row) : nil
            if trip == nil { isComplete = false }
            guard let id else { return }
            // If two trips have one id, the view has both.
            if id.isNew { trips.append(trip) } else { trips[id.number] = nil }
        }
    }

    func trip(_ id: UnsafeRawBufferPointer) -> Trip? {
        ids.number(of: id).flatMap { trips[$0] }
    }

    var all: some Sequence<Trip> { trips.lazy.compactMap(\.self) }

    func group(_ trip: Trip) -> Group? { groups[trip.group] }

    private func trip(_ row: Columns) -> Trip? {
        guard row.isInteger(0), let group = Self.key(row, 2), groups[group] != nil,
            let timing = Self.key(row, 3), let distances = Self.key(row, 5),
            row.isNull(4) || row.isInteger(4), row.isNull(4) == (timing < 0)
        else { return nil }
        var origin = Self.noOrigin
        if let seconds = row.integer(4) {
            guard 0...StoredTimes.largest ~= seconds else { return nil }
            origin = Int32(seconds)
        }
        return Trip(group: group, timing: timing, distances: distances, origin: origin)
    }

    private func readGroups(_ connection: Connection) throws {
        try connection.readRows(
            "SELECT trip_group, pattern, stop_headsigns, flex FROM trip_group"
        ) { row in
            guard let key = Self.key(row, 0), key >= 0, row.isInteger(1),
                let pattern = row.int64(1), row.isNull(2) || row.isInteger(2),
                row.isNull(3) || row.isInteger(3)
            else { return }
            groups[key] = Group(
                pattern: pattern, headsigns: row.int64(2), flex: row.int64(3))
        }
    }

    /// -1 for NULL; nil for numbers that cannot be keys.
    private static func key(_ row: Columns, _ column: Int) -> Int32? {
        if row.isNull(column) { return -1 }
        guard row.isInteger(column), let key = row.int64(column), 0..<Int64(Int32.max) ~= key else {
            return nil
        }
        return Int32(key)
    }
}

/// It gives up on anything unusual; the view then decides.
enum StoredTimes {
    static let none = Int.min
    /// No time of a trip exceeds this, in seconds.
    static let largest = 100_000_000

    /// In seconds; nil unless the text has `count` valid characters.
    static func offsets(_ text: UnsafeRawBufferPointer, unit: Int, count: Int) -> [Int]? {
        guard unit != 0, -1_000_000...1_000_000 ~= unit else { return nil }
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        var index = 0
        while index < text.count {
            let lead = Int(text[index])
            let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            guard length > 0, lead < 0xF5, index + length <= text.count, lead != 0 else {
                return nil
            }
            var character = length == 1 ? lead : lead & (0x7F >> length)
            for place in index + 1..<index + length {
                guard text[place] & 0xC0 == 0x80 else { return nil }
                character = character << 6 | Int(text[place] & 0x3F)
            }
            let smallest = [0, 1, 0x80, 0x800, 0x10000][length]
            let isSurrogate = 0xD800...0xDFFF ~= character
            guard smallest...0x10FFFF ~= character, !isSurrogate else { return nil }
            index += length
            guard character != 1 else {
                offsets.append(none)
                continue
            }
            var steps = character - 2
            if unit < 0 {
                if character >= 0xE000 { steps -= 2048 }
                if character >= 0x10000 { steps -= 2 }
            }
            let offset = steps * abs(unit)
            guard 0...largest ~= offset else { return nil }
            offsets.append(offset)
        }
        return offsets.count == count ? offsets : nil
    }
}
