import ArgumentParser
import TransitBundle

struct QueryRoutes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "The routes, grouped by type.")

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { bundle in
            let groups = try await bundle.routeGroups()
            var lines: [String] = []
            for group in groups {
                lines.append("\(group.title) (\(group.count))")
                lines += RouteColumns.table(group.routes).lines
            }
            let routes = groups.flatMap(\.routes)
            return QueryAnswer(
                routes, rows: routes, columns: RouteColumns.names,
                lines: lines.isEmpty ? ["no routes"] : lines)
        }
    }
}

enum RouteColumns {
    static let names = Route.CodingKeys.allCases.map(\.rawValue)

    static func table(_ routes: [Route]) -> TextTable {
        var table = TextTable([], rightAligned: [3])
        for route in routes {
            table.add(
                [route.name, route.routeLongName, route.routeID, "rid:\(route.rid)"],
                badge: TerminalColor.badge(route.color, route.textColor))
        }
        return table
    }
}
