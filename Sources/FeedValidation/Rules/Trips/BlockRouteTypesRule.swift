import FeedCompiling

/// All trips of a block run with the same kind of vehicle.
struct BlockRouteTypesRule: FeedRule {
    static let notices: [NoticeDefinition] = [.inconsistentRouteTypeForBlockID]
    static let inputs = ["trips.txt", "routes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.blockIDs.count > 0, feed.routes.state != .missing else { return }
        let types = feed.routeTypes
        var routesOfBlock = [[Int32]](repeating: [], count: feed.blockIDs.count)
        feed.trips.forEachRow { row in
            // Trips of a block mostly follow each other: most repeats are caught here.
            if row.block >= 0, row.route >= 0, routesOfBlock[Int(row.block)].last != row.route {
                routesOfBlock[Int(row.block)].append(row.route)
            }
            return true
        }
        for (block, routes) in routesOfBlock.enumerated() where routes.count > 1 {
            var names: [String] = []
            for route in routes where types.isDefined(route) {
                let name = Self.name(types.code(route), feed.options.isCanonical)
                if !names.contains(name) { names.append(name) }
            }
            guard names.count > 1 else { continue }
            var ids: [String] = []
            for route in routes {
                let id = feed.routeIDs.string(Int(route))
                if !ids.contains(id) { ids.append(id) }
            }
            bin.add(
                .inconsistentRouteTypeForBlockID,
                [
                    "blockId": feed.blockIDs.string(block),
                    "routeIds": ids.joined(separator: ", "),
                    "routeTypes": names.joined(separator: ", "),
                ])
        }
    }

    /// A type's name in the notice: the canonical validator has one for all that it does not know.
    private static func name(_ code: Int?, _ isCanonical: Bool) -> String {
        switch code {
        case 0: "LIGHT_RAIL"
        case 1: "SUBWAY"
        case 2: "RAIL"
        case 3: "BUS"
        case 4: "FERRY"
        case 5: "CABLE_TRAM"
        case 6: "AERIAL_LIFT"
        case 7: "FUNICULAR"
        case 11: "TROLLEYBUS"
        case 12: "MONORAIL"
        case let code?: isCanonical ? "UNRECOGNIZED" : "\(code)"
        case nil: "UNRECOGNIZED"
        }
    }
}

extension NoticeDefinition {
    static let inconsistentRouteTypeForBlockID = NoticeDefinition(
        "inconsistent_route_type_for_block_id", .warning,
        "Trips of a block belong to routes of different types.",
        why: "A vehicle does not turn from a bus into a tram.",
        fix: "Correct `block_id`, or `route_type` of the routes.",
        reference: "trips.txt", "block_id")
}
