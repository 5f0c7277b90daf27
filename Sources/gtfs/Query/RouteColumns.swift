import TransitBundle

/// How routes are shown in lists.
enum RouteColumns {
    /// What CSV shows.
    static let names = Route.CodingKeys.allCases.map(\.rawValue)

    static func table(_ routes: [Route]) -> TextTable {
        var table = TextTable([], rightAligned: [3])
        for route in routes {
            table.add(
                [route.name, route.routeLongName, route.routeID, "rid:\(route.rid)"],
                badge: TerminalColor.badge(route.colour, route.textColour))
        }
        return table
    }
}
