import ArgumentParser
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryRoutes: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "The routes, grouped by type.")

    @OptionGroup var options: QueryOptions

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let pages = try await asked.pages(Asked<RoutesQuestion>()) { try await $0.routes() }
        return QueryAnswer(
            pages,
            table: CSVTable(
                rows: ["groups.routes"], columns: Route.CodingKeys.allCases.map(\.rawValue))
        ) {
            let groups = RouteGroup.grouping(pages.flatMap(\.data.model))
            let lines = groups.flatMap { group in
                ["\(group.title) (\(group.count))"] + TextTable(group.routes, Route.columns).lines
            }
            return lines.isEmpty ? ["no routes"] : lines
        }
    }
}

extension Route {
    static var columns: [TextColumn<Route>] {
        [
            .init { $0.name }.badged { $0.badge }, .init { $0.routeLongName }, .init { $0.routeID },
            .init("", .right) { "rid:\($0.rid)" },
        ]
    }

    var badge: String { TerminalColor.badge(color, textColor) }
}
