import FeedCompiling
import GRDB
import GTFSSchedule

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The last steps of a bundle: closure of the filters, what follows from several files, indexes,
/// metadata and statistics.
struct BundleFinisher {
    let compiler: FeedCompiler
    let writer: BundleWriter
    /// Made last: a validation beside the build may take until then to tell its totals.
    let metadata: () throws -> [(key: String, value: String?)]
    let options: FeedCompiler.Options

    /// Returns once the file is complete, but for its name.
    ///
    /// - Parameter counting: reads from the bundle when all but the metadata is there. A validation
    ///   beside the build may still be under way then: what can be done without it comes first.
    func run(_ db: Database, counting: (Database) throws -> Void) throws {
        if options.filter.isSelective, try Int.fetchOne(db, sql: "SELECT count(*) FROM trip") == 0 {
            throw BundleError.nothingLeft(unknown: compiler.unknownNames)
        }
        try FilterClosure.apply(options.filter, db)
        for view in SchemaScript.viewsInHalves {
            let isWhole = try Bool.fetchOne(db, sql: view.needsSecondHalf) ?? true
            try db.execute(sql: isWhole ? view.whole : view.firstHalf)
        }
        try writeAccessibility(db)
        try writeDanglingShapes(db)
        try writeTombstones(db)
        try writer.makeIndexes(db)
        try db.execute(sql: "COMMIT")
        try db.execute(sql: "ANALYZE")
        try counting(db)
        try db.execute(sql: "BEGIN")
        try writeMetadata(db)
        try db.execute(sql: "COMMIT")
        // What filters took out, and scattered shapes that were written twice, leave holes.
        if try Int.fetchOne(db, sql: "PRAGMA freelist_count") != 0 {
            try db.execute(sql: "VACUUM")
        }
    }

    /// Effective accessibility: most stops have their own, so that only the rest is updated.
    private func writeAccessibility(_ db: Database) throws {
        let stops = compiler.stops
        guard stops.count > 0 else { return }
        try db.execute(
            sql: """
                UPDATE stops SET effective_wheelchair_boarding = coalesce(wheelchair_boarding, 0)
                """)
        let update = try Statement(
            BundleWriter.connection(db),
            "UPDATE stops SET effective_wheelchair_boarding = ? WHERE sid = ?")
        for number in 0..<stops.count {
            let own = stops.accessibility[number]
            let effective = stops.effectiveAccessibility(number).code
            guard effective != (own == StopTimeRow.noCode ? 0 : Int(own)) else { continue }
            update.bind(1, Int64(effective))
            update.bind(2, stops.keys[number])
            try update.run()
        }
    }

    /// Shapes that trips name and `shapes.txt` does not have.
    private func writeDanglingShapes(_ db: Database) throws {
        guard !options.filter.without.contains(.shapes) else { return }
        for shape in 0..<compiler.shapeIDs.count
        where shape >= compiler.definedShapes.count || !compiler.definedShapes[shape] {
            let key = shape + 1
            try db.execute(
                sql: "INSERT INTO shape SELECT ?1, ?2, 0, 1, 0 "
                    + "WHERE EXISTS (SELECT 1 FROM pattern WHERE shape = ?1)",
                arguments: [key, compiler.shapeIDs.string(shape)])
            if db.changesCount > 0 {
                try db.execute(
                    sql: "INSERT INTO dangling VALUES ('shape', ?, ?)",
                    arguments: [key, compiler.shapeIDs.string(shape)])
            }
        }
    }

    /// Ids of earlier bundles that are not in this one, be it that the feed lacks them or that the
    /// filters left them out: when they come back, they have their keys again.
    private func writeTombstones(_ db: Database) throws {
        for (kind, keys, row) in [
            ("stop", compiler.stopKeys, "stops WHERE sid"),
            ("route", compiler.routeKeys, "routes WHERE rid"),
        ] {
            for (key, id) in keys.known {
                try db.execute(
                    sql: """
                        INSERT INTO tombstones SELECT ?1, ?2, CAST(?3 AS TEXT)
                        WHERE NOT EXISTS (SELECT 1 FROM \(row) = ?2)
                        """, arguments: [kind, key, Data(id)])
            }
        }
    }

    private func writeMetadata(_ db: Database) throws {
        for (key, value) in try metadata() {
            try db.execute(
                sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [key, value])
        }
        let days = try Row.fetchOne(
            db,
            sql: """
                SELECT min(first_day) AS first, max(last_day) AS last FROM service
                WHERE service IN (SELECT service FROM trip_group)
                """)
        if let last = writer.lastDeparture {
            try db.execute(
                sql: "INSERT INTO metadata VALUES ('last_timestamp', ?)", arguments: ["\(last)"])
        }
        for (key, column) in [("first_service_day", "first"), ("last_service_day", "last")] {
            let day: Int? = days?[column]
            try db.execute(
                sql: """
                    INSERT INTO metadata
                    SELECT ?, strftime('%Y%m%d', ? * 86400, 'unixepoch') WHERE ? IS NOT NULL
                    """, arguments: [key, day, day])
        }
        for (key, column) in [
            "feed_version", "feed_publisher_name", "feed_publisher_url", "feed_lang",
            "feed_start_date", "feed_end_date",
        ].map({ ($0, $0) }) {
            try db.execute(
                sql: """
                    INSERT INTO metadata SELECT ?, CAST(\(column) AS TEXT) FROM feed_info
                    WHERE \(column) IS NOT NULL LIMIT 1
                    """, arguments: [key])
        }
    }
}
