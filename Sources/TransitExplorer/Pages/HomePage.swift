import Foundation
import TransitAPI
import TransitModel
import WebPages

/// The first page, with links to the others.
@available(iOS 17, macOS 14, *)
struct HomePage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    func page() async throws -> ExplorerPage {
        let feed = try await context.feed()
        let routes = try await context.routes()
        return ExplorerPage(
            title: context.title,
            body: """
                \(validity(feed.days))
                \(NearForm(context).form(nil))
                \(modes(routes))
                \(places(feed))
                \(languages(feed))
                """)
    }

    /// A note when the feed has ended or soon will.
    private func validity(_ days: FeedDaysDTO) -> HTML? {
        guard let end = days.model.end, let left = days.model.daysLeft(on: context.today),
            left < 14
        else { return nil }
        let day = texts.day(end, today: nil)
        return left < 0
            ? "<p id=\"expired\" class=\"notice error\">\(texts("home.expired", ["day": day]))</p>"
            : "<p id=\"expires\" class=\"notice warning\">\(texts("home.expires", ["day": day]))</p>"
    }

    /// The modes, and how many routes of each there are.
    private func modes(_ routes: [Route]) -> HTML? {
        var counts: [(mode: String, count: Int)] = []
        for route in routes {
            if let index = counts.firstIndex(where: { $0.mode == route.type.mode.rawValue }) {
                counts[index].count += 1
            } else {
                counts.append((route.type.mode.rawValue, 1))
            }
        }
        guard !counts.isEmpty else { return nil }
        let items = counts.map { mode, count -> HTML in
            """
            <li class="card"><a href="\(context.links.page("routes", query: [("mode", mode)]))">\
            \(texts.mode(mode))</a> <span class="quiet">\(texts("home.routes", count: count))</span></li>

            """
        }
        return """
            <section aria-labelledby="modes-title"><h2 id="modes-title">\(texts("routes.title"))</h2>
            <ul id="modes" class="cards">\(items)</ul></section>
            """
    }

    /// Links to the other pages, with what the feed has.
    private func places(_ feed: FeedDTO) -> HTML {
        let links = context.links
        let stops = feed.counts["stops"].map { texts("home.stops", count: $0) }
        let trips = feed.counts["trips"].map { texts("home.trips", count: $0) }
        let counts = [stops, trips].compactMap { $0 }.joined(separator: " · ")
        return """
            <section aria-labelledby="feed-title"><h2 id="feed-title">\(texts("home.feed"))</h2>
            <p id="counts" class="quiet">\(counts)</p>
            <ul class="links">
            <li><a href="\(links.page("stops"))">\(texts("stops.all"))</a></li>
            <li><a href="\(links.page("map"))">\(texts("nav.map"))</a></li>
            <li><a href="\(links.page("feed"))">\(texts("nav.feed"))</a></li>
            </ul></section>
            """
    }

    // MARK: Languages

    /// The languages of the feed's names, each called as its speakers call it.
    private func languages(_ feed: FeedDTO) -> HTML? {
        guard !feed.languages.isEmpty else { return nil }
        let own = feed.info?.feedLang.flatMap { $0.lowercased() == "mul" ? nil : $0 }
        var tags = feed.languages
        if let own, !tags.contains(own) { tags.insert(own, at: 0) }
        let chosen = context.links.language
        let items = tags.map { tag -> HTML in
            let links = context.links.speaking(tag)
            let current: HTML = tag == chosen ? " aria-current=\"true\"" : ""
            return """
                <li><a href="\(links.page(""))" lang="\(tag)" hreflang="\(tag)"\(current)>\
                <bdi>\(Self.name(of: tag))</bdi></a></li>

                """
        }
        let none = context.links.speaking(nil)
        return """
            <section aria-labelledby="languages-title">
            <h2 id="languages-title">\(texts("home.languages"))</h2>
            <ul id="languages" class="chips">\(items)
            <li><a href="\(none.page(""))">\(texts("home.language.own"))</a></li></ul></section>
            """
    }

    /// The name of a language in that language, or else its tag.
    static func name(of tag: String) -> String {
        let name = Locale(identifier: tag).localizedString(forIdentifier: tag) ?? ""
        return name.isEmpty ? tag : name
    }
}
