import BundleCodec
import BundleWriting
import GTFSSchedule
import SQLiteLayer

/// A bundle, read for a comparison.
final class BundleReading {
    private let published: PublishedBundle
    private let name: String
    private let metadata: [String: String]
    private var names: [RouteID: String] = [:]

    /// Files whose rows are counted, and their tables.
    static let countedTables: [(file: String, table: String)] =
        [
            "fare_attributes", "fare_rules", "timeframes", "rider_categories", "fare_media",
            "fare_products", "fare_leg_rules", "fare_leg_join_rules", "fare_transfer_rules",
            "areas", "stop_areas", "networks", "route_networks", "frequencies", "transfers",
            "pathways", "levels", "location_groups", "location_group_stops", "locations",
            "booking_rules", "translations", "attributions",
        ].map { ($0 == "locations" ? "locations.geojson" : $0 + ".txt", $0) }
        + [("shapes.txt", "shape_chunk")]

    init(path: String) throws {
        published = try PublishedBundle(path: path)
        name = path.split(separator: "/").last.map(String.init) ?? path
        metadata = try published.read {
            try RangeCheck.checkRanges($0)
            return try PublishedBundle.metadata($0)
        }
    }

    /// Calls what asks its tables.
    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try published.read(body)
    }

    var version: BundleDiff.Version {
        BundleDiff.Version(
            name: name, bytes: published.bytes, feedVersion: metadata["feed_version"],
            contentHash: metadata["content_hash"])
    }

    /// Rows of a table; for shapes the points, many of which share a row.
    func count(_ table: String) throws -> Int {
        let what = table == "shape_chunk" ? "coalesce(sum(points), 0)" : "count(*)"
        return try published.read { try $0.integer("SELECT \(what) FROM \(table)") ?? 0 }
    }

    /// Identified by name when the feed gives them no id.
    func agencies() throws -> [Record] {
        try records(
            "agency", id: "coalesce(agency_id, agency_name, '')", name: "agency_name",
            ["agency_name", "agency_url", "agency_timezone", "agency_lang", "agency_phone"])
    }

    func routes() throws -> [Record] {
        let name = "trim(coalesce(route_short_name, '') || ' ' || coalesce(route_long_name, ''))"
        let routes = try records(
            "routes", id: "route_id", name: name,
            [
                "route_short_name", "route_long_name", "route_type", "route_color",
                "route_text_color", "agency_id",
            ])
        for route in routes { names[RouteID(route.id.text)] = route.name }
        return routes
    }

    /// The names of the routes by id, once the routes have been read.
    func routeNames() -> [RouteID: String] { names }

    func stops() throws -> [Record] {
        try records(
            "stops", id: "stop_id", name: "stop_name",
            [
                "stop_name", "stop_code", "platform_code", "location_type", "parent_station",
                "effective_wheelchair_boarding",
            ], place: "stop_lat, stop_lon")
    }

    private func records(
        _ table: String, id: String, name: String, _ fields: [String],
        place: String = "NULL, NULL"
    ) throws -> [Record] {
        let columns = fields.map { "CAST(\($0) AS TEXT)" }.joined(separator: ", ")
        let sql = "SELECT \(id), \(name), \(place), \(columns) FROM \(table) ORDER BY 1"
        return try published.read { connection in
            let query = try Statement(connection, sql)
            let row = query.row
            var records: [Record] = []
            while try query.next() {
                records.append(
                    Record(
                        id: RecordID(row.text(0) ?? ""), name: row.text(1),
                        fields: fields.enumerated().map { ($0.element, row.text(4 + $0.offset)) },
                        place: Place(latitude: row.real(2), longitude: row.real(3))))
            }
            return records
        }
    }

    func calendar() throws -> TripCalendar {
        let sql = """
            SELECT s.service, s.first_day, s.last_day, s.days, n.trips FROM service s
            LEFT JOIN (SELECT d.service, count(*) AS trips FROM trip t
              JOIN trip_group d ON d.trip_group = t.trip_group WHERE t.trip > 0 GROUP BY d.service) n
              ON n.service = s.service
            """
        return try published.read { connection in
            var services: [Int: TripCalendar.Service] = [:]
            let query = try Statement(connection, sql)
            let row = query.row
            while try query.next() {
                let days = try ServiceDays(
                    first: row.integer(1), last: row.integer(2),
                    days: row.asBytes(3).map { Array($0) })
                guard let service = row.integer(0), let days else { continue }
                services[service] = TripCalendar.Service(days: days, trips: row.integer(4) ?? 0)
            }
            return TripCalendar(services: services)
        }
    }

    /// Calls `body` with each trip's id and digest.
    ///
    /// A digest is made once per pattern, timing and group, and never for a stop time.
    func forEachTrip(
        _ calendar: TripCalendar, _ days: ClosedRange<Int>?,
        _ body: (TripID, TripDigest) -> Void
    ) throws {
        let daysDigests = calendar.digests(in: days)
        try published.read { connection in
            let patterns = try PatternDigests.read(connection)
            let timings = try PatternDigests.timings(connection)
            let groups = try GroupDigest.read(connection, daysDigests)
            let trips = try Statement(
                connection, "SELECT trip_id, trip_group, timing, origin FROM trip WHERE trip > 0")
            let row = trips.row
            while try trips.next() {
                guard let id = row.text(0), let group = row.integer(1).flatMap({ groups[$0] })
                else { continue }
                var times = Hasher()
                times.combine(row.integer(2).flatMap { timings[$0] })
                times.combine(row.integer(3))
                body(
                    TripID(id),
                    TripDigest(
                        route: group.route, calls: patterns[group.pattern] ?? 0,
                        times: times.finalize(), headsign: group.headsign, days: group.days))
            }
        }
    }
}
