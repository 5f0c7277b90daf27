import GRDB
import SQLiteLayer

/// The ids of stops and the stations that they belong to, kept as far as timetables asked for them.
struct StopStations: Sendable {
    struct Entry: Sendable {
        let stopID: String
        /// The `sid` of the station, or of the stop itself when it belongs to none.
        let station: Int64
    }

    private let known = BoundedCache<Int64, Entry>(most: 20_000)

    /// The entries of some stops; keys without a row of `stops` have none.
    func entries(of sids: Set<Int64>, _ db: Database) throws -> [Int64: Entry] {
        try known.values(for: sids) { missing in
            var entries: [Int64: Entry] = [:]
            try db.readRows(Self.sql, [JSONList.integers(missing.sorted())]) { row in
                entries[try row.required(row.key(0), "sid")] = Entry(
                    stopID: try row.required(row.text(1), "stop_id"),
                    station: try row.required(row.key(2), "sid"))
            }
            return entries
        }
    }

    private static let sql = """
        SELECT s.sid, s.stop_id, coalesce(u.sid, s.sid) FROM json_each(?) j
        CROSS JOIN stops s ON s.sid = j.value
        LEFT JOIN stops u ON u.stop_id = s.parent_station
        """
}
