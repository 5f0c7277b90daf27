import TransitAPI
import TransitBundle
import TransitModel
import WebPages

struct StopsPage: PagePart {
    let context: ExplorerContext
    private let text: String?
    private let near: String?

    init(_ context: ExplorerContext) {
        self.context = context
        text = context.target.value("q")
        // People write a blank after the comma.
        near = context.target.value("near")?.filter { $0 != " " }
    }

    private typealias FoundStop = (stop: Stop, meters: Double?)

    private static let mostRoutes = 20

    private var kinds: [String] { target.values("kind") }

    private var isPlain: Bool { text == nil && near == nil && target.value("bbox") == nil }

    private var question: [(String, String?)] {
        [
            ("q", text), ("near", near), ("radius", target.value("radius")),
            ("bbox", target.value("bbox")), ("limit", target.value("limit")),
        ] + kinds.map { ("kind", $0) }
    }

    func page() async throws -> ExplorerPage {
        let routes = try await routes()
        let (stops, pages) = try await isPlain ? byName() : found()
        let isEmpty = stops.isEmpty && routes.isEmpty
        return ExplorerPage(
            title: title,
            body: """
                \(near.map(NearForm(context: context).form))
                \(routeList(routes))
                \(try await chips())
                \(isEmpty ? nothing : try await list(stops))
                \(pages)
                """,
            map: MapContent(marks: stops.compactMap { context.mark($0.stop) } + here))
    }

    private func found() async throws -> ([FoundStop], HTML?) {
        let answer = try await context.stops(question + [("cursor", target.value("cursor"))])
        return (answer.value, pages(answer.previous, answer.next, field: "cursor"))
    }

    private static let mostNames = 100

    private func byName() async throws -> ([FoundStop], HTML?) {
        // The pages of stations show the points inside them.
        let shown = kinds.isEmpty ? ["stop", "station"] : kinds
        let wanted = Set(shown.compactMap { StopKind(rawValue: $0)?.locationType })
        let all = try await context.shown.bundle.sidsByName(kinds: wanted)
        let limit = target.value("limit").flatMap { Int($0) } ?? Self.mostNames
        let count = min(max(limit, 1), Self.mostNames)
        let last = max(all.count - 1, 0) / count
        let page = min(max(Int(target.value("page") ?? "") ?? 1, 1) - 1, last)
        let sids = all.dropFirst(page * count).prefix(count)
        let stops = sids.isEmpty ? [] : try await context.stops(sids: sids)
        return (
            stops.map { ($0, nil) },
            pages(
                page > 0 ? "\(page)" : nil, page < last ? "\(page + 2)" : nil, field: "page")
        )
    }

    private var title: String {
        if let text { return texts("stops.found", ["q": text]) }
        if near != nil { return texts("stops.near") }
        return texts(target.value("bbox") == nil ? "stops.all" : "stops.box")
    }

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
        guard let text, target.value("cursor") == nil, kinds.isEmpty else { return [] }
        return try await context.routes(matching: text)
    }

    private func routeList(_ routes: [Route]) -> HTML? {
        guard !routes.isEmpty, let text else { return nil }
        let items = EqualRoutes.groups(Array(routes.prefix(Self.mostRoutes)), byLongName: true)
            .map { "<li>\(RouteList.item($0, context))</li>" as HTML }
        let more: HTML? =
            routes.count > Self.mostRoutes
            ? """
            <p><a href="\(links.page("routes", query: [("q", text)]))">\
            \(texts("stops.routes.all", count: routes.count))</a></p>
            """ : nil
        return """
            <section aria-labelledby="routes-title"><h2 id="routes-title">\(texts("stop.routes"))</h2>
            <ul id="found-routes" class="links">\(items)</ul>\(more)</section>
            """
    }

    // MARK: Stops

    private func list(_ stops: [FoundStop]) async throws -> HTML {
        let names = Dictionary(grouping: stops, by: \.stop.stopName).mapValues(\.count)
        var items: [HTML] = []
        for (stop, meters) in stops {
            let isAlone = names[stop.stopName] == 1
            let routes = isAlone ? [] : try await context.shown.bundle.routes(of: stop)
            let item = item(stop, meters: meters, isAlone: isAlone)
            items.append("<li>\(item) \(badges(routes))</li>\n")
        }
        return """
            <section aria-labelledby="stops-title"><h2 id="stops-title">\(texts("stops.title"))</h2>
            <ul id="stops" class="links">\(items)</ul></section>
            """
    }

    private static let mostBadges = 8

    private func badges(_ routes: [Route]) -> [HTML] {
        let groups = EqualRoutes.groups(routes)
        return groups.prefix(Self.mostBadges).map { "\(RouteColorClasses.badge($0.first)) " }
    }

    private func item(_ stop: Stop, meters: Double?, isAlone: Bool) -> HTML {
        var parts: [HTML] = ["\(texts.kind(of: stop))"]
        if let platform = stop.platformCode {
            parts.append("\(texts("stop.platform")) \(context.name(platform))")
        }
        if let code = stop.stopCode { parts.append(context.name(code)) }
        if !isAlone, let description = stop.stopDesc { parts.append(context.name(description)) }
        if let meters { parts.append("\(texts.distance(meters: meters))") }
        return
            "\(context.link(stop)) <span class=\"quiet\">\(HTML.joined(parts, separator: " · "))</span>"
    }

    private func chips() async throws -> HTML? {
        let known = try await context.shown.bundle.stopKinds()
        let shown = StopKind.allCases.filter { known.contains($0.locationType) }
        guard shown.count > 1 else { return nil }
        let query = question.filter { !["kind", "limit"].contains($0.0) }
        func tab(_ text: String, _ kind: StopKind?) -> (HTML, String, Bool) {
            let address = links.page("stops", query: query + [("kind", kind?.rawValue)])
            return ("\(texts(text))", address, kinds == [kind?.rawValue].compactMap { $0 })
        }
        return Pieces.tabs(
            texts("stops.kinds"),
            [tab("board.any", nil)] + shown.map { tab("kind.\($0.locationType.code)", $0) })
    }

    private var nothing: HTML {
        let widened = question.filter { $0.0 != "kind" && $0.0 != "radius" }
        let isNarrow = !kinds.isEmpty || target.value("radius") != nil
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

    private func pages(_ previous: String?, _ next: String?, field: String) -> HTML? {
        func page(_ value: String?) -> String? {
            value.map { links.page("stops", query: question + [(field, $0)]) }
        }
        return Pieces.pages(
            texts("pages.label"),
            [
                (texts("pages.previous"), page(previous), "prev"),
                (texts("pages.next"), page(next), "next"),
            ])
    }
}

struct NearForm: PagePart {
    let context: ExplorerContext

    func form(_ place: String) -> HTML { form(place, isOpen: true) }

    var button: HTML { form("", isOpen: false) }

    private func form(_ place: String, isOpen: Bool) -> HTML {
        """
        <form id="near-form" class="noprint" action="\(links.page("stops"))">
        \(context.hidden([]))
        <button type="button" data-locate hidden>\(texts("near.here"))</button>
        <details\(isOpen ? " open" : nil)><summary>\(texts("near.label"))</summary>
        <label>\(texts("near.help")) <input name="near" value="\(place)" size="18" \
        autocomplete="off"></label>
        <button>\(texts("near.button"))</button></details>
        </form>
        """
    }
}
