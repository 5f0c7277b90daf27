import TransitAPI
import TransitModel
import WebPages

struct RoutesPage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    func page() async throws -> ExplorerPage {
        let target = context.target
        let text = target.value("q")
        let query = [("q", text)] + target.values("mode").map { ("mode", $0 as String?) }
        let answer = try await context.ask(
            .routes, query + [("cursor", target.value("cursor"))]
        ) { $0.routes }
        let groups = answer.data.groups.map(section)
        let nothing: HTML = """
            <p id="nothing" class="note">\(texts("routes.nothing")) \
            <a href="\(context.links.page("routes"))">\(texts("routes.all"))</a></p>
            """
        func page(_ cursor: String?) -> String? {
            cursor.map { context.links.page("routes", query: query + [("cursor", $0)]) }
        }
        return ExplorerPage(
            title: text.map { texts("routes.found", ["q": $0]) } ?? texts("routes.title"),
            body: """
                \(try await tabs(text))
                \(groups.isEmpty ? nothing : HTML.joined(groups))
                \(Pieces.pages(
                    texts("pages.label"),
                    [
                        (texts("pages.previous"), page(answer.meta.previous), "prev"),
                        (texts("pages.next"), page(answer.meta.next), "next"),
                    ]))
                """, map: MapContent())
    }

    private func section(_ group: RouteGroupDTO) -> HTML {
        let groups = EqualRoutes.groups(group.routes.map(\.model), byLongName: true)
        let items = groups.map { "<li>\(RouteList.item($0, context))</li>\n" as HTML }
        let word = group.mode.text
        return """
            <section aria-labelledby="mode-\(word)">
            <h2 id="mode-\(word)">\(texts.mode(word)) <span class="quiet">\(texts("home.routes", count: group.routes.count))</span></h2>
            <ul id="routes-\(word)" class="links">\(items)</ul>
            </section>
            """
    }

    private func tabs(_ text: String?) async throws -> HTML? {
        var words: [String] = []
        for route in try await context.routes() where !words.contains(route.type.mode.rawValue) {
            words.append(route.type.mode.rawValue)
        }
        let chosen = context.target.values("mode")
        guard words.count > 1 else { return nil }
        let all = (
            texts("board.any"), context.links.page("routes", query: [("q", text)]), chosen.isEmpty
        )
        return Pieces.tabs(
            texts("board.mode"),
            [all]
                + words.map { word in
                    (
                        texts.mode(word),
                        context.links.page("routes", query: [("q", text), ("mode", word)]),
                        chosen == [word]
                    )
                })
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
