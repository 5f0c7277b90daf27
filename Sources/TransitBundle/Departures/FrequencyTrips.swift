import GRDB
import TransitModel

/// The trips that `frequencies.txt` repeats, by pattern.
struct FrequencyTrips: Sendable {
    /// One row of `frequencies.txt`.
    struct Headway: Sendable {
        let start: Int
        let end: Int
        let seconds: Int
        let exactTimes: Int
    }

    /// By `trip`.
    let headways: [Int64: [Headway]]
    /// By `pattern`: its trips that are repeated.
    let tripsOfPattern: [Int64: [Int64]]
    /// The latest end of a headway.
    let lastEnd: Int

    init(_ db: Database) throws {
        var headways: [Int64: [Headway]] = [:]
        var trips: [Int64: [Int64]] = [:]
        var lastEnd = 0
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT t.trip, d.pattern, f.start_timestamp, f.end_timestamp, f.headway_secs,
                  f.exact_times
                FROM frequencies f
                JOIN trip t ON t.trip_id = f.trip_id
                JOIN trip_group d ON d.trip_group = t.trip_group
                ORDER BY t.trip, f.start_timestamp
                """)
        while let row = try rows.next() {
            guard let trip = row.integer("trip"), let pattern = row.integer("pattern") else {
                continue
            }
            if headways[Int64(trip)] == nil {
                // Even if its headways make no sense, the trip's own times are not departures.
                headways[Int64(trip)] = []
                trips[Int64(pattern), default: []].append(Int64(trip))
            }
            guard let start = row.integer("start_timestamp"),
                let end = row.integer("end_timestamp"), let seconds = row.integer("headway_secs"),
                1..<10_000_000 ~= seconds, 0..<10_000_000 ~= start,
                start..<10_000_000 ~= end
            else { continue }
            lastEnd = max(lastEnd, end)
            headways[Int64(trip)]?.append(
                Headway(
                    start: start, end: end, seconds: seconds,
                    exactTimes: row.integer("exact_times") ?? 0))
        }
        self.headways = headways
        tripsOfPattern = trips
        self.lastEnd = lastEnd
    }
}
