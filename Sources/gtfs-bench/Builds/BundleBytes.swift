import GRDB

/// What takes room in a bundle.
struct BundleBytes: Encodable {
    /// A table with its indexes.
    struct Table: Encodable {
        let name: String
        let bytes: Int
    }

    let bundleBytes: Int
    let stopTimes: Int
    /// Nil for a feed without stop times.
    let bytesPerStopTime: Double?
    /// All tables, the largest first; none where SQLite does not tell.
    let tables: [Table]

    init(of bundle: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: bundle, configuration: configuration)
        (stopTimes, tables) = try queue.read { (try Self.stopTimes($0), try Self.tables($0)) }
        bundleBytes = try MeasuredProgram.size(of: bundle)
        bytesPerStopTime = stopTimes == 0 ? nil : Double(bundleBytes) / Double(stopTimes)
    }

    private static func stopTimes(_ db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT sum(p.stops) FROM trip t JOIN trip_group USING (trip_group)
                JOIN pattern p USING (pattern)
                """) ?? 0
    }

    private static func tables(_ db: Database) throws -> [Table] {
        // Not every SQLite is compiled with it.
        guard
            try Bool.fetchOne(
                db, sql: "SELECT count(*) FROM pragma_module_list WHERE name = 'dbstat'") == true
        else { return [] }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes FROM dbstat d
                LEFT JOIN sqlite_schema s ON s.name = d.name
                GROUP BY 1 ORDER BY 2 DESC, 1
                """)
        return rows.map { Table(name: $0["name"], bytes: $0["bytes"]) }
    }

    /// The largest tables of bundles, and their parts of the whole.
    static func table(_ bundles: [(feed: String, bytes: BundleBytes)], most: Int) -> [[String]] {
        [["feed", "table", "bytes", "share", "per stop time"]]
            + bundles.flatMap { feed, bundle in
                bundle.tables.prefix(most).map { table in
                    [
                        feed, table.name, "\(table.bytes)",
                        Printing.number(
                            100 * Double(table.bytes) / Double(max(1, bundle.bundleBytes)), 1)
                            + " %",
                        bundle.stopTimes == 0
                            ? "-"
                            : Printing.number(Double(table.bytes) / Double(bundle.stopTimes), 2),
                    ]
                }
            }
    }
}
