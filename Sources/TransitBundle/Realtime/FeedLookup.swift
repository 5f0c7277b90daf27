import BundleCodec
import SQLiteLayer
package import TransitModel

/// For checking messages of GTFS Realtime. Each question covers many things at once.
package protocol FeedLookup: TimetableLookup {
    func feedVersion() throws -> String?
    func agencies() throws -> Set<AgencyID>
    func routes() throws -> [RouteID: Route]
    func stops(_ ids: Set<StopID>) throws -> [StopID: Stop]
    func shapes(_ ids: Set<ShapeID>) throws -> Set<ShapeID>
    /// A trip whose path has no points is not in `shapes.txt`.
    func paths(ofTrips ids: Set<TripID>) throws -> [TripID: TripShape]
    func blocks(ofTrips ids: Set<TripID>) throws -> [TripID: Int64]
    func stopsOfRoutes(callingAt ids: Set<StopID>) throws -> [RouteID: Set<StopID>]
    func places() throws -> [Coordinate]
    /// According to the timetable, in seconds since 1970.
    func runsUnderWay(at moment: Int) throws -> [RunUnderWay]
    func pathPoints(_ body: (Coordinate) throws -> Void) throws
}

extension TransitBundle {
    /// All questions refer to one state of the timetable; the thread waits for the disk.
    package func checking<Value>(_ body: (any FeedLookup) throws -> Value) throws -> Value {
        try questionOnThisThread { db in try body(BundleTimetables(facts: facts, db: db)) }
    }
}

extension BundleTimetables: FeedLookup {
    func feedVersion() throws -> String? {
        try db.readAll("SELECT value FROM metadata WHERE key = 'feed_version'") { $0.text(0) }.first
    }

    func agencies() throws -> Set<AgencyID> {
        Set(try db.readAll("SELECT agency_id FROM agency") { $0.text(0).map { AgencyID($0) } })
    }

    func routes() throws -> [RouteID: Route] {
        var routes: [RouteID: Route] = [:]
        for route in try RouteLookup(db: db).all() { routes[RouteID(route.routeID)] = route }
        return routes
    }

    func stops(_ ids: Set<StopID>) throws -> [StopID: Stop] {
        try StopLookup(db: db).stops(ids: ids.sorted().map(\.text)).filter {
            $0.key == StopID($0.value.stopID)
        }
    }

    func shapes(_ ids: Set<ShapeID>) throws -> Set<ShapeID> {
        let sql = """
            SELECT s.shape_id FROM json_each(?) j CROSS JOIN shape s ON s.shape_id = j.value
            WHERE s.points > 0
            """
        return Set(
            try db.readAll(sql, arguments: [JSONList.texts(ids.sorted().map(\.text))]) { row in
                row.text(0).map { ShapeID($0) }
            })
    }

    func paths(ofTrips ids: Set<TripID>) throws -> [TripID: TripShape] {
        var paths: [TripID: TripShape] = [:]
        var known: [Int64: TripShape] = [:]
        for trip in try TripRecord.withIDs(ids.sorted().map(\.text), facts: facts, in: db) {
            guard let key = trip.shape else { continue }
            if known[key] == nil { known[key] = try ShapeRows.find(shape: key, db) }
            paths[TripID(trip.tripID)] = known[key]
        }
        return paths
    }

    func blocks(ofTrips ids: Set<TripID>) throws -> [TripID: Int64] {
        var blocks: [TripID: Int64] = [:]
        for trip in try TripRecord.withIDs(ids.sorted().map(\.text), facts: facts, in: db) {
            blocks[TripID(trip.tripID)] = trip.block
        }
        return blocks
    }

    func stopsOfRoutes(callingAt ids: Set<StopID>) throws -> [RouteID: Set<StopID>] {
        let sql = """
            SELECT DISTINCT r.route_id, z.stop_id
            FROM (
              SELECT DISTINCT p.rid FROM json_each(?) j
              CROSS JOIN stops s ON s.stop_id = j.value
              CROSS JOIN pattern_stops ps ON ps.sid = s.sid
              CROSS JOIN pattern p ON p.pattern = ps.pattern
            ) w
            CROSS JOIN routes r ON r.rid = w.rid
            CROSS JOIN pattern p ON p.rid = r.rid
            CROSS JOIN \(BundleTables.calls("ps"))
            CROSS JOIN stops z ON z.sid = ps.sid
            """
        var stops: [RouteID: Set<StopID>] = [:]
        try db.readRows(sql, arguments: [JSONList.texts(ids.sorted().map(\.text))]) { row in
            guard let route = row.text(0), let stop = row.text(1) else { return }
            stops[RouteID(route), default: []].insert(StopID(stop))
        }
        return stops
    }

    func places() throws -> [Coordinate] {
        try db.readAll("SELECT stop_lat, stop_lon FROM stops") { row in
            guard let latitude = row.real(0), let longitude = row.real(1) else { return nil }
            let place = Coordinate(latitude: latitude, longitude: longitude)
            return place.isOnGlobe ? place : nil
        }
    }

    func pathPoints(_ body: (Coordinate) throws -> Void) throws {
        for key in try db.readAll("SELECT shape FROM shape", { $0.key(0) }) {
            for point in try ShapeRows.find(shape: key, db)?.points ?? [] {
                try body(point.coordinate)
            }
        }
    }
}
