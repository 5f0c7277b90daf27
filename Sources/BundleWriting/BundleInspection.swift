import BundleCodec
package import FeedCompiling
package import FeedReading
package import GTFSSchedule
import SQLiteLayer

package struct BundleInspection: Sendable, Encodable {
    package struct RowCount: Sendable, Encodable {
        package let name: String
        package let rows: Int
    }

    package struct ByteCount: Sendable, Encodable {
        package let name: String
        package let table: String
        package let bytes: Int
    }

    package struct RouteCount: Sendable, Encodable {
        package let routeID: String
        package let shortName: String?
        package let longName: String?
        package let mode: String?
        package let trips: Int
        package let runs: Int
        package let departures: Int

        private enum CodingKeys: String, CodingKey {
            case routeID = "routeId"
            case shortName = "routeShortName"
            case longName = "routeLongName"
            case mode
            case trips
            case runs
            case departures
        }
    }

    package struct BusiestDay: Sendable, Encodable {
        package let date: ServiceDate
        /// A trip of `frequencies.txt` has a run for each of its starts.
        package let runs: Int
        package let departures: Int
    }

    package let bundle: String
    package let bundleBytes: Int
    package let metadata: [String: JSONValue]
    package let rows: [RowCount]
    /// Nil when this SQLite was built without `dbstat`, which measures.
    package let bytes: [ByteCount]?
    package let busiestDay: BusiestDay?
    /// With the most runs on the busiest day, then with the most trips.
    package let topRoutes: [RouteCount]
    /// Also those that are not among ``topRoutes``.
    package let routesWithTrips: Int

    private static let routeCount = 10
    private static let jsonKeys: Set<String> = [
        "options", "files", "unknown_files", "extensions", "extensions_not_kept", "notices",
    ]

    package init(path: String) throws {
        let published = try PublishedBundle(path: path)
        bundle = path
        bundleBytes = published.bytes
        let calendar = try published.read(RunCalendar.init)
        let busiest = calendar.busiestDay
        busiestDay = busiest.map {
            BusiestDay(
                date: ServiceDate(dayNumber: $0.day), runs: $0.count.runs,
                departures: $0.count.departures)
        }
        let running = busiest.map { calendar.routes(on: $0.day) } ?? [:]
        let routes: [RouteCount]
        (metadata, rows, bytes, routes) = try published.read { connection in
            let sizes = try SizeReport(connection)
            return (
                try Self.metadata(connection), try Self.rows(connection),
                sizes.isMeasured
                    ? sizes.items.map { ByteCount(name: $0.name, table: $0.table, bytes: $0.bytes) }
                    : nil,
                try Self.routes(connection, running)
            )
        }
        topRoutes = Array(routes.prefix(Self.routeCount))
        routesWithTrips = routes.count
    }

    package func text(_ key: String) -> String? {
        switch metadata[key] {
        case .string(let text)?: text
        case .null?, nil: nil
        case let value?: value.text
        }
    }

    package var unknownFiles: [String] { metadata["unknown_files"]?.texts ?? [] }

    package var extensions: [(table: PackedExtension, rows: Int)] {
        PackedExtension.tables(metadata["extensions"]?.text) ?? []
    }

    package var unkept: [UnkeptExtension] {
        UnkeptExtension.list(metadata["extensions_not_kept"])
    }

    package var extensionBytes: Int? {
        bytes?.filter { BundleTables.isOfExtension($0.table) }.reduce(0) { $0 + $1.bytes }
    }

    package var unknownColumns: [String: [String]] {
        (metadata["files"]?.dictionary ?? [:]).mapValues { $0["unknown_columns"]?.texts ?? [] }
    }

    private static func metadata(_ connection: Connection) throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for (key, value) in try PublishedBundle.metadata(connection) {
            values[key] =
                jsonKeys.contains(key) ? JSONValue(text: value) ?? .string(value) : .string(value)
        }
        return values
    }

    /// Views that show a file count as well; others are computed from these.
    private static func rows(_ connection: Connection) throws -> [RowCount] {
        let names = try connection.texts(BundleTables.names)
        return try names.map { name in
            RowCount(
                name: name,
                rows: try connection.integer(BundleTables.count(name)) ?? 0)
        }
    }

    private static func routes(
        _ connection: Connection, _ running: [Int: RunCount]
    ) throws -> [RouteCount] {
        var counts: [RouteCount] = []
        try connection.readRows(
            """
            SELECT r.route_id, r.route_short_name, r.route_long_name, r.mode, count(*), p.rid
            FROM trip t JOIN trip_group g USING (trip_group) JOIN pattern p USING (pattern)
            JOIN routes r USING (rid)
            WHERE t.trip > 0
            GROUP BY p.rid
            """
        ) { row in
            let count = row.integer(5).flatMap { running[$0] } ?? RunCount()
            counts.append(
                RouteCount(
                    routeID: row.text(0) ?? "", shortName: row.text(1), longName: row.text(2),
                    mode: row.text(3), trips: row.integer(4) ?? 0, runs: count.runs,
                    departures: count.departures))
        }
        return counts.sorted {
            ($1.runs, $1.trips, $0.routeID) < ($0.runs, $0.trips, $1.routeID)
        }
    }
}
