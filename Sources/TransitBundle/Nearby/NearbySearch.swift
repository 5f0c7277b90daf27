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
    /// The radius is doubled until it holds enough; when that is far too many, because a whole city
    /// begins at that distance, it is narrowed down again.
    func stops(count: Int) throws -> [NearbyStop] {
        guard count > 0 else { return [] }
        let plenty = count > 1_000_000 ? Int.max : max(count * 4, 300)
        var tooSmall = 0.0
        var tooLarge: Double?
        var radius = 250.0
        while radius < Self.wideMeters {
            if let hits = try hits(withinMeters: radius, atMost: plenty) {
                if hits.count >= count { return try load(hits.prefix(count)) }
                tooSmall = radius
            } else {
                tooLarge = radius
            }
            radius = tooLarge.map { (tooSmall + $0) / 2 } ?? radius * 2
            if let tooLarge, tooLarge - tooSmall < 1 {
                // All these stops are at the same distance.
                return try load(hits(withinMeters: tooLarge).prefix(count))
            }
        }
        return try farStops(count: count, beyondMeters: radius)
    }

    private func farStops(count: Int, beyondMeters nearest: Double) throws -> [NearbyStop] {
        var radius = nearest
        var found: [Hit] = []
        while found.count < count, radius < GreatCircle.longestMeters {
            radius = min(radius * 2, GreatCircle.longestMeters)
            found = try hits(withinMeters: radius)
        }
        return try load(found.prefix(count))
    }

    /// Beyond this a narrower radius spares nothing: its box holds half the Earth.
    private static let wideMeters = 1_000_000.0

    private func hits(withinMeters radius: Double) throws -> [Hit] {
        try hits(withinMeters: radius, atMost: .max) ?? []
    }

    /// Sorted by distance; nil when there are more than wanted.
    private func hits(withinMeters radius: Double, atMost most: Int) throws -> [Hit]? {
        var hits: [Hit] = []
        for box in GreatCircle.boxes(around: centre, radiusMeters: radius) {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.inBox),
                arguments: [box.south, box.north, box.west, box.east])
            while let row = try rows.next() {
                guard kinds.contains(row.integer("location_type") ?? 0),
                    let sid = row.integer("sid"), let latitude = row.real("stop_lat"),
                    let longitude = row.real("stop_lon")
                else { continue }
                let meters = GreatCircle.meters(
                    centre, Coordinate(latitude: latitude, longitude: longitude))
                guard meters <= radius else { continue }
                if hits.count == most { return nil }
                hits.append(Hit(sid: Int64(sid), meters: meters))
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
