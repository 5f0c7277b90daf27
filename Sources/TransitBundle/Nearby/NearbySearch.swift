import BundleCodec
import Foundation
import SQLiteLayer
import SystemLayer
import TransitModel

struct NearbySearch {
    private let db: Database
    private let centre: Coordinate
    private let kinds: Set<Int>
    private let places: LazyValue<StopPlaces>
    private let known: BoundedCache<Int64, Stop>

    /// Nil when there is no such place on Earth. Longitudes beyond 180 wrap around.
    init?(
        _ db: Database, around centre: Coordinate, kinds: Set<LocationType>,
        places: LazyValue<StopPlaces>, known: BoundedCache<Int64, Stop>
    ) {
        guard centre.longitude.isFinite, -90...90 ~= centre.latitude else { return nil }
        self.db = db
        let longitude = centre.longitude.remainder(dividingBy: 360)
        self.centre = Coordinate(latitude: centre.latitude, longitude: longitude)
        self.kinds = Set(kinds.map(\.code))
        self.places = places
        self.known = known
    }

    struct Hit {
        let sid: Int64
        let meters: Double

        static func isInOrder(_ left: Hit, _ right: Hit) -> Bool {
            (left.meters, left.sid) < (right.meters, right.sid)
        }
    }

    func stops(withinMeters radius: Double, limit: Int) throws -> [NearbyStop] {
        guard limit > 0 else { return [] }
        return try load(hits(withinMeters: radius).prefix(limit))
    }

    /// The radius is doubled until it contains enough stops. If these are far too many, because a
    /// whole city begins at that distance, it is reduced again. If nothing is near, all stops are
    /// searched.
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
        let places = try places.value { try StopPlaces(db) }
        return try load(places.nearest(to: centre, count: count, kinds: kinds).prefix(count))
    }

    /// Beyond it all stops are searched instead of the tree.
    private static let wideMeters = 20_000.0

    func hits(withinMeters radius: Double) throws -> [Hit] {
        guard radius >= 0 else { return [] }
        return try hits(
            withinMeters: min(radius, GreatCircle.longestMeters), atMost: .max) ?? []
    }

    /// By distance; nil when there are more than requested.
    private func hits(withinMeters radius: Double, atMost most: Int) throws -> [Hit]? {
        var hits: [Hit] = []
        for box in GreatCircle.boxes(around: centre, radiusMeters: radius) {
            let isAll = try db.withStatement(
                Self.inBox, arguments: [box.south, box.north, box.west, box.east]
            ) { statement in
                let row = statement.row
                while try statement.next() {
                    guard kinds.contains(row.integer(1) ?? 0), let sid = row.key(0),
                        let latitude = row.real(2), let longitude = row.real(3)
                    else { continue }
                    let meters = centre.meters(
                        to: Coordinate(latitude: latitude, longitude: longitude))
                    guard meters <= radius else { continue }
                    if hits.count == most { return false }
                    hits.append(Hit(sid: sid, meters: meters))
                }
                return true
            }
            guard isAll else { return nil }
        }
        return hits.sorted(by: Hit.isInOrder)
    }

    private static let inBox = """
        SELECT r.sid, s.location_type, s.stop_lat, s.stop_lon
        FROM stops_rtree r CROSS JOIN stops s ON s.sid = r.sid
        WHERE r.max_lat >= ? AND r.min_lat <= ? AND r.max_lon >= ? AND r.min_lon <= ?
        """

    static func sids(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>, _ db: Database
    ) throws -> [Int64] {
        let edges = [box.south, box.north, box.west, box.east]
        guard limit > 0, edges.allSatisfy(\.isFinite), box.south <= box.north else { return [] }
        let codes = Set(kinds.map(\.code))
        var sids: [Int64] = []
        for part in GreatCircle.boxes(of: box) {
            try db.readRows(inBox, arguments: [part.south, part.north, part.west, part.east]) {
                row in
                guard codes.contains(row.integer(1) ?? 0), let sid = row.key(0),
                    let latitude = row.real(2), let longitude = row.real(3),
                    box.contains(Coordinate(latitude: latitude, longitude: longitude))
                else { return }
                sids.append(sid)
            }
        }
        return Array(Set(sids).sorted().prefix(limit))
    }

    private func load(_ hits: ArraySlice<Hit>) throws -> [NearbyStop] {
        let stops = try StopLookup(db: db).stops(hits.map(\.sid), known: known)
        let meters = Dictionary(
            hits.map { ($0.sid, $0.meters) }, uniquingKeysWith: { first, _ in first })
        return stops.map { NearbyStop(stop: $0, distanceMeters: meters[$0.sid] ?? 0) }
    }
}

enum GreatCircle {
    /// The distance from a point to the opposite one: nothing is farther away.
    static let longestMeters = Globe.radiusMeters * .pi

    /// In degrees.
    struct Box: Equatable {
        let south: Double
        let north: Double
        let west: Double
        let east: Double
    }

    /// Two if the antimeridian cuts the circle.
    static func boxes(around centre: Coordinate, radiusMeters: Double) -> [Box] {
        let angle = min(radiusMeters / Globe.radiusMeters, .pi)
        // Sines and cosines are rounded.
        let margin = 0.000_002
        let south = centre.latitude - degrees(angle) - margin
        let north = centre.latitude + degrees(angle) + margin
        func box(_ west: Double, _ east: Double) -> Box {
            Box(
                south: max(south, -90), north: min(north, 90), west: west, east: east)
        }
        // With a pole inside, all longitudes are.
        guard south > -90, north < 90 else { return [box(-180, 180)] }
        let width =
            degrees(Double.asin(min(1, Double.sin(angle) / Double.cos(radians(centre.latitude)))))
            + margin
        let west = centre.longitude - width
        let east = centre.longitude + width
        if width >= 180 { return [box(-180, 180)] }
        if west < -180 { return [box(-180, east), box(west + 360, 180)] }
        if east > 180 { return [box(west, 180), box(-180, east - 360)] }
        return [box(west, east)]
    }

    /// Two if the antimeridian cuts the part.
    static func boxes(of box: BoundingBox) -> [Box] {
        func part(_ west: Double, _ east: Double) -> Box {
            Box(
                south: max(box.south, -90), north: min(box.north, 90), west: max(west, -180),
                east: min(east, 180))
        }
        return box.west <= box.east
            ? [part(box.west, box.east)] : [part(box.west, 180), part(-180, box.east)]
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
