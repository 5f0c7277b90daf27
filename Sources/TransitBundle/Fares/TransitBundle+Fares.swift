import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the rows of Fares v2; all empty when the feed has none. Separate questions tell
    /// which stops are in which areas, and which routes in which networks.
    public func fares() async throws -> Fares {
        try await question { db in
            Fares(
                products: try FareProduct.fetchAll(db), media: try FareMedium.fetchAll(db),
                riderCategories: try RiderCategory.fetchAll(db),
                legRules: try FareLegRule.fetchAll(db),
                legJoinRules: try FareLegJoinRule.fetchAll(db),
                transferRules: try FareTransferRule.fetchAll(db),
                timeframes: try Timeframe.fetchAll(db), areas: try Area.fetchAll(db),
                networks: try FareNetwork.fetchAll(db))
        }
    }

    /// Returns the areas of Fares v2 that a stop is in, by itself or through its station.
    public func areas(of stop: Stop) async throws -> [Area] {
        try await question { db in
            let parent = try StopLookup(db: db).parent(of: stop)
            return try Area.fetchAll(
                db,
                """
                WHERE area_id IN (SELECT area_id FROM stop_areas WHERE stop_id IN (?, ?))
                ORDER BY area_id
                """, arguments: [stop.stopID, parent?.stopID])
        }
    }

    /// Returns the networks of Fares v2 that a route belongs to: those of `route_networks.txt`, or
    /// its own `network_id`, which need not be in `networks.txt`.
    public func networks(of route: Route) async throws -> [FareNetwork] {
        try await question { db in
            var networks = try FareNetwork.fetchAll(
                db,
                """
                WHERE network_id IN (SELECT network_id FROM route_networks WHERE route_id = ?)
                OR network_id = ? ORDER BY network_id
                """, arguments: [route.routeID, route.networkID])
            if let own = route.networkID.map(NetworkID.init),
                !networks.contains(where: { $0.networkID == own })
            {
                var network = FareNetwork()
                network.networkID = own
                networks.append(network)
            }
            return networks
        }
    }

    /// Returns the fares of the older model (`fare_attributes.txt`, `fare_rules.txt`) that may
    /// apply to a ride on a route: those with a rule for it, with a rule that names no route, or
    /// without rules.
    public func fares(of route: Route) async throws -> [RouteFare] {
        let facts = facts
        return try await question { db in
            let rules = try FareRule.fetchAll(
                db, "WHERE route_id = ? OR route_id IS NULL", arguments: [route.routeID])
            let byFare = Dictionary(grouping: rules, by: \.fareID)
            let ruled = try facts.faresWithRules.value {
                Set(
                    try db.readAll("SELECT DISTINCT fare_id FROM fare_rules") {
                        $0.text(0).map(FareID.init)
                    })
            }
            return try FareAttribute.fetchAll(db, "ORDER BY fare_id").compactMap { fare in
                if let rules = byFare[fare.fareID] { return RouteFare(fare: fare, rules: rules) }
                let isForOthers = fare.fareID.map(ruled.contains) ?? false
                return isForOthers ? nil : RouteFare(fare: fare, rules: [])
            }
        }
    }
}
