import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

struct FlexSearch {
    let facts: BundleFacts
    let db: Database

    func services(at stop: Stop, on date: ServiceDate) throws -> [FlexibleService] {
        let zones = StopZones(facts)
        let zone = try zones.zone(of: stop, db)
        let found = try (rowsAround([stop]) + rowsNaming(stop)).flatMap {
            try services($0, on: date, zone: zone)
        }
        return found.sorted {
            let left = $0.windowStart?.seconds ?? .min
            let right = $1.windowStart?.seconds ?? .min
            return (left, TripID($0.trip.tripID), $0.stopSequence)
                < (right, TripID($1.trip.tripID), $1.stopSequence)
        }
    }

    /// The services of any day: each combination of route, place, window and booking rules once.
    func accesses(at stops: [Stop]) throws -> [FlexibleAccess] {
        var found: [FlexibleAccess] = []
        var seen: Set<FlexibleAccess> = []
        for place in try rowsAround(stops) + stops.flatMap(rowsNaming) {
            try db.readRows(Self.anyDay, arguments: place.parameters) { row in
                let access = try self.access(row)
                if seen.insert(access).inserted { found.append(access) }
            }
        }
        func key(_ access: FlexibleAccess) -> (String, Int, Int) {
            (
                access.route?.name ?? "", access.windowStart?.seconds ?? -1,
                access.pickup == .notAvailable ? 1 : 0
            )
        }
        return found.indices.sorted {
            let left = key(found[$0])
            let right = key(found[$1])
            return left == right ? $0 < $1 : left < right
        }.map { found[$0] }
    }

    private func access(_ row: Columns) throws -> FlexibleAccess {
        func time(_ column: String) -> ServiceTime? {
            row.integer(column).map(ServiceTime.init(seconds:))
        }
        let terms = try terms(row)
        return FlexibleAccess(
            route: terms.route, locationGroup: terms.locationGroup, location: terms.location,
            windowStart: time("start_pickup_drop_off_window"),
            windowEnd: time("end_pickup_drop_off_window"), pickup: terms.pickup,
            dropOff: terms.dropOff, pickupBookingRule: terms.pickupBookingRule,
            dropOffBookingRule: terms.dropOffBookingRule)
    }

    private struct Terms {
        let route: Route?
        let locationGroup: LocationGroup?
        let location: Location?
        let pickup: PickupDropOff
        let dropOff: PickupDropOff
        let pickupBookingRule: BookingRule?
        let dropOffBookingRule: BookingRule?
    }

    private func terms(_ row: Columns) throws -> Terms {
        Terms(
            route: try route(row.key("rid")),
            locationGroup: try find("WHERE location_group_id = ?", row.text("location_group_id")),
            location: try find("WHERE id = ?", row.text("location_id")),
            pickup: PickupDropOff(code: row.integer("pickup_type") ?? 0),
            dropOff: PickupDropOff(code: row.integer("drop_off_type") ?? 0),
            pickupBookingRule: try find(
                "WHERE booking_rule_id = ?", row.text("pickup_booking_rule_id")),
            dropOffBookingRule: try find(
                "WHERE booking_rule_id = ?", row.text("drop_off_booking_rule_id")))
    }

    private struct FlexRow {
        let flex: Int64
        let position: Int
        /// Only rows that name a stop themselves count when it is set.
        let sid: Int64?

        init(_ row: Columns, sid: Int64?) throws {
            flex = try row.required(row.key(0), "flex")
            position = try row.required(row.integer(1), "position")
            self.sid = sid
        }

        var parameters: Parameters { ["flex": flex, "position": position, "sid": sid] }
    }

    /// Rows of groups that contain the stop, and of areas around it.
    private func rowsAround(_ stops: [Stop]) throws -> [FlexRow] {
        let areas = try stops.compactMap(\.coordinate).reduce(into: Set<LocationID>()) {
            $0.formUnion(try facts.areas.containing($1, db))
        }
        let parents = try stops.compactMap { try StopLookup(db: db).parent(of: $0) }
        let ids = (stops + parents).map(\.stopID)
        return try db.readAll(
            """
            SELECT flex, position FROM flex_stop_times
            WHERE location_group_id IN (
              SELECT location_group_id FROM location_group_stops
              WHERE stop_id IN (SELECT value FROM json_each(?)))
            OR location_id IN (SELECT value FROM json_each(?))
            """, arguments: [JSONList.texts(ids), JSONList.texts(areas.sorted().map(\.text))]
        ) { try FlexRow($0, sid: nil) }
    }

    private func rowsNaming(_ stop: Stop) throws -> [FlexRow] {
        try db.readAll(
            """
            SELECT DISTINCT f.flex, f.position FROM pattern_stops ps
            CROSS JOIN pattern p ON p.pattern = ps.pattern
            CROSS JOIN trip_group d ON d.pattern = p.pattern
            CROSS JOIN flex_stop_times f
              ON f.flex = d.flex AND f.position = \(BundleTables.position("ps")) + 1
            WHERE ps.sid = ? AND f.location_group_id IS NULL AND f.location_id IS NULL
              AND f.start_pickup_drop_off_window IS NOT NULL
            """, arguments: [stop.sid]
        ) { try FlexRow($0, sid: stop.sid) }
    }

    private static let terms = """
        p.rid, cc.pickup_type, cc.drop_off_type,
          f.location_group_id, f.location_id, f.start_pickup_drop_off_window,
          f.end_pickup_drop_off_window, f.pickup_booking_rule_id, f.drop_off_booking_rule_id
        """

    private static let calls = """
        CROSS JOIN pattern p ON p.pattern = d.pattern
        CROSS JOIN pattern_stops ps ON ps.call = \(BundleTables.call(at: ":position - 1"))
          AND ps.pattern = p.pattern AND (:sid IS NULL OR ps.sid = :sid)
        CROSS JOIN flex_stop_times f ON f.flex = :flex AND f.position = :position
        """

    private static let trips = """
        SELECT d.service, t.trip_id, ps.stop_sequence, \(terms)
        FROM trip_group d
        \(calls)
        CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        WHERE d.flex = :flex
        """

    private static let anyDay = """
        SELECT DISTINCT \(terms)
        FROM trip_group d
        \(calls)
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        WHERE d.flex = :flex
        """

    private func services(
        _ place: FlexRow, on date: ServiceDate, zone: StopZone
    ) throws -> [FlexibleService] {
        let active = try facts.activeServices.keys(on: date, db)
        return try db.readAll(Self.trips, arguments: place.parameters) { row in
            guard let key = row.key("service"), active.contains(key) else { return nil }
            return try service(row, on: date, zone: zone)
        }
    }

    private func service(
        _ row: Columns, on date: ServiceDate, zone: StopZone
    ) throws -> FlexibleService? {
        let tripID = try row.required(row.text("trip_id"), "trip_id")
        guard let trip = try Trip.find(tripID, db) else { return nil }
        let rid = row.key("rid")
        let clock = ServiceClock(timeZone: facts.zone(ofRoute: rid).timeZone)
        let start = clock.startSeconds(of: date)
        var offsets = OffsetMemory()
        func instant(_ column: String) -> LocalInstant? {
            row.integer(column).map { offsets.instant(start &+ $0, in: zone.zone.timeZone) }
        }
        let terms = try terms(row)
        return FlexibleService(
            trip: trip, route: terms.route, serviceDate: date,
            stopSequence: try row.required(row.integer("stop_sequence"), "stop_sequence"),
            locationGroup: terms.locationGroup, location: terms.location,
            windowStart: instant("start_pickup_drop_off_window"),
            windowEnd: instant("end_pickup_drop_off_window"), timeZone: zone.zone.timeZone,
            timeZoneName: zone.zone.name,
            isStopTimeZoneAssumed: zone.isStopTimeZoneAssumed,
            isTimeZoneAssumed: facts.assumedZones.contains(rid), pickup: terms.pickup,
            dropOff: terms.dropOff, pickupBookingRule: terms.pickupBookingRule,
            dropOffBookingRule: terms.dropOffBookingRule)
    }

    private func route(_ rid: Int64?) throws -> Route? {
        try rid.flatMap { rid in
            try facts.routes.value(for: rid) { try RouteLookup(db: db).route(rid: rid) }
        }
    }

    private func find<Value: FeedRow>(_ condition: String, _ id: String?) throws -> Value? {
        guard let id else { return nil }
        return try Value.fetchAll(db, condition + " LIMIT 1", arguments: [id]).first
    }
}
