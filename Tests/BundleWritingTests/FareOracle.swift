import GRDB

/// The fares of rides in a bundle, after the text of the reference and with plain loops.
struct FareOracle {
    private typealias Row = [String: String]

    /// A ride on one trip, from one of its calls to a later one.
    struct Ride: Hashable {
        let trip: String
        let from: Int
        let to: Int
    }

    /// What is paid for a ride: ids of fares, of products of leg rules by the service day, and of the
    /// groups of these rules.
    struct Fares: Equatable {
        var fares: Set<String> = []
        var products: [String: Set<String>] = [:]
        var groups: Set<String> = []
    }

    private let tables: [String: [Row]]
    private let hasPriority: Bool

    /// - Parameter hasPriority: whether the feed has the column `rule_priority`.
    init(_ bundle: BuiltBundle, hasPriority: Bool) throws {
        self.hasPriority = hasPriority
        var tables: [String: [Row]] = [:]
        for table in [
            "trips", "routes", "stops", "fare_attributes", "fare_rules", "stop_areas",
            "route_networks", "timeframes", "fare_leg_rules", "fare_transfer_rules",
            "service_dates",
        ] {
            tables[table] = try Self.rows(bundle, "SELECT * FROM \(table)")
        }
        tables["calls"] = try Self.rows(
            bundle,
            """
            SELECT trip_id, stop_id, stop_sequence, departure_timestamp, location_group_id, location_id
            FROM stop_times ORDER BY trip_id, stop_sequence
            """)
        self.tables = tables
    }

    private static func rows(_ bundle: BuiltBundle, _ query: String) throws -> [Row] {
        try bundle.read { db in
            try GRDB.Row.fetchAll(db, sql: query).map { row in
                Dictionary(
                    row.compactMap { name, value in
                        String.fromDatabaseValue(value).map { (name, $0) }
                            ?? Int.fromDatabaseValue(value).map { (name, "\($0)") }
                    }, uniquingKeysWith: { first, _ in first })
            }
        }
    }

    private subscript(table: String) -> [Row] { tables[table] ?? [] }

    /// The fares of all rides between two stops.
    ///
    /// - Parameter first: the day before which no ride begins, as the number of days since 1970.
    func rides(from first: Int = 0) -> [Ride: Fares] {
        var all: [Ride: Fares] = [:]
        let calls = Dictionary(grouping: self["calls"]) { $0["trip_id"] ?? "" }
        for trip in self["trips"] {
            let ofTrip = calls[trip["trip_id"] ?? ""] ?? []
            for from in ofTrip.indices {
                for to in ofTrip.indices.dropFirst(from + 1)
                where ofTrip[from]["stop_id"] != nil && ofTrip[to]["stop_id"] != nil {
                    let ride = Ride(
                        trip: trip["trip_id"] ?? "", from: Self.place(ofTrip[from]),
                        to: Self.place(ofTrip[to]))
                    all[ride] = fares(trip, Array(ofTrip[from...to]), from: first)
                }
            }
        }
        return all
    }

    private static func place(_ call: Row) -> Int { Int(call["stop_sequence"] ?? "") ?? 0 }

    private func fares(_ trip: Row, _ calls: [Row], from first: Int) -> Fares {
        var fares = Fares()
        let route = self["routes"].first { $0["route_id"] == trip["route_id"] } ?? [:]
        fares.fares = Set(
            self["fare_attributes"].filter {
                ($0["agency_id"] ?? route["agency_id"]) == route["agency_id"]
                    && applies($0["fare_id"] ?? "", route, calls)
            }.compactMap { $0["fare_id"] })
        let seconds = (calls.first?["departure_timestamp"]).flatMap { Int($0) } ?? 0
        for day in self["service_dates"]
        where day["service_id"] == trip["service_id"]
            && (Int(day["day"] ?? "") ?? 0) + seconds / 86_400 >= first
        {
            let rules = legRules(route, calls, on: day["date"] ?? "")
            fares.products[day["date"] ?? ""] = Set(rules.compactMap { $0["fare_product_id"] })
            fares.groups.formUnion(rules.compactMap { $0["leg_group_id"] })
        }
        return fares
    }

    // MARK: Version 1

    private func applies(_ fare: String, _ route: Row, _ calls: [Row]) -> Bool {
        let rules = self["fare_rules"].filter { $0["fare_id"] == fare }
        guard !rules.isEmpty else { return true }
        let zones = calls.map { zone($0["stop_id"]) }
        return rules.contains { rule in
            func isOrBlank(_ field: String, _ value: String?) -> Bool {
                rule[field] == nil || rule[field] == value
            }
            guard isOrBlank("route_id", route["route_id"]),
                isOrBlank("origin_id", zones.first ?? nil),
                isOrBlank("destination_id", zones.last ?? nil)
            else { return false }
            let contained = rules.filter { other in
                ["route_id", "origin_id", "destination_id"].allSatisfy { other[$0] == rule[$0] }
                    && other["contains_id"] != nil
            }
            return rule["contains_id"] == nil
                || contained.allSatisfy { zones.contains($0["contains_id"]) }
        }
    }

    private func zone(_ stop: String?) -> String? {
        self["stops"].first { $0["stop_id"] == stop }?["zone_id"]
    }

    // MARK: Version 2

    private func legRules(_ route: Row, _ calls: [Row], on date: String) -> [Row] {
        let rules = self["fare_leg_rules"]
        let networks = Set(
            ([route] + self["route_networks"].filter { $0["route_id"] == route["route_id"] })
                .compactMap { $0["network_id"] })
        func areas(_ call: Row?) -> Set<String> {
            Set(
                self["stop_areas"].filter { $0["stop_id"] == call?["stop_id"] }
                    .compactMap { $0["area_id"] })
        }
        func matches(_ rule: Row, _ column: String, _ values: Set<String>) -> Bool {
            if let wanted = rule[column] { return values.contains(wanted) }
            return hasPriority || values.isDisjoint(with: rules.compactMap { $0[column] })
        }
        let matched = rules.filter {
            matches($0, "network_id", networks)
                && matches($0, "from_area_id", areas(calls.first))
                && matches($0, "to_area_id", areas(calls.last))
                && isInTime($0["from_timeframe_group_id"], calls.first, on: date)
        }
        guard hasPriority else { return matched }
        let highest = matched.map { Int($0["rule_priority"] ?? "") ?? 0 }.max()
        return matched.filter { Int($0["rule_priority"] ?? "") ?? 0 == highest }
    }

    private func isInTime(_ group: String?, _ call: Row?, on date: String) -> Bool {
        guard let group else { return true }
        guard let seconds = (call?["departure_timestamp"]).flatMap({ Int($0) }) else {
            return false
        }
        return self["timeframes"].contains { frame in
            frame["timeframe_group_id"] == group
                && Self.seconds(frame["start_time"]) <= seconds
                && seconds < Self.seconds(frame["end_time"])
                && self["service_dates"].contains {
                    $0["service_id"] == frame["service_id"] && $0["date"] == date
                }
        }
    }

    private static func seconds(_ time: String?) -> Int {
        (time ?? "").split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }

    func transfers(_ before: String, _ after: String) -> Set<String> {
        let rules = self["fare_transfer_rules"]
        func matches(_ rule: Row, _ column: String, _ group: String) -> Bool {
            if let wanted = rule[column] { return wanted == group }
            return !rules.contains { $0[column] == group }
        }
        return Set(
            rules.filter {
                matches($0, "from_leg_group_id", before) && matches($0, "to_leg_group_id", after)
            }.compactMap { $0["fare_product_id"] })
    }
}
