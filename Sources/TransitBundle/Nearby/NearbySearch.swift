import GRDB
import GTFSSchedule

/// Finds the stops around a place through `stops_rtree`.
struct NearbySearch {
    private let db: Database
    private let centre: Coordinate
    private let kinds: Set<Int>

    /// Nil when there is no such place on Earth. Longitudes may go around it.
    init?(_ db: Database, around centre: Coordinate, kinds: Set<LocationType>) {
        guard centre.longitude.isFinite, -90...90 ~= centre.latitude else { return nil }
        self.db = db
        let longitude = centre.longitude.remainder(dividingBy: 360)
        self.centre = Coordinate(latitude: centre.latitude, longitude: longitude)
        self.kinds = Set(kinds.map(\.code))
    }

    private struct Hit {
        let sid: Int64
        let meters: Double
    }

    /// Stops within a radius, the nearest first.
    func stops(withinMeters radius: Double, limit: Int) throws -> [NearbyStop] {
        guard radius >= 0, limit > 0 else { return [] }
        let radius = min(radius, GreatCircle.longestMeters)
        return try load(hits(withinMeters: radius).prefix(limit))
    }

    /// The nearest stops.
    ///
    /// A radius is looked for that holds enough of them and not many more, so that a place in the
    /// middle of the ocean costs as little as one in the city.
    func stops(count: Int) throws -> [NearbyStop] {
        guard count > 0 else { return [] }
        let enough = count > 1_000_000 ? Int.max : max(count * 4, 300)
        var tooSmall = 0.0
        var tooLarge: Double?
        var radius = 250.0
        // Doubling reaches around the Earth in 17 steps; the rest halve what is in doubt.
        for _ in 0..<60 {
            if let hits = try hits(withinMeters: radius, atMost: enough) {
                if hits.count >= count || radius >= GreatCircle.longestMeters {
                    return try load(hits.prefix(count))
                }
                tooSmall = radius
            } else {
                tooLarge = radius
            }
            guard let tooLarge else {
                radius = min(radius * 2, GreatCircle.longestMeters)
                continue
            }
            if tooLarge - tooSmall < 1 { break }
            radius = (tooSmall + tooLarge) / 2
        }
        let all = try hits(withinMeters: tooLarge ?? GreatCircle.longestMeters)
        return try load(all.prefix(count))
    }

    private func hits(withinMeters radius: Double) throws -> [Hit] {
        try hits(withinMeters: radius, atMost: .max) ?? []
    }

    /// Sorted by distance; nil when there are more places to look at than wanted.
    private func hits(withinMeters radius: Double, atMost most: Int) throws -> [Hit]? {
        var hits: [Hit] = []
        var looked = 0
        for box in GreatCircle.boxes(around: centre, radiusMeters: radius) {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.inBox),
                arguments: [box.south, box.north, box.west, box.east])
            while let row = try rows.next() {
                looked += 1
                if looked > most { return nil }
                guard kinds.contains(row.integer("location_type") ?? 0),
                    let sid = row.integer("sid"), let latitude = row.real("stop_lat"),
                    let longitude = row.real("stop_lon")
                else { continue }
                let meters = GreatCircle.meters(
                    centre, Coordinate(latitude: latitude, longitude: longitude))
                if meters <= radius { hits.append(Hit(sid: Int64(sid), meters: meters)) }
            }
        }
        return hits.sorted { ($0.meters, $0.sid) < ($1.meters, $1.sid) }
    }

    private static let inBox = """
        SELECT r.sid, s.location_type, s.stop_lat, s.stop_lon
        FROM stops_rtree r CROSS JOIN stops s ON s.sid = r.sid
        WHERE r.max_lat >= ? AND r.min_lat <= ? AND r.max_lon >= ? AND r.min_lon <= ?
        """

    private func load(_ hits: ArraySlice<Hit>) throws -> [NearbyStop] {
        let stops = try StopLookup(db: db).stops(hits.map(\.sid))
        let meters = Dictionary(
            hits.map { ($0.sid, $0.meters) }, uniquingKeysWith: { first, _ in first })
        return stops.map { NearbyStop(stop: $0, distanceMeters: meters[$0.sid] ?? 0) }
    }
}
