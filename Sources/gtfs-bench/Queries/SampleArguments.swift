import Foundation
import SQLiteLayer
import SystemLayer

struct SampleArguments {
    private var random: SplitMix64
    private let trips: [String]
    let stops: [String]
    private let busiestStop: String?
    /// The day on which most trips call at the busiest stop, as `YYYY-MM-DD`.
    let busiestDate: Int
    private let places: [(latitude: Double, longitude: Double)]
    private let words: [String]
    private let shapes: [String]

    init(_ db: Database) throws {
        random = SplitMix64(seed: 1)
        trips = try db.connection.texts("SELECT trip_id FROM trip WHERE trip > 0")
        stops = try db.connection.texts(
            """
            SELECT s.stop_id FROM stops s JOIN (
              SELECT ps.sid, sum(n.trips) AS calls FROM pattern_stops ps JOIN (
                SELECT d.pattern, count(*) AS trips FROM trip t
                JOIN trip_group d USING (trip_group) GROUP BY d.pattern
              ) n USING (pattern) GROUP BY ps.sid
            ) c USING (sid) ORDER BY c.calls DESC, s.stop_id
            """)
        busiestStop = stops.first
        busiestDate = try Self.date(db, busiestStop)
        var places: [(latitude: Double, longitude: Double)] = []
        try db.readRows("SELECT min_lat, min_lon FROM stops_rtree") { row in
            if let south = row.real(0), let west = row.real(1) { places.append((south, west)) }
        }
        self.places = places
        words = try db.connection.texts(
            "SELECT DISTINCT stop_name FROM stops WHERE stop_name IS NOT NULL"
        ).flatMap { name in
            name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }.filter { $0.count > 2 }
        shapes = try db.connection.texts("SELECT shape_id FROM shape WHERE points > 0")
    }

    mutating func trip() -> Parameters? {
        trips.randomElement(using: &random).map { ["trip_id": $0] }
    }

    mutating func hourAtStop(_ db: Database) throws -> Parameters? {
        guard let stop = stops.randomElement(using: &random) else { return nil }
        return hour(at: stop, try Self.date(db, stop))
    }

    mutating func hourAtBusiestStop() -> Parameters? {
        busiestStop.map { hour(at: $0, busiestDate) }
    }

    mutating func square() -> Parameters? {
        places.randomElement(using: &random).map { place in
            let height = 0.0045
            let width = 0.0045 / max(0.1, Double.cos(place.latitude * .pi / 180))
            return [
                "lat": place.latitude, "lon": place.longitude,
                "south": place.latitude - height, "north": place.latitude + height,
                "west": place.longitude - width, "east": place.longitude + width,
            ]
        }
    }

    /// The first three or four letters of a word of a stop's name, as people type it.
    mutating func prefix() -> Parameters? {
        words.randomElement(using: &random).map { word in
            ["match": "\"\(word.prefix(Int.random(in: 3...4, using: &random)))\"*"]
        }
    }

    mutating func shape() -> Parameters? {
        shapes.randomElement(using: &random).map { ["shape_id": $0] }
    }

    private mutating func hour(at stop: String, _ date: Int) -> Parameters {
        let from = Int.random(in: 6...21, using: &random) * 3600
        return ["stop_id": stop, "date": date, "from": from, "to": from + 3600]
    }

    /// The day on which most trips call at a stop, as `YYYYMMDD`.
    private static func date(_ db: Database, _ stop: String?) throws -> Int {
        var date: Int?
        try db.readFirst(
            """
            SELECT d.date FROM (
              SELECT d.service, count(*) AS trips
              FROM stops o JOIN pattern_stops ps ON ps.sid = o.sid
              JOIN trip_group d ON d.pattern = ps.pattern
              JOIN trip t ON t.trip_group = d.trip_group
              WHERE o.stop_id = ? GROUP BY d.service
            ) n JOIN service_dates d ON d.service = n.service
            GROUP BY d.date ORDER BY sum(n.trips) DESC, d.date LIMIT 1
            """, arguments: [stop]
        ) { date = $0.integer(0) }
        return date ?? 19_700_101
    }
}
