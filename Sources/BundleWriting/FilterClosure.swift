import FeedCompiling
import GRDB
import GTFSSchedule

/// Leaves out, after the load, whatever nothing that was kept needs or refers to.
///
/// The big files were filtered as they streamed by: `trip` has the kept trips only. Here the small
/// tables follow. Rows go one way, from what trips use outward; a row that refers to something left
/// out goes too, so that nothing dangles that did not dangle in the feed.
enum FilterClosure {
    static func apply(_ filter: FeedFilter, _ db: Database) throws {
        guard filter.isSelective else { return }
        try keepStops(db)
        try keepRoutes(db)
        try keepServices(filter, db)
        for (table, column, kept) in references {
            // Blank refers to nothing. What the feed never defined is left as it was found, if
            // what it stands beside is kept.
            try db.execute(
                sql:
                    "DELETE FROM \(table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (\(kept))"
            )
        }
        try dropUnusedFares(db)
        try keepTranslations(db)
        try db.execute(
            sql: """
                DELETE FROM dangling WHERE kind = 'stop'
                  AND key NOT IN (SELECT sid FROM pattern_stops WHERE sid IS NOT NULL);
                DELETE FROM dangling WHERE kind = 'route'
                  AND key NOT IN (SELECT rid FROM pattern WHERE rid IS NOT NULL);
                DELETE FROM dangling WHERE kind = 'service'
                  AND key NOT IN (SELECT service FROM trip_group WHERE service IS NOT NULL);
                """)
    }

    /// Stops that trips call at, with their stations, and all that belongs to those stations.
    private static func keepStops(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE kept_stop (stop_id TEXT PRIMARY KEY);
                INSERT OR IGNORE INTO kept_stop
                  SELECT stop_id FROM stops WHERE sid IN (SELECT sid FROM pattern_stops);
                INSERT OR IGNORE INTO kept_stop
                  SELECT stop_id FROM location_group_stops WHERE location_group_id IN
                    (SELECT location_group_id FROM flex_stop_times);
                INSERT OR IGNORE INTO kept_stop
                  SELECT parent_station FROM stops
                  WHERE stop_id IN (SELECT stop_id FROM kept_stop) AND parent_station IS NOT NULL;
                INSERT OR IGNORE INTO kept_stop
                  SELECT parent_station FROM stops
                  WHERE stop_id IN (SELECT stop_id FROM kept_stop) AND parent_station IS NOT NULL;
                INSERT OR IGNORE INTO kept_stop
                  SELECT stop_id FROM stops WHERE location_type IN (2, 3)
                  AND parent_station IN (SELECT stop_id FROM kept_stop);
                INSERT OR IGNORE INTO kept_stop
                  SELECT stop_id FROM stops WHERE location_type = 4
                  AND parent_station IN (SELECT stop_id FROM kept_stop);
                DELETE FROM stops WHERE stop_id NOT IN (SELECT stop_id FROM kept_stop);
                DELETE FROM levels WHERE level_id NOT IN
                  (SELECT level_id FROM stops WHERE level_id IS NOT NULL);
                """)
    }

    /// Routes that trips use, and their agencies: a blank agency_id refers to the only one.
    private static func keepRoutes(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM routes WHERE rid NOT IN
                  (SELECT rid FROM pattern WHERE rid IS NOT NULL);
                DELETE FROM agency WHERE agency_id IS NOT NULL AND agency_id NOT IN
                  (SELECT agency_id FROM routes WHERE agency_id IS NOT NULL)
                  AND NOT EXISTS (SELECT 1 FROM routes WHERE agency_id IS NULL);
                """)
    }

    private static func keepServices(_ filter: FeedFilter, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM service WHERE service NOT IN
                  (SELECT service FROM trip_group WHERE service IS NOT NULL);
                DELETE FROM calendar WHERE service NOT IN (SELECT service FROM service);
                DELETE FROM calendar_dates WHERE service NOT IN (SELECT service FROM service);
                """)
        if let from = filter.from {
            let day = from.yyyymmdd
            try db.execute(
                sql: """
                    UPDATE calendar SET start_date = \(day) WHERE start_date < \(day);
                    DELETE FROM calendar_dates WHERE date < \(day);
                    """)
        }
        if let to = filter.to {
            let day = to.yyyymmdd
            try db.execute(
                sql: """
                    UPDATE calendar SET end_date = \(day) WHERE end_date > \(day);
                    DELETE FROM calendar_dates WHERE date > \(day);
                    """)
        }
        // A period that lies outside the window altogether has no day left.
        try db.execute(sql: "DELETE FROM calendar WHERE start_date > end_date")
    }

    private static let stops = "SELECT stop_id FROM stops"
    private static let routes = "SELECT route_id FROM routes"
    private static let trips = "SELECT trip_id FROM trip"

    /// Table, column, and what of it is kept; in the order in which one follows from another.
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
        (
            "booking_rules", "booking_rule_id",
            """
            SELECT pickup_booking_rule_id FROM flex_stop_times
            UNION SELECT drop_off_booking_rule_id FROM flex_stop_times
            """
        ),
        ("timeframes", "service_id", "SELECT service_id FROM service"),
        ("fare_rules", "route_id", routes),
        ("attributions", "agency_id", "SELECT agency_id FROM agency"),
        ("attributions", "route_id", routes), ("attributions", "trip_id", trips),
        ("fare_attributes", "agency_id", "SELECT agency_id FROM agency"),
        ("fare_rules", "fare_id", "SELECT fare_id FROM fare_attributes"),
        ("fare_leg_join_rules", "from_stop_id", stops),
        ("fare_leg_join_rules", "to_stop_id", stops),
    ]

    /// Fare zones, areas and networks that no kept stop or route is in, and the rules about them.
    private static func dropUnusedFares(_ db: Database) throws {
        let zones = "SELECT zone_id FROM stops WHERE zone_id IS NOT NULL"
        let areas = "SELECT area_id FROM stop_areas"
        let networks =
            "SELECT network_id FROM route_networks UNION SELECT network_id FROM routes"
        for (table, column, kept) in [
            ("fare_rules", "origin_id", zones), ("fare_rules", "destination_id", zones),
            ("fare_rules", "contains_id", zones),
            ("areas", "area_id", areas), ("networks", "network_id", networks),
            ("fare_leg_rules", "from_area_id", areas), ("fare_leg_rules", "to_area_id", areas),
            ("fare_leg_rules", "network_id", networks),
            ("fare_leg_join_rules", "from_network_id", networks),
            ("fare_leg_join_rules", "to_network_id", networks),
        ] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE \(column) IS NOT NULL AND \(column) NOT IN
                    (SELECT * FROM (\(kept)) WHERE 1)
                    """)
        }
    }

    /// Translations by record follow the record; those by value stay, as they name none.
    private static func keepTranslations(_ db: Database) throws {
        for (table, kept) in [
            ("stops", stops), ("routes", routes), ("trips", trips), ("stop_times", trips),
            ("agency", "SELECT agency_id FROM agency"), ("levels", "SELECT level_id FROM levels"),
            ("pathways", "SELECT pathway_id FROM pathways"),
            ("attributions", "SELECT attribution_id FROM attributions"),
        ] {
            try db.execute(
                sql: """
                    DELETE FROM translations WHERE table_name = ? AND record_id IS NOT NULL
                      AND record_id NOT IN (SELECT * FROM (\(kept)) WHERE 1)
                    """, arguments: [table])
        }
    }
}
