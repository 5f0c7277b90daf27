import TransitModel
import WebPages

struct RoutesPage: PagePart {
    let context: ExplorerContext

    func page() async throws -> ExplorerPage {
        let text = target.value("q")
        let query = [("q", text)] + target.values("mode").map { ("mode", $0 as String?) }
        let answer = try await context.routes(query, cursor: target.value("cursor"))
        let groups = answer.value.map(section)
        let nothing: HTML = """
            <p id="nothing" class="note">\(texts("routes.nothing")) \
            <a href="\(links.page("routes"))">\(texts("routes.all"))</a></p>
            """
        func page(_ cursor: String?) -> String? {
            cursor.map { links.page("routes", query: query + [("cursor", $0)]) }
        }
        return ExplorerPage(
            title: text.map { texts("routes.found", ["q": $0]) } ?? texts("routes.title"),
            body: """
                \(try await tabs(text))
                \(groups.isEmpty ? nothing : HTML.joined(groups))
                \(Pieces.pages(
                    texts("pages.label"),
                    [
                        (texts("pages.previous"), page(answer.previous), "prev"),
                        (texts("pages.next"), page(answer.next), "next"),
                    ]))
                """, map: MapContent())
    }

    private func section(_ group: RouteGroup) -> HTML {
        let groups = EqualRoutes.groups(group.routes, byLongName: true)
        let items = groups.map { "<li>\(RouteList.item($0, context))</li>\n" as HTML }
        let word = group.type.mode.rawValue
        let count = texts("home.routes", count: group.count)
        return Pieces.section(
            "mode-\(word)", "\(texts.mode(word)) <span class=\"quiet\">\(count)</span>",
            "<ul id=\"routes-\(word)\" class=\"links\">\(items)</ul>")
    }

    private func tabs(_ text: String?) async throws -> HTML? {
        let words = try await context.routes().modes
        let chosen = target.values("mode")
        guard words.count > 1 else { return nil }
        func tab(_ name: String, _ word: String?) -> (HTML, String, Bool) {
            let address = links.page("routes", query: [("q", text), ("mode", word)])
            return ("\(name)", address, chosen == [word].compactMap { $0 })
        }
        return Pieces.tabs(
            texts("board.mode"),
            [tab(texts("board.any"), nil)] + words.map { tab(texts.mode($0), $0) })
    }
}

enum RouteList {
    static func item(_ routes: EqualRoutes, _ context: ExplorerContext) -> HTML {
        let route = routes.first
        let long: HTML? =
            route.routeLongName.isEmpty || route.routeLongName == route.name
            ? nil : " \(context.name(route.routeLongName))"
        let others = routes.all.dropFirst().map { idLink($0, context) }
        let more: HTML? =
            others.isEmpty
            ? nil
            : """
             <span class="quiet">\(context.texts("routes.equal")) \
            \(HTML.joined(others, separator: ", "))</span>
            """
        return """
            <a href="\(context.links.route(route.routeID))">\(RouteColorClasses.badge(route))\(long)</a>\(more)
            """
    }

    static func idLink(_ route: Route, _ context: ExplorerContext) -> HTML {
        "<a href=\"\(context.links.route(route.routeID))\"><bdi>\(route.routeID)</bdi></a>"
    }
}
