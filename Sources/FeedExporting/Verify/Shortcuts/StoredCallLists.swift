import BundleCodec
import SQLiteLayer

/// Consecutive trips often share lists, which are then read once.
final class StoredCallLists {
    /// By position; empty for a trip without times.
    private(set) var arrivals: [Int] = []
    private(set) var departures: [Int] = []
    /// By position; NaN for a blank.
    private(set) var distances: [Double]?
    private(set) var headsigns: [Int: [UInt8]]?

    private let timing: Statement
    private let numbers: Statement
    private let texts: Statement
    private var timingKey: Int32?
    private var numbersKey: Int32?
    private var textsKey: Int64?
    private var arrivalOffsets: [Int] = []
    private var departureOffsets: [Int] = []

    init(_ connection: Connection) throws {
        timing = try Statement(
            connection,
            """
            SELECT ti.unit, ti.departures, ti.arrivals, ti.dwell, dw.dwells
            FROM timing ti LEFT JOIN dwell dw ON dw.dwell = ti.dwell WHERE ti.timing = ?
            """)
        numbers = try Statement(
            connection, "SELECT base, scale, width, codes FROM distances WHERE distances = ?")
        texts = try Statement(
            connection,
            "SELECT position, stop_headsign FROM stop_headsigns WHERE stop_headsigns = ?")
    }

    func read(_ trip: StoredTrips.Trip, _ group: StoredTrips.Group, count: Int) throws -> Bool {
        guard try readTiming(trip.timing, count), try readNumbers(trip.distances, count),
            try readTexts(group.headsigns)
        else { return false }
        arrivals.removeAll(keepingCapacity: true)
        departures.removeAll(keepingCapacity: true)
        if trip.timing >= 0 {
            let origin = Int(trip.origin)
            for (arrival, departure) in zip(arrivalOffsets, departureOffsets) {
                arrivals.append(arrival == StoredTimes.none ? arrival : origin + arrival)
                departures.append(departure == StoredTimes.none ? departure : origin + departure)
                // A time before the day would be written differently.
                if let last = arrivals.last, last < 0, last != StoredTimes.none { return false }
            }
        }
        return true
    }

    private func readTiming(_ key: Int32, _ count: Int) throws -> Bool {
        if key == timingKey { return departureOffsets.count == count || key < 0 }
        timingKey = nil
        if key >= 0 {
            try timing.start(Int64(key))
            guard try timing.next(), takeTiming(timing.row, count) else { return false }
        }
        timingKey = key
        return true
    }

    private func takeTiming(_ row: Columns, _ count: Int) -> Bool {
        func offsets(_ column: Int, _ unit: Int) -> [Int]? {
            guard row.isText(column) else { return nil }
            return StoredTimes.offsets(row.bytes(column), unit: unit, count: count)
        }
        guard row.isInteger(0), let unit = row.integer(0), let leaving = offsets(1, unit) else {
            return false
        }
        departureOffsets = leaving
        arrivalOffsets = leaving
        if !row.isNull(2) {
            guard let own = offsets(2, unit) else { return false }
            arrivalOffsets = own
        } else if !row.isNull(3) {
            guard let stays = offsets(4, unit) else { return false }
            arrivalOffsets = zip(leaving, stays).map { leaving, stay in
                leaving == StoredTimes.none || stay == StoredTimes.none
                    ? StoredTimes.none : leaving - stay
            }
        }
        return true
    }

    private func readNumbers(_ key: Int32, _ count: Int) throws -> Bool {
        if key == numbersKey { return distances.map { $0.count == count } ?? true }
        numbersKey = nil
        distances = nil
        if key >= 0 {
            try numbers.start(Int64(key))
            guard try numbers.next(),
                let list = StoredNumbers(numbers.row, 0, as: .digits, count: count)
            else { return false }
            distances = list.values
        }
        numbersKey = key
        return true
    }

    private func readTexts(_ key: Int64?) throws -> Bool {
        guard let key else {
            headsigns = nil
            textsKey = nil
            return true
        }
        if key == textsKey { return true }
        textsKey = nil
        var list: [Int: [UInt8]] = [:]
        try texts.start(key)
        while try texts.next() {
            guard texts.row.isInteger(0), let position = texts.row.integer(0), texts.row.isText(1)
            else { return false }
            list[position] = Array(texts.row.bytes(1))
        }
        headsigns = list
        textsKey = key
        return true
    }
}
