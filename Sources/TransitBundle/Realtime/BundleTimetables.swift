import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

extension TransitBundle {
    package func matching<Value: Sendable>(
        _ body: @escaping @Sendable (any TimetableLookup) throws -> Value
    ) async throws -> Value {
        let facts = facts
        return try await question { db in try body(BundleTimetables(facts: facts, db: db)) }
    }
}

/// Reads what trips share once: the stops of patterns, the days of services, the ids of routes.
struct BundleTimetables: TimetableLookup {
    let facts: BundleFacts
    let db: Database

    func timetables(ofTrips ids: Set<TripID>) throws -> [TripTimetable] {
        try timetables(of: TripRecord.withIDs(ids.sorted().map(\.text), facts: facts, in: db))
    }

    func timetables(ofRoutes ids: Set<RouteID>, on days: Set<Int>) throws -> [TripTimetable] {
        var services: Set<Int64> = []
        for day in days {
            services.formUnion(try facts.activeServices.keys(on: ServiceDate(dayNumber: day), db))
        }
        return try timetables(
            of: TripRecord.ofRoutes(
                ids.sorted().map(\.text), services: services, facts: facts, in: db))
    }

    func places(ofStop id: String) throws -> [String] {
        let lookup = StopLookup(db: db)
        var places: [Stop] = []
        var next = try lookup.stop(stopID: id)
        while let place = next, places.count < 4 {
            places.append(place)
            next = try lookup.parent(of: place)
        }
        return places.map(\.stopID)
    }

    func timeZone(ofRoute id: String?) throws -> TimeZone {
        let route = try id.flatMap { try RouteLookup(db: db).route(id: $0) }
        return facts.zone(ofRoute: route?.rid).timeZone
    }

    private func timetables(of trips: [TripRecord]) throws -> [TripTimetable] {
        guard !trips.isEmpty else { return [] }
        let stops = try stops(of: Set(trips.map(\.pattern))).mapValues(TripTimetable.Pattern.init)
        let none = TripTimetable.Pattern([])
        let days = try days(of: Set(trips.compactMap(\.service)))
        let routes = try routes(of: Set(trips.compactMap(\.rid)))
        return trips.map { trip in
            TripTimetable(
                trip, routeID: trip.rid.flatMap { routes[$0] },
                pattern: stops[trip.pattern] ?? none,
                timeZone: facts.zone(ofRoute: trip.rid).timeZone,
                intervals: facts.frequencies.headways[trip.trip],
                days: trip.service.flatMap { days[$0] })
        }
    }

    private func stops(of patterns: Set<Int64>) throws -> [Int64: [TripTimetable.Stop]] {
        let calls = try PatternCall.read(patterns, db)
        let sids = Set(calls.values.joined().compactMap(\.sid))
        let stations = try facts.stopStations.entries(of: sids, db)
        let others = try facts.stopStations.entries(
            of: Set(stations.values.map(\.station)).subtracting(sids), db)
        return calls.mapValues { calls in
            calls.map { call in
                let stop = call.sid.flatMap { stations[$0] }
                let top = stop.flatMap { stations[$0.station] ?? others[$0.station] }
                let stopID = Self.usable(stop?.stopID)
                return TripTimetable.Stop(
                    sequence: call.stopSequence, stopID: stopID,
                    place: Self.usable(top?.stopID) ?? stopID, pickup: call.pickup,
                    dropOff: call.dropOff)
            }
        }
    }

    private static func usable(_ id: String?) -> String? {
        id.flatMap { $0.utf8.count <= TripTimetable.longestID ? $0 : nil }
    }

    private func days(of services: Set<Int64>) throws -> [Int64: ServiceDays] {
        try db.readKeyed(Self.days, arguments: [JSONList.integers(services.sorted())]) { row in
            let service = try row.required(row.key(0), "service")
            return try row.serviceDays(1).map { (service, $0) }
        }
    }

    private static let days = """
        SELECT s.service, s.first_day, s.last_day, s.days FROM json_each(?) j
        CROSS JOIN service s ON s.service = j.value
        """

    func routes(of rids: Set<Int64>) throws -> [Int64: String] {
        let keys = JSONList.integers(rids.sorted())
        return try db.readKeyed(Self.routes, arguments: ["rids": keys]) { row in
            let rid = try row.required(row.key(0), "rid")
            return Self.usable(row.text(1)).map { (rid, $0) }
        }
    }

    private static let routes = """
        SELECT r.rid, r.route_id FROM json_each(:rids) j CROSS JOIN routes r ON r.rid = j.value
        UNION ALL
        SELECT d.key, d.id FROM json_each(:rids) j
        CROSS JOIN dangling d ON d.kind = 'route' AND d.key = j.value
        """
}
