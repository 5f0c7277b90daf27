import BundleCodec
package import FeedCompiling
import SQLiteLayer

/// The content of a bundle: all that `gtfs inspect` shows.
package struct BundleInspection: Sendable, Encodable {
    /// A table or view and its rows.
    package struct RowCount: Sendable, Encodable {
        package let name: String
        package let rows: Int
    }

    /// A table or index and its bytes.
    package struct ByteCount: Sendable, Encodable {
        package let name: String
        package let table: String
        package let bytes: Int
    }

    /// A route and how many trips it has in the bundle.
    package struct RouteCount: Sendable, Encodable {
        package let routeID: String
        package let shortName: String?
        package let longName: String?
        package let mode: String?
        package let trips: Int

        private enum CodingKeys: String, CodingKey {
            case routeID = "routeId"
            case shortName = "routeShortName"
            case longName = "routeLongName"
            case mode
            case trips
        }
    }

    package let bundle: String
    package let bundleBytes: Int
    /// The table `metadata`; its JSON values are JSON here.
    package let metadata: [String: JSONValue]
    package let rows: [RowCount]
    /// Nil when this SQLite was built without `dbstat`, which measures.
    package let bytes: [ByteCount]?
    package let topRoutes: [RouteCount]

    private static let routeCount = 10
    /// Keys of the table `metadata` whose values are JSON.
    private static let jsonKeys: Set<String> = ["options", "files", "unknown_files", "notices"]

    package init(path: String) throws {
        let published = try PublishedBundle(path: path)
        bundle = path
        bundleBytes = published.bytes
        (metadata, rows, bytes, topRoutes) = try published.read { connection in
            let sizes = try SizeReport(connection)
            return (
                try Self.metadata(connection), try Self.rows(connection),
                sizes.isMeasured
                    ? sizes.items.map { ByteCount(name: $0.name, table: $0.table, bytes: $0.bytes) }
                    : nil,
                try Self.topRoutes(connection)
            )
        }
    }

    /// The value of a metadata key as text.
    package func text(_ key: String) -> String? {
        switch metadata[key] {
        case .string(let text)?: text
        case .null?, nil: nil
        case let value?: value.text
        }
    }

    /// Files of the feed that the reference does not know.
    package var unknownFiles: [String] { Self.texts(metadata["unknown_files"]) }

    /// Columns of the feed that the reference does not know, by file.
    package var unknownColumns: [String: [String]] {
        guard case .object(let files)? = metadata["files"] else { return [:] }
        return files.mapValues { Self.texts($0["unknown_columns"]) }
    }

    /// The strings of an array.
    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    private static func metadata(_ connection: Connection) throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for (key, value) in try PublishedBundle.metadata(connection) {
            values[key] =
                jsonKeys.contains(key) ? JSONValue(text: value) ?? .string(value) : .string(value)
        }
        return values
    }

    /// Counts of the rows of tables and of the views that show a file; other views are computed
    /// from these.
    private static func rows(_ connection: Connection) throws -> [RowCount] {
        let names = try connection.texts(BundleTables.names)
        return try names.map { name in
            RowCount(
                name: name,
                rows: try connection.integer(BundleTables.count(name)) ?? 0)
        }
    }

    private static func topRoutes(_ connection: Connection) throws -> [RouteCount] {
        let routes = try Statement(
            connection,
            """
            SELECT r.route_id, r.route_short_name, r.route_long_name, r.mode, count(*) AS trips
            FROM trip t JOIN trip_group g USING (trip_group) JOIN pattern p USING (pattern)
            JOIN routes r USING (rid)
            WHERE t.trip > 0
            GROUP BY p.rid ORDER BY trips DESC, r.route_id LIMIT \(routeCount)
            """)
        let row = routes.row
        var counts: [RouteCount] = []
        while try routes.next() {
            counts.append(
                RouteCount(
                    routeID: row.text(0) ?? "", shortName: row.text(1), longName: row.text(2),
                    mode: row.text(3), trips: row.integer(4) ?? 0))
        }
        return counts
    }
}
