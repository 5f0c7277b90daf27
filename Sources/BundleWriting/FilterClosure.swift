import FeedCompiling
import GTFSSchedule
import SQLiteLayer

/// After the load, leaves out what no kept row needs or refers to.
///
/// The big files were filtered as they streamed by: `trip` has only the kept trips. The small
/// tables follow here, in one direction, from what trips use outward. A row that refers to
/// something left out is left out too, so nothing dangles that did not dangle in the feed.
enum FilterClosure {
    static func apply(_ filter: FeedFilter, _ connection: Connection) throws {
        guard filter.isSelective else { return }
        try keepStops(connection)
        try keepRoutes(connection)
        try keepBookingRules(connection)
        try keepServices(filter, connection)
        if filter.area != nil { try keepShapes(connection) }
        for (table, column, kept) in references + fares {
            try drop(table, column: column, unlessIn: kept, in: connection)
        }
        try keepTranslations(connection)
        try connection.execute(
            """
            DELETE FROM dangling WHERE kind = 'route'
              AND key NOT IN (SELECT rid FROM pattern WHERE rid IS NOT NULL);
            DELETE FROM dangling WHERE kind = 'service'
              AND key NOT IN (SELECT service FROM trip_group WHERE service IS NOT NULL);
            """)
    }

    /// Shapes are read before it is known which trips stop in the area.
    private static func keepShapes(_ connection: Connection) throws {
        let unused = "shape NOT IN (SELECT shape FROM pattern WHERE shape IS NOT NULL)"
        let shapes = try Statement(
            connection, "SELECT first_chunk, last_chunk FROM shape WHERE \(unused)")
        let delete = try Statement(
            connection, "DELETE FROM shape_chunk WHERE chunk BETWEEN ? AND ?")
        while try shapes.next() {
            try delete.bind(1, shapes.row.int64(0))
            try delete.bind(2, shapes.row.int64(1))
            try delete.run()
        }
        try connection.execute("DELETE FROM shape WHERE \(unused)")
    }

    /// Deletes the rows that refer to something that is not kept. A blank refers to nothing.
    private static func drop(
        _ table: String, column: String, unlessIn kept: String, in connection: Connection
    ) throws {
        // A NULL among the kept values would make every test unknown.
        try delete(
            from: table,
            where: """
                \(column) IS NOT NULL
                AND \(column) NOT IN (SELECT * FROM (\(kept)) EXCEPT SELECT NULL)
                """, connection)
    }

    /// A small file without rows is a view, from which nothing can be deleted.
    private static func delete(
        from table: String, where condition: String, _ connection: Connection
    ) throws {
        guard try connection.hasTable(table) else { return }
        try connection.execute(
            "DELETE FROM \(table) WHERE \(condition)")
    }

    /// Keeps stops that trips call at, their stations, and all that belongs to those stations. A
    /// feed's stations may have stations themselves, although the reference allows no such thing,
    /// even in a circle, which ends where `UNION` finds nothing new.
    private static func keepStops(_ connection: Connection) throws {
        try connection.execute(
            """
            CREATE TEMP TABLE kept_stop (stop_id TEXT PRIMARY KEY);
            INSERT OR IGNORE INTO kept_stop
              SELECT stop_id FROM stops WHERE sid IN (SELECT sid FROM pattern_stops);
            INSERT OR IGNORE INTO kept_stop
              SELECT stop_id FROM location_group_stops WHERE stop_id IS NOT NULL
              AND location_group_id IN (SELECT location_group_id FROM flex_stop_times);
            INSERT OR IGNORE INTO kept_stop
              WITH RECURSIVE above(stop_id) AS (
                SELECT stop_id FROM kept_stop
                UNION
                SELECT s.parent_station FROM above a JOIN stops s ON s.stop_id = a.stop_id
                WHERE s.parent_station IS NOT NULL)
              SELECT stop_id FROM above;
            INSERT OR IGNORE INTO kept_stop
              SELECT stop_id FROM stops WHERE location_type IN (2, 3)
              AND parent_station IN (SELECT stop_id FROM kept_stop);
            INSERT OR IGNORE INTO kept_stop
              SELECT stop_id FROM stops WHERE location_type = 4
              AND parent_station IN (SELECT stop_id FROM kept_stop);
            """)
        try drop(
            "stops", column: "stop_id", unlessIn: "SELECT stop_id FROM kept_stop", in: connection)
        try drop(
            "levels", column: "level_id", unlessIn: "SELECT level_id FROM stops", in: connection)
    }

    /// Keeps routes that trips use, and their agencies: a blank agency_id refers to the only one.
    private static func keepRoutes(_ connection: Connection) throws {
        try drop("routes", column: "rid", unlessIn: "SELECT rid FROM pattern", in: connection)
        // A route that names no agency belongs to the only agency.
        let namesAll = try connection.integer(
            """
            SELECT EXISTS (SELECT 1 FROM routes)
            AND NOT EXISTS (SELECT 1 FROM routes WHERE agency_id IS NULL)
            """)
        if namesAll == 1 {
            try drop(
                "agency", column: "agency_id", unlessIn: "SELECT agency_id FROM routes",
                in: connection)
        }
    }

    private static func keepBookingRules(_ connection: Connection) throws {
        try drop(
            "booking_rules", column: "booking_rule_id",
            unlessIn: """
                SELECT pickup_booking_rule_id FROM flex_stop_times
                UNION SELECT drop_off_booking_rule_id FROM flex_stop_times
                """, in: connection)
    }

    private static func keepServices(_ filter: FeedFilter, _ connection: Connection) throws {
        try drop(
            "service", column: "service",
            unlessIn: """
                SELECT service FROM trip_group UNION SELECT service FROM service
                WHERE service_id IN (SELECT prior_notice_service_id FROM booking_rules)
                """, in: connection)
        for table in ["calendar", "calendar_dates"] {
            try drop(
                table, column: "service", unlessIn: "SELECT service FROM service", in: connection)
        }
        guard let days = filter.days else { return }
        let first = ServiceDate(dayNumber: days.lowerBound).yyyymmdd
        let last = ServiceDate(dayNumber: days.upperBound).yyyymmdd
        try delete(from: "calendar_dates", where: "date < \(first) OR date > \(last)", connection)
        // A period entirely outside the window has no day left.
        try delete(
            from: "calendar", where: "start_date > \(last) OR end_date < \(first)", connection)
        guard try connection.integer("SELECT 1 FROM calendar LIMIT 1") != nil else { return }
        try connection.execute(
            """
            UPDATE calendar SET start_date = max(start_date, \(first)),
              end_date = min(end_date, \(last))
            """)
    }

    private static let stops = "SELECT stop_id FROM stops"
    private static let routes = "SELECT route_id FROM routes"
    private static let trips = "SELECT trip_id FROM trip"

    /// Table, column, and the values to keep, ordered so that each follows from those before.
    private static let references: [(table: String, column: String, kept: String)] = [
        ("frequencies", "trip_id", trips),
        ("transfers", "from_stop_id", stops), ("transfers", "to_stop_id", stops),
        ("transfers", "from_route_id", routes), ("transfers", "to_route_id", routes),
        ("transfers", "from_trip_id", trips), ("transfers", "to_trip_id", trips),
        ("pathways", "from_stop_id", stops), ("pathways", "to_stop_id", stops),
        ("stop_areas", "stop_id", stops),
        ("route_networks", "route_id", routes),
        ("location_group_stops", "stop_id", stops),
        ("location_groups", "location_group_id", "SELECT location_group_id FROM flex_stop_times"),
        (
            "location_group_stops", "location_group_id",
            "SELECT location_group_id FROM location_groups"
        ),
        ("locations", "id", "SELECT location_id FROM flex_stop_times"),
        ("timeframes", "service_id", "SELECT service_id FROM service"),
        ("fare_rules", "route_id", routes),
        ("attributions", "agency_id", "SELECT agency_id FROM agency"),
        ("attributions", "route_id", routes), ("attributions", "trip_id", trips),
        ("fare_attributes", "agency_id", "SELECT agency_id FROM agency"),
        ("fare_rules", "fare_id", "SELECT fare_id FROM fare_attributes"),
        ("fare_leg_join_rules", "from_stop_id", stops),
        ("fare_leg_join_rules", "to_stop_id", stops),
    ]

    private static let zones = "SELECT zone_id FROM stops"
    private static let areas = "SELECT area_id FROM stop_areas"
    private static let networks =
        "SELECT network_id FROM route_networks UNION SELECT network_id FROM routes"
    private static let timeframes = "SELECT timeframe_group_id FROM timeframes"
    private static let legs = "SELECT leg_group_id FROM fare_leg_rules"

    /// Fare zones, areas and networks without a kept stop or route, and the rules about them.
    private static let fares: [(table: String, column: String, kept: String)] = [
        ("fare_rules", "origin_id", zones), ("fare_rules", "destination_id", zones),
        ("fare_rules", "contains_id", zones),
        ("areas", "area_id", areas), ("networks", "network_id", networks),
        ("fare_leg_rules", "from_area_id", areas), ("fare_leg_rules", "to_area_id", areas),
        ("fare_leg_rules", "network_id", networks),
        ("fare_leg_rules", "from_timeframe_group_id", timeframes),
        ("fare_leg_rules", "to_timeframe_group_id", timeframes),
        ("fare_transfer_rules", "from_leg_group_id", legs),
        ("fare_transfer_rules", "to_leg_group_id", legs),
        ("fare_leg_join_rules", "from_network_id", networks),
        ("fare_leg_join_rules", "to_network_id", networks),
    ]

    /// Translations by record follow their record; those by value stay, as they name none.
    private static func keepTranslations(_ connection: Connection) throws {
        for (table, kept) in [
            ("stops", stops), ("routes", routes), ("trips", trips), ("stop_times", trips),
            ("agency", "SELECT agency_id FROM agency"), ("levels", "SELECT level_id FROM levels"),
            ("pathways", "SELECT pathway_id FROM pathways"),
            ("attributions", "SELECT attribution_id FROM attributions"),
        ] {
            try delete(
                from: "translations",
                where: """
                    table_name = '\(table)' AND record_id IS NOT NULL
                    AND record_id NOT IN (SELECT * FROM (\(kept)) EXCEPT SELECT NULL)
                    """, connection)
        }
    }
}
