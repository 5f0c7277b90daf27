import FeedCompiling
import SQLiteLayer

/// The file is sound, and every integer key resolves in its table or in `dangling`.
struct StructureCheck {
    private let connection: Connection
    private let differences: Differences

    init(_ connection: Connection, _ differences: Differences) {
        self.connection = connection
        self.differences = differences
    }

    func run() throws {
        // Nothing else can be read from a broken file.
        guard try checkFile() else { return }
        for check in Self.checks {
            try connection.readRows(check.violations) { row in
                report(check.what, row.asText(0) ?? "NULL")
            }
        }
    }

    struct Check {
        let what: String
        let violations: String
    }

    private func checkFile() throws -> Bool {
        let messages = try connection.texts("PRAGMA integrity_check")
        for message in messages where message != "ok" { report("PRAGMA integrity_check", message) }
        if let free = try connection.integer("PRAGMA freelist_count"), free > 0 {
            report("free pages", "\(free)")
        }
        return messages == ["ok"]
    }

    private func report(_ what: String, _ found: String) {
        differences.add("bundle", field: what, feed: "none", bundle: found)
    }

    private static func key(
        _ table: String, _ column: String, in target: String, targetColumn: String? = nil,
        dangling kind: String? = nil
    ) -> Check {
        var sql = """
            SELECT DISTINCT \(column) FROM \(table)
            WHERE \(column) IS NOT NULL
              AND \(column) NOT IN (SELECT \(targetColumn ?? column) FROM \(target))
            """
        if let kind {
            sql += " AND \(column) NOT IN (SELECT key FROM dangling WHERE kind = '\(kind)')"
        }
        return Check(what: "keys without a row: \(table).\(column)", violations: sql)
    }

    private static func dangling(
        _ kind: String, notIn defined: String, usedBy users: String
    ) -> Check {
        Check(
            what: "dangling \(kind)",
            violations: """
                SELECT id FROM dangling
                WHERE kind = '\(kind)' AND (id IN (\(defined)) OR key NOT IN (\(users)))
                """)
    }

    /// Every column of integer keys in `schema/bundle.sql`, and the lengths of lists.
    private static let years = ExpectedDates.dayNumbers

    static let checks: [Check] = [
        key("pattern", "rid", in: "routes", dangling: "route"),
        key("pattern", "shape", in: "shape"),
        key("pattern_stops", "pattern", in: "pattern"),
        key("pattern_stops", "sid", in: "stops", dangling: "stop"),
        key("pattern_stops", "codes", in: "call_codes"),
        key("timing", "dwell", in: "dwell"),
        key("trip_group", "pattern", in: "pattern"),
        key("trip_group", "service", in: "service"),
        key("trip_group", "stop_headsigns", in: "stop_headsigns"),
        key("trip_group", "flex", in: "flex_stop_times"),
        key("trip", "trip_group", in: "trip_group"),
        key("trip", "timing", in: "timing"),
        key("trip", "block", in: "block"),
        key("trip", "distances", in: "distances"),
        key("calendar", "service", in: "service"),
        key("calendar_dates", "service", in: "service"),
        key("stops_rtree", "sid", in: "stops"),
        Check(
            what: "services that nothing defines",
            violations: """
                SELECT service_id FROM service
                WHERE service NOT IN (SELECT service FROM calendar WHERE service IS NOT NULL)
                  AND service NOT IN (SELECT service FROM calendar_dates WHERE service IS NOT NULL)
                  AND service NOT IN (SELECT key FROM dangling WHERE kind = 'service')
                  AND first_day IS NOT NULL
                """),
        Check(
            what: "trips below zero that are not dangling",
            violations: """
                SELECT trip_id FROM trip WHERE trip < 0
                  AND trip NOT IN (SELECT key FROM dangling WHERE kind = 'trip')
                """),
        dangling(
            "stop", notIn: "SELECT stop_id FROM stops",
            usedBy: "SELECT sid FROM pattern_stops WHERE sid IS NOT NULL"),
        dangling(
            "route", notIn: "SELECT route_id FROM routes",
            usedBy: "SELECT rid FROM pattern WHERE rid IS NOT NULL"),
        dangling(
            "service",
            notIn: "SELECT service_id FROM calendar UNION SELECT service_id FROM calendar_dates",
            usedBy: "SELECT service FROM trip_group WHERE service IS NOT NULL"),
        dangling(
            "shape", notIn: "SELECT shape_id FROM shape WHERE points > 0",
            usedBy: "SELECT shape FROM pattern WHERE shape IS NOT NULL"),
        dangling(
            "trip", notIn: "SELECT trip_id FROM trips", usedBy: "SELECT trip FROM trip"),
        Check(
            what: "shapes without points that are not dangling",
            violations: """
                SELECT shape_id FROM shape WHERE points = 0
                  AND shape NOT IN (SELECT key FROM dangling WHERE kind = 'shape')
                """),
        Check(
            what: "patterns whose stops are not theirs",
            violations: """
                SELECT pattern FROM pattern p WHERE stops > 0 AND stops <> (
                  SELECT count(*) FROM pattern_stops c WHERE c.pattern = p.pattern
                  AND c.call BETWEEN p.first_call AND p.first_call + p.stops - 1)
                """),
        Check(
            what: "trips whose lists have a different length from their pattern",
            violations: """
                SELECT t.trip_id FROM trip t
                CROSS JOIN trip_group d ON d.trip_group = t.trip_group
                CROSS JOIN pattern p ON p.pattern = d.pattern
                LEFT JOIN timing ti ON ti.timing = t.timing
                LEFT JOIN dwell dw ON dw.dwell = ti.dwell
                LEFT JOIN distances dl ON dl.distances = t.distances
                WHERE length(ti.departures) <> p.stops OR length(ti.arrivals) <> p.stops
                  OR length(ti.interpolated) <> p.stops OR length(dw.dwells) <> p.stops
                  OR length(dl.codes) <> p.stops * abs(dl.width)
                  OR (t.timing IS NULL) <> (t.origin IS NULL)
                """),
        Check(
            what: "shapes whose chunks are not theirs",
            violations: """
                SELECT shape_id FROM shape s WHERE points <> coalesce((
                  SELECT sum(c.points) FROM shape_chunk c
                  WHERE c.chunk BETWEEN s.first_chunk AND s.last_chunk), 0)
                """),
        Check(
            what: "stops that are not found by place",
            violations: """
                SELECT stop_id FROM stops
                WHERE stop_lat BETWEEN -90 AND 90 AND stop_lon BETWEEN -180 AND 180
                  AND sid NOT IN (SELECT sid FROM stops_rtree)
                """),
        Check(
            what: "days that service_dates does not know",
            violations: """
                SELECT first_day FROM service
                WHERE first_day BETWEEN \(years.lowerBound) AND \(years.upperBound)
                  AND first_day NOT IN (SELECT day FROM day)
                UNION ALL
                SELECT date FROM day d
                WHERE day < \(years.upperBound) AND day + 1 NOT IN (SELECT day FROM day)
                  AND EXISTS (SELECT 1 FROM service WHERE first_day <= d.day AND last_day > d.day)
                UNION ALL
                SELECT date FROM day
                WHERE date IS NOT CAST(strftime('%Y%m%d', day * 86400, 'unixepoch') AS INTEGER)
                """),
        Check(
            what: "shape chunks that no shape has",
            violations: """
                SELECT chunk FROM shape_chunk
                WHERE (SELECT count(*) FROM shape_chunk) <>
                  (SELECT coalesce(sum(last_chunk - first_chunk + 1), 0) FROM shape WHERE points > 0)
                LIMIT 1
                """),
    ]
}
