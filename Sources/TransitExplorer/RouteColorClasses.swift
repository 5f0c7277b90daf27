import TransitModel
import WebPages

/// The colors of routes as classes of a style sheet, because the policy of pages forbids inline
/// styles.
struct RouteColorClasses: PagePart {
    let context: ExplorerContext

    func file() async throws -> ExplorerFile {
        var classes: Set<String> = []
        var rules = ""
        for route in try await context.routes() {
            let name = Self.cssClass(route)
            guard classes.insert(name).inserted else { continue }
            rules +=
                ".\(name){--route:#\(route.color);--on-route:#\(route.textColor)}\n"
        }
        return .style(rules)
    }

    static func cssClass(_ route: Route) -> String {
        "c-\(route.color)-\(route.textColor)"
    }

    /// The route as people know it: its short name or else its long one, on its color.
    static func badge(_ route: Route) -> HTML {
        "<span class=\"badge \(cssClass(route))\"><bdi>\(route.name)</bdi></span>"
    }
}

extension ExplorerContext {
    /// The name of what the explorer shows: the feed's publisher, else its first agency, else its
    /// name.
    var title: String {
        shown.description.info?.feedPublisherName ?? shown.description.agencies.first?.agencyName
            ?? links.feed ?? "GTFS"
    }
}
