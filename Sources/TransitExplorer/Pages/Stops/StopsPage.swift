import TransitAPI
import TransitModel
import WebPages

/// Stops and routes that a text finds, stops around a place or in a part of the map, or all stops.
@available(iOS 17, macOS 14, *)
struct StopsPage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let text: String?
    private let near: String?

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
        text = context.target.value("q")
        // People write a blank after the comma.
        near = context.target.value("near")?.filter { $0 != " " }
    }

    /// The most routes above the stops; the page of routes has all.
    private static let mostRoutes = 20

    private var kinds: [String] { context.target.values("kind") }

    /// The question to the API, for any page of the list.
    private var question: [(String, String?)] {
        let target = context.target
        let isPlain = text == nil && near == nil && target.value("bbox") == nil
        // The pages of stations show the points inside them.
        let shown = isPlain && kinds.isEmpty ? ["stop", "station"] : kinds
        return [
            ("q", text), ("near", near), ("radius", target.value("radius")),
            ("bbox", target.value("bbox")), ("limit", target.value("limit")),
        ] + shown.map { ("kind", $0) }
    }

    func page() async throws -> ExplorerPage {
        let routes = try await routes()
        let answer = try await context.ask(
            .stops, question + [("cursor", context.target.value("cursor"))]
        ) { $0.stops }
        let stops = answer.data.elements
        let isEmpty = stops.isEmpty && routes.isEmpty
        return ExplorerPage(
            title: title,
            body: """
                \(NearForm(context).form(near))
                \(routeList(routes))
                \(chips)
                \(isEmpty ? nothing : list(stops))
                \(pages(answer.meta))
                """,
            map: MapContent(marks: stops.compactMap { context.mark($0.model) } + here))
    }

    private var title: String {
        if let text { return texts("stops.found", ["q": text]) }
        if near != nil { return texts("stops.near") }
        return texts(context.target.value("bbox") == nil ? "stops.all" : "stops.box")
    }

    /// The place that was asked about.
    private var here: [MapContent.Mark] {
        let degrees = (near ?? "").split(separator: ",").compactMap { Double($0) }
        guard degrees.count == 2 else { return [] }
        return [
            MapContent.Mark(
                latitude: degrees[0], longitude: degrees[1], name: texts("stops.here"), kind: "here"
            )
        ]
    }

    // MARK: Routes

    private func routes() async throws -> [Route] {
        guard let text, context.target.value("cursor") == nil, kinds.isEmpty else { return [] }
        return try await context.ask(.routes, [("q", text)]) { $0.routes }.data
            .groups.flatMap(\.routes).map(\.model)
    }

    private func routeList(_ routes: [Route]) -> HTML? {
        guard !routes.isEmpty, let text else { return nil }
        let items = routes.prefix(Self.mostRoutes).map {
            "<li>\(RouteList.item($0, context))</li>" as HTML
        }
        let more: HTML? =
            routes.count > Self.mostRoutes
            ? """
            <p><a href="\(context.links.page("routes", query: [("q", text)]))">\
            \(texts("stops.routes.all", count: routes.count))</a></p>
            """ : nil
        return """
            <section aria-labelledby="routes-title"><h2 id="routes-title">\(texts("stop.routes"))</h2>
            <ul id="found-routes" class="links">\(items)</ul>\(more)</section>
            """
    }

    // MARK: Stops

    private func list(_ stops: [StopDTO]) -> HTML {
        let items = stops.map { "<li>\(item($0))</li>\n" as HTML }
        return """
            <section aria-labelledby="stops-title"><h2 id="stops-title">\(texts("stops.title"))</h2>
            <ul id="stops" class="links">\(items)</ul></section>
            """
    }

    private func item(_ stop: StopDTO) -> HTML {
        var parts: [HTML] = ["\(texts.kind(of: stop.model))"]
        if let platform = stop.platformCode {
            parts.append("\(texts("stop.platform")) \(context.name(platform))")
        }
        if let code = stop.stopCode { parts.append(context.name(code)) }
        if let meters = stop.meters { parts.append("\(texts.distance(meters: meters))") }
        return
            "\(context.link(stop.model)) <span class=\"quiet\">\(HTML.joined(parts, separator: " · "))</span>"
    }

    /// The kinds of stops to choose from.
    private var chips: HTML {
        var query = question.filter { $0.0 != "kind" }
        query.removeAll { $0.0 == "limit" }
        let all: [(String, String, Bool)] = [
            (texts("board.any"), context.links.page("stops", query: query), kinds.isEmpty)
        ]
        let items = StopKind.allCases.map { kind in
            (
                texts("kind.\(kind.locationType.code)"),
                context.links.page("stops", query: query + [("kind", kind.rawValue)]),
                kinds == [kind.rawValue]
            )
        }
        return Pieces.tabs(texts("stops.kinds"), (all + items).map { ($0.0, $0.1, $0.2) })
    }

    private var nothing: HTML {
        let links = context.links
        let widened = question.filter { $0.0 != "kind" && $0.0 != "radius" }
        let isNarrow = !kinds.isEmpty || context.target.value("radius") != nil
        let wider: HTML? =
            isNarrow
            ? "<li><a href=\"\(links.page("stops", query: widened))\">\(texts("stops.wider"))</a></li>"
            : nil
        return """
            <div id="nothing" class="note"><p>\(texts("stops.nothing"))</p>
            <ul class="links">\(wider)
            <li><a href="\(links.page("stops"))">\(texts("stops.all"))</a></li>
            <li><a href="\(links.page("routes"))">\(texts("routes.title"))</a></li>
            <li><a href="\(links.page("map"))">\(texts("nav.map"))</a></li></ul></div>
            """
    }

    private func pages(_ meta: Meta) -> HTML? {
        func page(_ cursor: String?) -> String? {
            cursor.map { context.links.page("stops", query: question + [("cursor", $0)]) }
        }
        return Pieces.pages(
            texts("pages.label"),
            [
                (texts("pages.previous"), page(meta.previous), "prev"),
                (texts("pages.next"), page(meta.next), "next"),
            ])
    }
}

/// The form that asks for a place; a script can fill in the device's position.
@available(iOS 17, macOS 14, *)
struct NearForm {
    private let context: ExplorerContext

    init(_ context: ExplorerContext) {
        self.context = context
    }

    func form(_ place: String?) -> HTML {
        let texts = context.texts
        return """
            <form id="near-form" class="chips noprint" action="\(context.links.page("stops"))">
            \(context.hidden([]))
            <label>\(texts("near.label")) <input name="near" value="\(place ?? "")" size="18" \
            autocomplete="off" placeholder="48.85, 2.35" aria-describedby="near-help"></label>
            <button>\(texts("near.button"))</button>
            <button type="button" data-locate hidden>\(texts("near.here"))</button>
            <span id="near-help" class="quiet">\(texts("near.help"))</span>
            </form>
            """
    }
}
