import Foundation
import GRDB

/// Random arguments from a bundle: ids that exist, hours and a day with service.
struct SampleArguments {
    private var random: SplitMix64
    private let trips: [String]
    /// Stops where trips call.
    private let stops: [String]
    /// The stop with the most calls.
    private let busiestStop: String?
    /// The day on which most trips run, as `YYYY-MM-DD`.
    private let date: String
    private let places: [(latitude: Int, longitude: Int)]
    private let words: [String]
    private let shapes: [String]

    init(_ db: Database, seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        trips = try String.fetchAll(db, sql: "SELECT trip_id FROM trip WHERE trip > 0")
        stops = try String.fetchAll(
            db,
            sql: """
                SELECT s.stop_id FROM stops s JOIN (
                  SELECT ps.sid, sum(n.trips) AS calls FROM pattern_stops ps JOIN (
                    SELECT d.pattern, count(*) AS trips FROM trip t
                    JOIN trip_group d USING (trip_group) GROUP BY d.pattern
                  ) n USING (pattern) GROUP BY ps.sid
                ) c USING (sid) ORDER BY c.calls DESC, s.stop_id
                """)
        busiestStop = stops.first
        date = try Self.busiestDate(db)
        places = try Row.fetchAll(db, sql: "SELECT min_lat, min_lon FROM stops_rtree").map {
            ($0[0], $0[1])
        }
        words = try String.fetchAll(
            db, sql: "SELECT DISTINCT stop_name FROM stops WHERE stop_name IS NOT NULL"
        ).flatMap { name in
            name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }.filter { $0.count > 2 }
        shapes = try String.fetchAll(db, sql: "SELECT shape_id FROM shape WHERE points > 0")
    }

    mutating func trip() -> StatementArguments? {
        trips.randomElement(using: &random).map { ["trip_id": $0] }
    }

    /// An hour of the busiest day at any stop.
    mutating func hourAtStop() -> StatementArguments? {
        stops.randomElement(using: &random).map { hour(at: $0) }
    }

    mutating func hourAtBusiestStop() -> StatementArguments? {
        busiestStop.map { hour(at: $0) }
    }

    /// A square of a kilometre around a stop.
    mutating func square() -> StatementArguments? {
        places.randomElement(using: &random).map { place in
            let height = 4_500
            let width = Int(4_500 / max(0.1, cos(Double(place.latitude) / 1e6 * .pi / 180)))
            return [
                "lat": place.latitude, "lon": place.longitude,
                "south": place.latitude - height, "north": place.latitude + height,
                "west": place.longitude - width, "east": place.longitude + width,
            ]
        }
    }

    /// The first three or four letters of a word of a stop's name, as somebody types it.
    mutating func prefix() -> StatementArguments? {
        words.randomElement(using: &random).map { word in
            ["match": "\"\(word.prefix(Int.random(in: 3...4, using: &random)))\"*"]
        }
    }

    mutating func shape() -> StatementArguments? {
        shapes.randomElement(using: &random).map { ["shape_id": $0] }
    }

    private mutating func hour(at stop: String) -> StatementArguments {
        let from = Int.random(in: 6...21, using: &random) * 3600
        return ["stop_id": stop, "date": date, "from": from, "to": from + 3600]
    }

    /// Tries every day of the week in the middle of each service's time: enough to find a day of
    /// full service, which is what is asked.
    private static func busiestDate(_ db: Database) throws -> String {
        let date = try String.fetchOne(
            db,
            sql: """
                WITH RECURSIVE
                  trips AS (SELECT d.service, count(*) AS trips FROM trip t
                    JOIN trip_group d USING (trip_group) GROUP BY d.service),
                  middle AS (SELECT DISTINCT (first_day + last_day) / 2 AS day FROM service
                    WHERE first_day IS NOT NULL ORDER BY day LIMIT 100),
                  week(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM week WHERE n < 6),
                  days AS (SELECT DISTINCT day + n AS day FROM middle, week)
                SELECT date(x.day * 86400, 'unixepoch') FROM days x JOIN service s
                  ON x.day BETWEEN s.first_day AND s.last_day
                  AND substr(s.days, 1 + CASE WHEN x.day - s.first_day < length(s.days)
                    THEN x.day - s.first_day
                    ELSE length(s.days) - 7 + (x.day - s.first_day - length(s.days)) % 7 END, 1) = '1'
                JOIN trips n USING (service)
                GROUP BY x.day ORDER BY sum(n.trips) DESC, x.day LIMIT 1
                """)
        return date ?? "1970-01-01"
    }
}
