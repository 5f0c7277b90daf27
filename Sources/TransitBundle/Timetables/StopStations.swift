import SQLiteLayer
import TransitModel

struct StopStations: Sendable {
    struct Entry: Sendable {
        let stopID: String
        /// The key of the stop itself when it belongs to no station.
        let station: Int64
    }

    private let known = BoundedCache<Int64, Entry>(most: 20_000)

    func entries(of sids: Set<Int64>, _ db: Database) throws -> [Int64: Entry] {
        try known.values(for: sids) { missing in
            try db.readKeyed(Self.sql, arguments: [JSONList.integers(missing.sorted())]) { row in
                let entry = Entry(
                    stopID: try row.required(row.text(1), "stop_id"),
                    station: try row.required(row.key(2), "sid"))
                return (try row.required(row.key(0), "sid"), entry)
            }
        }
    }

    /// Only a station gives its name, as defined by `LocationType.canBePart`.
    private static let sql = """
        SELECT s.sid, s.stop_id, coalesce(u.sid, s.sid) FROM json_each(?) j
        CROSS JOIN stops s ON s.sid = j.value
        LEFT JOIN stops p ON s.location_type = 4 AND p.stop_id = s.parent_station
          AND coalesce(p.location_type, 0) = 0
        LEFT JOIN stops u ON u.stop_id = iif(p.sid IS NULL, s.parent_station, p.parent_station)
          AND u.location_type = 1 AND s.location_type IS NOT 1
        """
}
