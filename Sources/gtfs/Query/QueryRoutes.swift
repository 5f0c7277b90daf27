import ArgumentParser
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryRoutes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "The routes, grouped by type.")

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { asked in
            let pages = try await asked.pages(.routes) { try await $0.routes() }
            let groups = RouteGroup.grouping(pages.flatMap(\.model))
            let lines = groups.flatMap { group in
                ["\(group.title) (\(group.count))"] + RouteColumns.table(group.routes).lines
            }
            return QueryAnswer(
                pages, rows: ["groups.routes"], columns: RouteColumns.names,
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
