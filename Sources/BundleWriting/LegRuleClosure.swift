import GTFSSchedule
import SQLiteLayer

/// Which rules of Fares v2 a filter keeps.
///
/// A leg rule whose network, area or timeframe is gone applies to no kept ride. Still it may keep
/// another rule from applying: in a feed without `rule_priority` a blank `network_id`, `from_area_id`
/// or `to_area_id` stands for all that no rule lists, and likewise the blank groups of
/// `fare_transfer_rules`. Such a rule stays, with what it refers to.
struct LegRuleClosure {
    private let closure: FilterClosure

    init(_ closure: FilterClosure) {
        self.closure = closure
    }

    /// The members tell whether a value has a kept route or stop.
    private static let listed: [(column: String, members: [(table: String, field: String)])] = [
        ("network_id", networks), ("from_area_id", areas), ("to_area_id", areas),
    ]
    private static let networks = [("route_networks", "network_id"), ("routes", "network_id")]
    private static let areas = [("stop_areas", "area_id")]

    func apply() throws {
        let connection = closure.connection
        if try connection.hasTable("fare_leg_rules") {
            try connection.execute(
                """
                CREATE TEMP TABLE fallen_leg AS
                  SELECT rowid AS leg, leg_group_id FROM fare_leg_rules WHERE \(try fallen())
                """)
            try keepTransfers()
            let isFallen = "rowid IN (SELECT leg FROM fallen_leg)"
            func timeframes(of legs: String) -> String {
                ["from_timeframe_group_id", "to_timeframe_group_id"].map {
                    "SELECT \($0) FROM fare_leg_rules WHERE \($0) IS NOT NULL AND \(legs)"
                }.joined(separator: " UNION ")
            }
            // Those that only rules name which go, and those without a day but for a rule that needs them.
            try closure.remove(
                "timeframes",
                where: """
                    timeframe_group_id NOT IN (\(timeframes(of: "NOT \(isFallen)")))
                      AND (\(Self.isIdle) OR timeframe_group_id IN (\(timeframes(of: isFallen))))
                    OR \(Self.isIdle) AND timeframe_group_id IN (\(Self.busyGroups))
                    """)
            try closure.remove("fare_leg_rules", where: isFallen)
            try connection.execute("DROP TABLE fallen_leg")
            try restoreRoutes()
        } else {
            try closure.remove("timeframes", where: Self.isIdle)
        }
        for column in ["from_leg_group_id", "to_leg_group_id"] {
            let isGone = FilterClosure.isGone(column, from: [("fare_leg_rules", "leg_group_id")])
            try closure.remove("fare_transfer_rules", where: isGone)
        }
        try dropUnused()
    }

    /// Such a leg rule applies to no kept ride, and keeps no other from applying.
    private func fallen() throws -> String {
        let connection = closure.connection
        let isGone =
            Self.listed.map { FilterClosure.isGone($0.column, from: $0.members) }
            + ["from_timeframe_group_id", "to_timeframe_group_id"].map {
                """
                \($0) IN (SELECT timeframe_group_id FROM timeframes WHERE \(Self.isIdle))
                AND \($0) NOT IN (\(Self.busyGroups))
                """
            }
        let applies = "NOT (\(isGone.map { "coalesce(\($0), 0)" }.joined(separator: " OR ")))"
        let hasPriority = try connection.integer(
            "SELECT 1 FROM fare_leg_rules WHERE rule_priority IS NOT NULL LIMIT 1")
        guard hasPriority == nil else { return "NOT (\(applies))" }
        let excludes = try Self.listed.filter { try hasBlank($0.column, of: "fare_leg_rules") }
            .map { listed in
                let isGone = FilterClosure.isGone(listed.column, from: listed.members)
                return "\(listed.column) IS NOT NULL AND NOT (\(isGone))"
            }
        return "NOT (\(([applies] + excludes).map { "(\($0))" }.joined(separator: " OR ")))"
    }

    private func hasBlank(_ column: String, of table: String) throws -> Bool {
        try closure.connection.integer(
            "SELECT 1 FROM \(table) WHERE \(column) IS NULL LIMIT 1") != nil
    }

    /// Leg rules of groups that a transfer rule lists beside one that is still there, where a blank
    /// stands for the groups that no rule lists: they stay.
    private func keepTransfers() throws {
        guard try closure.connection.hasTable("fare_transfer_rules") else { return }
        let living = """
            SELECT leg_group_id FROM fare_leg_rules
            WHERE rowid NOT IN (SELECT leg FROM fallen_leg) AND leg_group_id IS NOT NULL
            """
        for (column, other) in [
            ("from_leg_group_id", "to_leg_group_id"), ("to_leg_group_id", "from_leg_group_id"),
        ] where try hasBlank(column, of: "fare_transfer_rules") {
            try closure.connection.execute(
                """
                DELETE FROM fallen_leg WHERE leg_group_id IN (
                  SELECT \(other) FROM fare_transfer_rules WHERE \(column) IN (\(living)))
                """)
        }
    }

    // MARK: Timeframes

    private static let isIdle = "service_id IN (SELECT service_id FROM idle_service)"
    private static let busyGroups = """
        SELECT timeframe_group_id FROM timeframes
        WHERE timeframe_group_id IS NOT NULL AND (service_id IS NULL OR NOT \(isIdle))
        """

    // MARK: Networks of `routes.txt`

    /// While the rule stays, so must the network.
    func spareRoutes() throws {
        try closure.connection.execute(
            """
            CREATE TEMP TABLE spare_route AS SELECT * FROM routes WHERE rid IN (
              SELECT min(rid) FROM routes
              WHERE network_id IN (SELECT network_id FROM fare_leg_rules)
              AND network_id NOT IN (
                SELECT network_id FROM routes
                WHERE network_id IS NOT NULL AND rid IN (SELECT rid FROM pattern))
              GROUP BY network_id);
            CREATE TEMP TABLE spare_agency AS SELECT * FROM agency;
            """)
    }

    private func restoreRoutes() throws {
        try closure.change(
            "routes",
            """
            INSERT INTO routes SELECT * FROM spare_route
              WHERE network_id IN (SELECT network_id FROM fare_leg_rules)
            """)
        try closure.change(
            "agency",
            """
            INSERT INTO agency SELECT * FROM spare_agency
              WHERE agency_id IN (SELECT agency_id FROM routes)
              AND agency_id NOT IN (SELECT agency_id FROM agency WHERE agency_id IS NOT NULL)
            """)
        try closure.connection.execute("DROP TABLE spare_route; DROP TABLE spare_agency")
    }

    private func dropUnused() throws {
        for column in ["from_network_id", "to_network_id"] {
            try closure.remove(
                "fare_leg_join_rules",
                where: FilterClosure.isGone(column, from: Self.networks))
        }
        try drop("networks", "network_id", without: Self.networks, unlessIn: ["network_id"])
        try drop("areas", "area_id", without: Self.areas, unlessIn: ["from_area_id", "to_area_id"])
    }

    /// No member names the dropped ones, nor do these columns of leg rules.
    private func drop(
        _ table: String, _ key: String, without members: [(table: String, field: String)],
        unlessIn columns: [String]
    ) throws {
        let used = columns.map { "SELECT \($0) FROM fare_leg_rules WHERE \($0) IS NOT NULL" }
        try closure.remove(
            table,
            where: """
                \(FilterClosure.isGone(key, from: members))
                AND \(key) NOT IN (\(used.joined(separator: " UNION ")))
                """)
    }
}
