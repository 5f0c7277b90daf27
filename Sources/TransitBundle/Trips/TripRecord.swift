import BundleCodec
import SQLiteLayer
import TransitModel

struct TripRecord: Sendable {
    let trip: Int64
    let tripID: String
    let pattern: Int64
    let firstCall: Int
    let callCount: Int
    let rid: Int64?
    let service: Int64?
    let shape: Int64?
    let block: Int64?
    let headsign: String?
    let stopHeadsigns: Int64?
    let flex: Int64?
    let distances: Int64?
    let group: Int64
    let directionID: Int?
    /// Nil when the trip has no times at all.
    private(set) var times: TripTimes?

    var lastCall: Int { firstCall + callCount - 1 }

    private enum Column: Int {
        case trip, tripID, block, distances, pattern, service, headsign, stopHeadsigns, flex, rid,
            shape, firstCall, stops, origin, timing, group, directionID
    }

    private static func select(_ source: String) -> String {
        """
        SELECT t.trip, t.trip_id, t.block, t.distances, d.pattern, d.service, d.trip_headsign,
          d.stop_headsigns, d.flex, p.rid, p.shape, p.first_call, p.stops, t.origin, t.timing,
          t.trip_group, p.direction_id
        FROM \(source)
        """
    }

    private static let groupOfTrip = """
        CROSS JOIN trip_group d ON d.trip_group = t.trip_group
        CROSS JOIN pattern p ON p.pattern = d.pattern
        """
    private static let tripsOfGroup =
        "CROSS JOIN trip t ON t.trip_group = d.trip_group AND t.trip > 0"

    private static let byID = select("trip t \(groupOfTrip) WHERE t.trip_id = ? AND t.trip > 0")
    private static let ofBlock = select("trip t \(groupOfTrip) WHERE t.block = ? AND t.trip > 0")
    private static let byIDs = select(
        "json_each(?) j CROSS JOIN trip t ON t.trip_id = j.value AND t.trip > 0 \(groupOfTrip)")
    private static let byKeys = select(
        "json_each(?) j CROSS JOIN trip t ON t.trip = j.value \(groupOfTrip)")

    private static let ofGroups = select(
        """
        json_each(?) j
        CROSS JOIN trip_group d ON d.trip_group = j.value
        CROSS JOIN pattern p ON p.pattern = d.pattern
        \(tripsOfGroup)
        """)

    private static let byRoutes = select(
        """
        json_each(?) j
        CROSS JOIN routes r ON r.route_id = j.value
        CROSS JOIN pattern p ON p.rid = r.rid
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        \(tripsOfGroup)
        """)

    /// Between their first time and the latest last time of their pattern.
    private static let underWay = select(
        """
        json_each(:services) j
        CROSS JOIN trip_group d ON d.service = j.value
        CROSS JOIN pattern p ON p.pattern = d.pattern
        CROSS JOIN pattern_stops z ON z.call = \(BundleTables.lastCall)
          AND z.pattern = p.pattern
        \(tripsOfGroup) AND t.origin BETWEEN :second - z.latest AND :second
        """)

    static func find(_ tripID: String, _ db: Database) throws -> TripRecord? {
        try all(byID, arguments: [tripID], known: BoundedCache(most: 1), in: db).first
    }

    /// A trip comes once, however many of the ids are equal.
    static func withIDs(
        _ ids: [String], facts: BundleFacts, in db: Database
    ) throws -> [TripRecord] {
        try all(byIDs, arguments: [JSONList.texts(ids)], known: facts.timings, in: db)
    }

    static func underWay(
        at second: Int, services: Set<Int64>, in db: Database
    ) throws -> [TripRecord] {
        try all(
            underWay,
            arguments: ["services": JSONList.integers(services.sorted()), "second": second],
            known: BoundedCache(most: 1), in: db)
    }

    static func withKeys(
        _ keys: [Int64], services: Set<Int64>, in db: Database
    ) throws -> [TripRecord] {
        try all(
            byKeys, arguments: [JSONList.integers(keys.sorted())], services: services,
            known: BoundedCache(most: 1), in: db)
    }

    static func ofRoutes(
        _ ids: [String], services: Set<Int64>, facts: BundleFacts, in db: Database
    ) throws -> [TripRecord] {
        try all(
            byRoutes, arguments: [JSONList.texts(ids)], services: services, known: facts.timings,
            in: db)
    }

    static func ofRoute(
        _ rid: Int64, direction: Int?, services: Set<Int64>, facts: BundleFacts, in db: Database
    ) throws -> [TripRecord] {
        let route = RouteGroups.Key(rid: rid, direction: direction)
        let groups = try facts.routeGroups.value(for: route) { try RouteGroups(route, db) }
        let running = groups.groups.filter { services.contains($0.service) }.map(\.group)
        let trips = try facts.tripsOfGroups.values(for: Set(running)) { missing in
            var found = Dictionary(uniqueKeysWithValues: missing.map { ($0, [TripRecord]()) })
            let keys = JSONList.integers(missing.sorted())
            for trip in try all(ofGroups, arguments: [keys], known: facts.timings, in: db) {
                found[trip.group, default: []].append(trip)
            }
            return found
        }
        return running.flatMap { trips[$0] ?? [] }
    }

    static func ofBlock(
        _ block: Int64, services: Set<Int64>, _ db: Database
    ) throws -> [TripRecord] {
        try all(
            ofBlock, arguments: [block], services: services, known: BoundedCache(most: 64), in: db)
    }

    private static func all(
        _ sql: String, arguments: Parameters, services: Set<Int64>? = nil,
        known: BoundedCache<Int64, TimingOffsets>, in db: Database
    ) throws -> [TripRecord] {
        var origins: [(origin: Int?, timing: Int64?)] = []
        var trips = try db.readAll(sql, arguments: arguments) { row -> TripRecord? in
            let trip = try TripRecord(row)
            if let services, !(trip.service.map(services.contains) ?? false) { return nil }
            origins.append(
                (row.integer(Column.origin.rawValue), row.key(Column.timing.rawValue)))
            return trip
        }
        let lists = try known.values(for: Set(origins.compactMap(\.timing))) {
            try TimingLists.read($0, db)
        }
        for (index, (origin, timing)) in origins.enumerated() {
            trips[index].times = try TripTimes(
                origin: origin, timing.flatMap { lists[$0] }, stops: trips[index].callCount)
        }
        return trips
    }

    /// All but the times.
    private init(_ row: Columns) throws {
        func integer(_ column: Column) -> Int? { row.integer(column.rawValue) }
        func key(_ column: Column) -> Int64? { row.key(column.rawValue) }
        trip = try row.required(key(.trip), "trip")
        tripID = try row.required(row.text(Column.tripID.rawValue), "trip_id")
        pattern = try row.required(key(.pattern), "pattern")
        firstCall = try row.required(integer(.firstCall), "first_call")
        callCount = try row.required(integer(.stops), "stops")
        guard 0..<1 << 40 ~= firstCall, 0..<1 << 30 ~= callCount else {
            throw TransitBundleError.damaged(reason: "a pattern has \(callCount) stops")
        }
        rid = key(.rid)
        service = key(.service)
        shape = key(.shape)
        block = key(.block)
        headsign = row.text(Column.headsign.rawValue)
        stopHeadsigns = key(.stopHeadsigns)
        flex = key(.flex)
        distances = key(.distances)
        group = try row.required(key(.group), "trip_group")
        directionID = integer(.directionID)
    }
}

/// In seconds of the service day; positions count from 0.
struct TripTimes: Sendable {
    private let origin: Int
    private let offsets: TimingOffsets

    /// Nil when the trip has no times at all. `stops` is the number of its pattern.
    init?(origin: Int?, _ offsets: TimingOffsets?, stops: Int) throws {
        guard let origin, let offsets else { return nil }
        try offsets.expect(stops)
        self.origin = Int(try TimingText.origin(Int64(origin)))
        self.offsets = offsets
    }

    /// As published.
    func departure(_ position: Int) -> Int? { offsets.departure(position).map { origin + $0 } }

    /// As published.
    func arrival(_ position: Int) -> Int? { offsets.arrival(position).map { origin + $0 } }

    func interpolatedTime(_ position: Int) -> Int? {
        offsets.interpolatedTime(position).map { origin + $0 }
    }

    /// As published, else the arrival, else interpolated.
    func leaving(_ position: Int) -> Int? {
        departure(position) ?? arrival(position) ?? interpolatedTime(position)
    }

    /// As published, else the departure, else interpolated.
    func arriving(_ position: Int) -> Int? {
        arrival(position) ?? departure(position) ?? interpolatedTime(position)
    }

    /// The reference for the start of a run (`frequencies.txt`): the departure from the first stop
    /// or, if the feed has none, the trip's first time.
    var start: Int { departure(0) ?? origin }

    var end: Int {
        (0..<offsets.count).reversed().lazy.compactMap(arriving).first ?? origin
    }
}

/// The part of a timetable that does not depend on the day.
struct RouteGroups: Sendable {
    struct Key: Hashable, Sendable {
        let rid: Int64
        let direction: Int?
    }

    let groups: [(group: Int64, service: Int64)]

    init(_ route: Key, _ db: Database) throws {
        groups = try db.readAll(
            Self.sql, arguments: ["rid": route.rid, "direction": route.direction]
        ) { row in
            guard let group = row.key(0), let service = row.key(1) else { return nil }
            return (group, service)
        }
    }

    private static let sql = """
        SELECT d.trip_group, d.service FROM pattern p
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        WHERE p.rid = :rid AND p.direction_id IS :direction
        """
}
