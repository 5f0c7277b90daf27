import BundleCodec
import FeedCompiling
import GTFSSchedule
import SQLiteLayer

/// After the load, leaves out what no kept row needs or refers to.
///
/// The big files were filtered as they streamed by: `trip` has only the kept trips. The small
/// tables follow here, from what trips use outward, along all references as ``FilterEffect`` says.
/// Beyond that, these stay:
///
/// | rows | stay |
/// | --- | --- |
/// | stops | that belong to a station of kept ones |
/// | timeframes, areas, networks | with a kept stop or route, or to which a kept rule refers |
/// | fares (version 1) | with a rule left; those that never had one |
/// | translations | of kept records, and of values that kept rows have |
///
/// A row that refers to what the feed never had stays. If every trip and day is kept, so is
/// everything.
struct FilterClosure {
    private let filter: FeedFilter
    /// By the key of the service, less one.
    private let keptDays: [ClosedRange<Int>]
    /// Translations name rows by the values of these fields.
    private let translated: [(table: String, field: String)]
    let connection: Connection

    private init(
        _ filter: FeedFilter, _ keptDays: [ClosedRange<Int>], _ connection: Connection
    ) throws {
        self.filter = filter
        self.keptDays = keptDays
        self.connection = connection
        translated = filter.isSelective ? try Self.translatedFields(connection) : []
    }

    static func apply(
        _ filter: FeedFilter, keepsAllTrips: Bool, keptDays: [ClosedRange<Int>],
        _ connection: Connection
    ) throws {
        let closure = try FilterClosure(filter, keptDays, connection)
        try closure.dropTranslationsOfParts()
        guard filter.isSelective else { return }
        try connection.execute(
            "CREATE TEMP TABLE gone (field TEXT, id TEXT, PRIMARY KEY (field, id)) WITHOUT ROWID")
        try closure.keepDays()
        let isIdle = try connection.integer("SELECT 1 FROM idle_service LIMIT 1") != nil
        if try !keepsAllTrips || isIdle || closure.removals() > 0 {
            try closure.keepWhatTripsNeed()
        }
        try connection.execute("DROP TABLE gone; DROP TABLE idle_service")
    }

    private func keepWhatTripsNeed() throws {
        try keepStops()
        try keepRoutes()
        for (table, key) in [
            ("levels", "level_id"), ("booking_rules", "booking_rule_id"),
            ("location_groups", "location_group_id"), ("locations", "id"),
        ] {
            try keep(table, key, usedBy: users(of: table))
        }
        try keepShapes()
        try keepRulesWithAllZones()
        try dropWhatRefersToRemoved()
        try LegRuleClosure(self).apply()
        try keepServices()
        try keepTranslations()
        try connection.execute(
            """
            DELETE FROM dangling WHERE kind = 'route'
              AND key NOT IN (SELECT rid FROM pattern WHERE rid IS NOT NULL);
            DELETE FROM dangling WHERE kind = 'service'
              AND key NOT IN (SELECT service FROM trip_group WHERE service IS NOT NULL);
            """)
    }

    // MARK: Removal

    /// The fields of each table to which others refer, by which translations name its records, or which
    /// say that an area or a network has members.
    private static let names: [String: Set<String>] = {
        var names: [String: Set<String>] = [
            "route_networks": ["network_id"], "stop_areas": ["area_id"],
        ]
        for table in Schedule.tables {
            if table.file.primaryKey.count == 1 {
                names[table.name, default: []].formUnion(table.file.primaryKey)
            }
            for reference in table.fields.flatMap(\.references) {
                names[String(reference.file.prefix { $0 != "." }), default: []]
                    .insert(reference.field)
            }
        }
        return names
    }()

    /// The first two columns of longer keys, by which translations name records of these tables; a file
    /// without a key has all its columns as one.
    private static let pairs = Dictionary(
        uniqueKeysWithValues: Schedule.tables.compactMap { table in
            let key =
                table.file.primaryKey.isEmpty ? table.fields.map(\.name) : table.file.primaryKey
            return key.count > 1 ? (table.name, Array(key.prefix(2))) : nil
        })

    private static func pair(_ first: String, _ second: String) -> String {
        "\(first) || char(0) || \(second)"
    }

    /// A small file without rows is a view, from which nothing can be deleted.
    func remove(_ table: String, where condition: String) throws {
        guard try connection.hasTable(table) else { return }
        func remember(_ field: String, _ name: String) throws {
            try connection.execute(
                """
                INSERT OR IGNORE INTO gone SELECT '\(table).\(field)', \(name) FROM \(table)
                WHERE (\(condition)) AND \(name) IS NOT NULL
                """)
        }
        let values = translated.filter { $0.table == table }.map(\.field)
        for field in (Self.names[table] ?? []).union(values).sorted() {
            try remember(field, field)
        }
        if let key = Self.pairs[table], try connection.hasTable("translations") {
            try remember("", Self.pair(key[0], key[1]))
        }
        try connection.execute("DELETE FROM \(table) WHERE \(condition)")
    }

    /// Executes a statement that changes a table. A small file without rows is a view, which has
    /// nothing to change, and from which SQLite refuses even to prepare the statement.
    func change(_ table: String, _ statement: String) throws {
        if try connection.hasTable(table) { try connection.execute(statement) }
    }

    /// `targets` are the fields that may hold the value, such as `stops.zone_id`.
    static func isGone(_ column: String, from targets: [(table: String, field: String)]) -> String {
        let fields = targets.map { "'\($0.table).\($0.field)'" }.joined(separator: ", ")
        let left = targets.map {
            "SELECT \($0.field) FROM \($0.table) WHERE \($0.field) IS NOT NULL"
        }
        return """
            \(column) IN (SELECT id FROM gone WHERE field IN (\(fields)))
            AND \(column) NOT IN (\(left.joined(separator: " UNION ")))
            """
    }

    func keep(_ table: String, _ key: String, usedBy users: [String]) throws {
        // A NULL among the users would make every test unknown.
        try remove(
            table,
            where: """
                \(key) NOT IN (SELECT * FROM (\(users.joined(separator: " UNION ")))
                  EXCEPT SELECT NULL)
                """)
    }

    /// Values by which kept rows of small tables keep rows of the table.
    private func users(of table: String) -> [String] {
        FilterEffect.fields(.keeps, naming: table).filter { $0.table != Trip.table }.map {
            // The bundle has the fields of flexible service in a table of their own.
            let rows = $0.table == StopTime.table ? "flex_stop_times" : $0.table.name
            return "SELECT \($0.field.name) FROM \(rows)"
        }
    }

    // MARK: What trips need

    /// Keeps stops that trips call at, their stations, and all that belongs to those stations. A
    /// feed's stations may have stations themselves, although the reference allows no such thing,
    /// even in a circle, which ends where `UNION` finds nothing new.
    private func keepStops() throws {
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
        try keep("stops", "stop_id", usedBy: ["SELECT stop_id FROM kept_stop"])
    }

    /// A blank agency_id refers to the only agency.
    private func keepRoutes() throws {
        if try connection.hasTable("fare_leg_rules") { try LegRuleClosure(self).spareRoutes() }
        try keep("routes", "rid", usedBy: ["SELECT rid FROM pattern"])
        guard try connection.integer("SELECT 1 FROM routes LIMIT 1") != nil else {
            return try keepAskedAgencies()
        }
        // A route that names no agency belongs to the only agency.
        if try connection.integer("SELECT 1 FROM routes WHERE agency_id IS NULL LIMIT 1") == nil {
            try keep("agency", "agency_id", usedBy: users(of: "agency"))
        }
    }

    /// If the filter names none of the feed's agencies, all stay: an agency tells the time zone.
    private func keepAskedAgencies() throws {
        try connection.execute("CREATE TEMP TABLE asked_agency (agency_id TEXT PRIMARY KEY)")
        let insert = try Statement(
            connection,
            "INSERT INTO asked_agency SELECT DISTINCT agency_id FROM agency WHERE agency_id = ?")
        for id in filter.agencies {
            try insert.run(id.text)
        }
        if try connection.integer("SELECT 1 FROM asked_agency LIMIT 1") != nil {
            try keep("agency", "agency_id", usedBy: ["SELECT agency_id FROM asked_agency"])
        }
        try connection.execute("DROP TABLE asked_agency")
    }

    /// Shapes are read before it is known which trips stop in the area or run in the window.
    private func keepShapes() throws {
        let unused = "shape NOT IN (SELECT shape FROM pattern WHERE shape IS NOT NULL)"
        let delete = try Statement(
            connection, "DELETE FROM shape_chunk WHERE chunk BETWEEN ? AND ?")
        try connection.readRows(
            "SELECT first_chunk, last_chunk FROM shape WHERE \(unused)"
        ) { row in
            try delete.run(row.int64(0), row.int64(1))
        }
        try connection.execute("DELETE FROM shape WHERE \(unused)")
    }

    // MARK: Services

    /// Cuts services to the days of the filter, and those before and after it that they keep.
    ///
    /// A service without such a day that `timeframes` or `booking_rules` name is left as it is for now,
    /// in `idle_service`: a rule that stays may need it.
    private func keepDays() throws {
        try connection.execute("CREATE TEMP TABLE idle_service (service_id TEXT PRIMARY KEY)")
        guard filter.days != nil else { return }
        try connection.execute(
            "CREATE TEMP TABLE kept_days (service INTEGER PRIMARY KEY, first, last)")
        let insert = try Statement(connection, "INSERT INTO kept_days VALUES (?, ?, ?)")
        for (service, days) in keptDays.enumerated() {
            try insert.run(
                Int64(service + 1), Int64(ServiceDate(dayNumber: days.lowerBound).yyyymmdd),
                Int64(ServiceDate(dayNumber: days.upperBound).yyyymmdd))
        }
        func kept(_ day: String, _ table: String) -> String {
            "(SELECT \(day) FROM kept_days k WHERE k.service = \(table).service)"
        }
        func isOutside(_ table: String, from start: String, to end: String) -> String {
            "(\(start) > \(kept("last", table)) OR \(end) < \(kept("first", table)))"
        }
        // A period entirely outside the window has no day left.
        let outside: KeyValuePairs = [
            "calendar": isOutside("calendar", from: "start_date", to: "end_date"),
            "calendar_dates": isOutside("calendar_dates", from: "date", to: "date"),
        ]
        func services(_ condition: (String) -> String) -> String {
            outside.map { "SELECT service_id FROM \($0.key) WHERE \(condition($0.value))" }
                .joined(separator: " UNION ")
        }
        try connection.execute(
            """
            INSERT INTO idle_service
              WITH named(service_id) AS (\(users(of: "calendar").joined(separator: " UNION ")))
              SELECT service_id FROM named
              WHERE service_id IN (\(services { $0 }))
              AND service_id NOT IN (\(services { "service_id IS NOT NULL AND NOT \($0)" }))
            """)
        let isBusy = "service_id NOT IN (SELECT service_id FROM idle_service)"
        for (table, condition) in outside {
            try remove(table, where: "\(condition) AND \(isBusy)")
        }
        try change(
            "calendar",
            """
            UPDATE calendar SET end_date = min(end_date, \(kept("last", "calendar"))),
              start_date = max(start_date, \(kept("first", "calendar")))
            WHERE \(isBusy)
            """)
        try connection.execute("DROP TABLE kept_days")
    }

    private func keepServices() throws {
        try keep(
            "service", "service",
            usedBy: [
                "SELECT service FROM trip_group",
                """
                SELECT service FROM service
                WHERE service_id IN (\(users(of: "calendar").joined(separator: " UNION ")))
                """,
            ])
        for table in ["calendar", "calendar_dates"] {
            try keep(table, "service", usedBy: ["SELECT service FROM service"])
        }
    }

    // MARK: Fares of version 1

    /// The rows of `contains_id` with the same other cells are one rule, about rides through all of
    /// these zones: without one of them it would apply to more rides. Fares whose last rule goes would
    /// apply to all of them.
    private func keepRulesWithAllZones() throws {
        guard try connection.hasTable("fare_rules") else { return }
        func key(_ row: String) -> String {
            ["fare_id", "route_id", "origin_id", "destination_id"]
                .map { "coalesce(\(row).\($0), '')" }.joined(separator: ", ")
        }
        let isLost = Self.isGone("lost.contains_id", from: [("stops", "zone_id")])
        try connection.execute(
            "CREATE TEMP TABLE ruled_fare AS SELECT DISTINCT fare_id FROM fare_rules")
        try remove(
            "fare_rules",
            where: """
                contains_id IS NOT NULL AND (\(key("fare_rules"))) IN (
                  SELECT \(key("lost")) FROM fare_rules lost WHERE \(isLost))
                """)
    }

    private func dropFaresWithoutRules() throws {
        guard try connection.hasTable("fare_rules") else { return }
        try remove(
            "fare_attributes",
            where: """
                fare_id IN (SELECT fare_id FROM ruled_fare WHERE fare_id IS NOT NULL)
                AND fare_id NOT IN (SELECT fare_id FROM fare_rules WHERE fare_id IS NOT NULL)
                """)
    }

    // MARK: References

    private func dropWhatRefersToRemoved() throws {
        let fields = FilterEffect.fields(.falls).filter { $0.table != StopTime.table }
        var before = -1
        while case let count = try removals(), count != before {
            before = count
            for (table, field) in fields {
                let targets = field.references.map {
                    (table: String($0.file.prefix { $0 != "." }), field: $0.field)
                }
                // Trips were left out while they were read.
                let isGone =
                    targets.contains { $0.table == "trips" }
                    ? "\(field.name) NOT IN (SELECT trip_id FROM trip)"
                    : Self.isGone(field.name, from: targets)
                try remove(table.name, where: "\(field.name) IS NOT NULL AND \(isGone)")
            }
            try dropFaresWithoutRules()
        }
    }

    private func removals() throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM gone") ?? 0)
    }

    // MARK: Translations

    /// Names of tables are read in any case, as `gtfs validate` does.
    private static let named = "lower(table_name)"

    /// The translations of stop times that go with such a part go as well.
    private func dropTranslationsOfParts() throws {
        let tables = filter.without.flatMap(\.files).map { "'\($0.prefix { $0 != "." })'" }
        guard !tables.isEmpty else { return }
        try change(
            "translations",
            "DELETE FROM translations WHERE \(Self.named) IN (\(tables.joined(separator: ", ")))")
        guard filter.without.contains(.flex) else { return }
        let ofStopTimes = "\(Self.named) = 'stop_times' AND record_id IS NOT NULL"
        try change(
            "translations",
            """
            DELETE FROM translations
            WHERE \(ofStopTimes) AND record_id IN (SELECT trip_id FROM trip)
              AND (record_id, CAST(record_sub_id AS INTEGER)) NOT IN (
              SELECT t.trip_id, s.stop_sequence FROM trip t
              JOIN trip_group g ON g.trip_group = t.trip_group
              JOIN pattern p ON p.pattern = g.pattern
              JOIN \(BundleTables.calls("s")) AND s.pattern = p.pattern
              WHERE t.trip_id IN (SELECT record_id FROM translations WHERE \(ofStopTimes)))
            """)
    }

    private static let isByValue = "record_id IS NULL AND field_value IS NOT NULL"

    /// The texts of trips, which were left out while they were read. A rider sees one headsign at a
    /// stop, of the stop time or else of the trip, so either keeps the translations of both.
    private static let textsOfTrips: [String: String] = {
        let headsigns = """
            SELECT trip_headsign FROM trip_group UNION SELECT stop_headsign FROM stop_headsigns
            """
        return [
            "trips.trip_headsign": headsigns, "stop_times.stop_headsign": headsigns,
            "trips.trip_short_name": "SELECT trip_short_name FROM trip",
        ]
    }()

    private static func translatedFields(
        _ connection: Connection
    ) throws -> [(table: String, field: String)] {
        var fields: Set<String> = []
        try connection.readRows(
            "SELECT DISTINCT \(named) || '.' || field_name FROM translations WHERE \(isByValue)"
        ) { row in
            if let field = row.text(0) { fields.insert(field) }
        }
        return Schedule.tables.flatMap { table in
            table.fields.map { (table: table.name, field: $0.name) }
        }.filter { table, field in
            let name = "\(table).\(field)"
            return fields.contains(name)
                && (BundleInserts.tables.contains(table) || textsOfTrips[name] != nil)
        }
    }

    /// Translations by record follow their record, and those by value the rows that have it.
    private func keepTranslations() throws {
        func drop(_ tables: String, where isGone: String) throws {
            try change(
                "translations",
                """
                DELETE FROM translations
                WHERE \(Self.named) IN (\(tables)) AND record_id IS NOT NULL AND \(isGone)
                """)
        }
        try drop(
            "'trips', 'stop_times', 'frequencies'",
            where: "record_id NOT IN (SELECT trip_id FROM trip)")
        try drop("'shapes'", where: "record_id NOT IN (SELECT shape_id FROM shape)")
        for table in Schedule.tables where try connection.hasTable(table.name) {
            let key = table.file.primaryKey
            if key.count == 1, table.name != "trips" {
                try drop(
                    "'\(table.name)'", where: Self.isGone("record_id", from: [(table.name, key[0])])
                )
            } else if let pair = Self.pairs[table.name] {
                let record = Self.pair("record_id", "record_sub_id")
                let left = Self.pair(pair[0], pair[1])
                try drop(
                    "'\(table.name)'",
                    where: """
                        \(record) IN (SELECT id FROM gone WHERE field = '\(table.name).')
                        AND \(record) NOT IN (
                          SELECT \(left) FROM \(table.name) WHERE \(left) IS NOT NULL)
                        """)
            }
        }
        for (table, field) in translated {
            let isGone =
                Self.textsOfTrips["\(table).\(field)"].map {
                    "field_value NOT IN (\($0) EXCEPT SELECT NULL)"
                } ?? Self.isGone("field_value", from: [(table, field)])
            try change(
                "translations",
                """
                DELETE FROM translations WHERE \(Self.named) = '\(table)'
                  AND field_name = '\(field)' AND \(Self.isByValue) AND \(isGone)
                """)
        }
    }
}
