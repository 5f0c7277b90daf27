import BundleCodec
import FeedCompiling
import GTFSSchedule
import SQLiteLayer

struct BundleFinisher {
    let compiler: FeedCompiler
    let writer: BundleWriter
    /// Made last, because a validation beside the build may take until then to know its totals.
    let metadata: () throws -> [(key: String, value: String?)]
    /// Gets the feed as the filters leave it.
    let onFiltered: (FeedCut) -> Void
    let options: FeedCompiler.Options
    let allowsEmpty: Bool

    /// Returns once the file is complete except for its name. A validation beside the build may
    /// still be running during `counting`, so this comes before the metadata.
    func run(_ connection: Connection, counting: (Connection) throws -> Void) throws {
        if options.filter.isSelective, !allowsEmpty,
            try connection.integer("SELECT 1 FROM trip LIMIT 1") == nil
        {
            throw BundleError.nothingLeft(unknown: compiler.unknownNames)
        }
        try FilterClosure.apply(
            options.filter, keepsAllTrips: compiler.keepsAllTrips, keptDays: compiler.keptDays,
            connection)
        if options.filter.leavesOut {
            onFiltered(try FeedCut(compiler, options.filter, connection))
        }
        try ExtensionWriter(connection).write(compiler.extensions)
        try dropDanglingStops(connection)
        try writeDays(connection)
        for view in SchemaScript.viewsInHalves {
            let isWhole = try connection.integer(view.needsSecondHalf) != 0
            try connection.execute(isWhole ? view.whole : view.firstHalf)
        }
        try writeAccessibility(connection)
        try writeDanglingShapes(connection)
        try writeTombstones(connection)
        if try connection.integer(SchemaScript.needsDeparturesOfOverlaps) != 0,
            let view = SchemaScript.departuresOfOverlaps
        {
            try connection.execute("DROP VIEW departures")
            try connection.execute(view)
        }
        try writer.makeIndexes(connection)
        try connection.execute("COMMIT")
        try writer.analyze(connection)
        try counting(connection)
        try connection.execute("BEGIN")
        try writeMetadata(connection)
        try connection.execute("COMMIT")
        // Rows that filters removed, and scattered shapes that were written twice, leave holes.
        if try connection.integer("PRAGMA freelist_count") != 0 {
            try connection.execute("VACUUM")
        }
    }

    /// Most stops were written with their own accessibility, which takes precedence.
    private func writeAccessibility(_ connection: Connection) throws {
        let stops = compiler.stops
        guard stops.count > 0 else { return }
        let update = try Statement(
            connection, "UPDATE stops SET effective_wheelchair_boarding = ? WHERE sid = ?")
        for number in 0..<stops.count {
            let own = stops.accessibility[number]
            let effective = stops.effectiveAccessibility(number).code
            guard effective != (own == StopTimeRow.noCode ? 0 : Int(own)) else { continue }
            try update.run(Int64(effective), stops.keys[number])
        }
    }

    /// The days between the first and the last day of any service, but not of all years that dates
    /// can have, which would be megabytes.
    private func writeDays(_ connection: Connection) throws {
        let days = ExpectedDates.dayNumbers
        let insert = try Statement(connection, "INSERT INTO day VALUES (?, ?)")
        var next = Int64.min
        try connection.readRows(
            """
            SELECT max(first_day, \(days.lowerBound)), min(last_day, \(days.upperBound))
            FROM service WHERE first_day IS NOT NULL ORDER BY 1
            """
        ) { span in
            guard let first = span.int64(0), let last = span.int64(1) else { return }
            next = max(next, first)
            while next <= last {
                try insert.run(Int64(ServiceDate(dayNumber: Int(next)).yyyymmdd), next)
                next += 1
            }
        }
    }

    /// Leaves out undefined stops that are named only by rows that are entirely in `rejected`.
    private func dropDanglingStops(_ connection: Connection) throws {
        guard compiler.stops.dangling.count > 0 else { return }
        try connection.execute(
            """
            DELETE FROM dangling WHERE kind = 'stop'
              AND key NOT IN (SELECT sid FROM pattern_stops WHERE sid < 0)
            """)
    }

    private func writeDanglingShapes(_ connection: Connection) throws {
        guard !options.filter.without.contains(.shapes) else { return }
        let insert = try Statement(
            connection,
            "INSERT INTO shape SELECT ?1, ?2, 0, 1, 0 "
                + "WHERE EXISTS (SELECT 1 FROM pattern WHERE shape = ?1)")
        let dangling = try Statement(connection, "INSERT INTO dangling VALUES ('shape', ?1, ?2)")
        for shape in 0..<compiler.shapeIDs.count
        where shape >= compiler.definedShapes.count || !compiler.definedShapes[shape] {
            try insert.run(Int64(shape + 1), SQLBytes.text(compiler.shapeIDs[shape]))
            guard connection.changes > 0 else { continue }
            try dangling.run(Int64(shape + 1), SQLBytes.text(compiler.shapeIDs[shape]))
        }
    }

    /// Ids that the feed lacks, or the filters left out, get their keys again when they come back.
    private func writeTombstones(_ connection: Connection) throws {
        for (kind, keys, row) in [
            ("stop", compiler.stopKeys, "stops WHERE sid"),
            ("route", compiler.routeKeys, "routes WHERE rid"),
        ] {
            let insert = try Statement(
                connection,
                """
                INSERT INTO tombstones SELECT ?1, ?2, ?3
                WHERE NOT EXISTS (SELECT 1 FROM \(row) = ?2)
                """)
            for (key, id) in keys.known {
                try id.withUnsafeBytes { try insert.run(kind, key, SQLBytes.text($0)) }
            }
        }
    }

    /// Where it differs from that of their keys.
    private func rowOrders(_ connection: Connection) throws -> [(key: String, runs: String)] {
        try [
            ("order_of_stops", compiler.stops.keys, "SELECT sid FROM stops"),
            ("order_of_routes", compiler.routes.keys, "SELECT rid FROM routes"),
        ].compactMap { key, keys, rows in
            guard KeyOrder.runs(keys) != nil else { return nil }
            var kept: Set<Int32> = []
            try connection.readRows(rows) { row in
                if let key = row.integer(0) { kept.insert(Int32(truncatingIfNeeded: key)) }
            }
            return KeyOrder.runs(keys.filter(kept.contains)).map { (key, $0) }
        }
    }

    /// Days before the window serve boards only, and do not count as days of the feed.
    private func writeDays(
        _ connection: Connection, _ write: (String, String?) throws -> Void
    ) throws {
        var (kept, first, last) = (Int.max, Int.max, Int.min)
        try connection.readRows(
            """
            SELECT first_day, last_day, days FROM service
            WHERE service IN (SELECT service FROM trip_group)
            """
        ) { row in
            let days = try row.serviceDays(0)
            guard let days else { return }
            (kept, last) = (min(kept, days.first), max(last, days.last))
            let begin = options.filter.from.map { days.day(from: $0.dayNumber) } ?? days.first
            if let begin { first = min(first, begin) }
        }
        guard kept <= last else { return }
        first = min(first, last)
        func text(_ day: Int) -> String { "\(ServiceDate(dayNumber: day).yyyymmdd)" }
        try write("first_service_day", text(first))
        try write("last_service_day", text(last))
        if kept < first { try write("first_kept_day", text(kept)) }
    }

    private func writeMetadata(_ connection: Connection) throws {
        let insert = try Statement(connection, "INSERT INTO metadata VALUES (?, ?)")
        func write(_ key: String, _ value: String?) throws {
            try insert.run(key, value)
        }
        for (key, value) in try metadata() { try write(key, value) }
        for (key, runs) in try rowOrders(connection) { try write(key, runs) }
        if let last = writer.lastDeparture { try write("last_timestamp", "\(last)") }
        try writeDays(connection, write)
        for column in [
            "feed_version", "feed_publisher_name", "feed_publisher_url", "feed_lang",
            "feed_start_date", "feed_end_date",
        ] {
            try connection.execute(
                """
                INSERT INTO metadata SELECT '\(column)', CAST(\(column) AS TEXT) FROM feed_info
                WHERE \(column) IS NOT NULL LIMIT 1
                """)
        }
    }
}
