import BundleManifest
import Foundation
import TransitBundle
import TransitModel
import WebPages

struct HomePage: PagePart {
    let context: ExplorerContext

    private static let mostBadges = 60
    private static let mostStops = 8

    func page() async throws -> ExplorerPage {
        let feed = try await context.feed()
        let opening = try await context.openingDay()
        return ExplorerPage(
            title: context.title,
            body: """
                \(validity(feed.description.validity, opening))
                \(try await figures(feed, opening))
                \(NearForm(context: context).button)
                \(modes(try await context.routes()))
                \(try await busiest(opening))
                \(languages(feed))
                """,
            map: MapContent())
    }

    private func validity(_ days: FeedValidity, _ opening: OpeningDay) -> HTML? {
        guard let end = days.end, let left = days.daysLeft(on: context.today),
            left < 14
        else { return nil }
        let day = texts.day(end, today: nil)
        let expired = opening.words.isEmpty ? texts("home.expired", ["day": day]) : opening.words
        return left < 0
            ? "<p id=\"expired\" class=\"notice error\">\(expired)</p>"
            : "<p id=\"expires\" class=\"notice warning\">\(texts("home.expires", ["day": day]))</p>"
    }

    private func figures(_ feed: FeedAnswer, _ opening: OpeningDay) async throws -> HTML {
        let runs = try await context.shown.bundle.runs(on: opening.date)
        let day =
            opening.note == nil
            ? texts("home.today") : texts("home.on", ["day": texts.dayOfYear(opening.date)])
        let stops = feed.counts["stops"] ?? 0
        var tiles: [(figure: HTML, words: String, page: String)] = [
            (
                "\(Figures.grouped(runs))", texts("feed.count.trips", count: runs) + " " + day,
                "feed"
            ),
            ("\(Figures.grouped(stops))", texts("feed.count.stops", count: stops), "stops"),
        ]
        if let end = feed.description.validity.end {
            tiles.append((Figures.time(end, texts), texts("home.until"), "feed"))
        }
        if let live = context.realtime {
            let instant = live.state.at ?? live.newest
            let clock = instant.map { context.clock($0, in: context.shown.description.timeZone) }
            tiles.append(
                (
                    "\(clock ?? "–")", texts("home.live.\(live.state.freshness.rawValue)"), "feed"
                ))
        }
        if let notices = try context.version()?.notices {
            let look = notices.errors > 0 ? "error" : notices.warnings > 0 ? "warning" : "info"
            let count = notices.errors > 0 ? notices.errors : notices.warnings
            tiles.append(
                (
                    "<b class=\"\(look)\">\(Figures.grouped(count))</b>",
                    texts(
                        notices.errors > 0 ? "home.errors" : "home.warnings", count: count),
                    "notices"
                ))
        }
        let items = tiles.map { tile -> HTML in
            """
            <li><a href="\(links.page(tile.page))"><strong>\(tile.figure)</strong> \
            <span>\(tile.words)</span></a></li>

            """
        }
        return "<ul id=\"figures\" class=\"tiles\">\(items)</ul>"
    }

    private func modes(_ routes: [Route]) -> HTML? {
        let sections = routes.modes.map { word -> HTML in
            let own = routes.filter { $0.type.mode.rawValue == word }
            let groups = EqualRoutes.groups(own)
            let badges = groups.prefix(Self.mostBadges).map {
                "<li>\(context.link($0.first))</li>" as HTML
            }
            let address = links.page("routes", query: [("mode", word)])
            return """
                <section class="mode" aria-labelledby="mode-\(word)">
                <h3 id="mode-\(word)">\(texts.mode(word)) <a href="\(address)">\
                \(texts("home.routes", count: own.count))</a></h3>
                <ul class="chips">\(badges)</ul></section>

                """
        }
        guard !sections.isEmpty else { return nil }
        return """
            <section aria-labelledby="modes-title"><h2 id="modes-title">\(texts("routes.title"))</h2>
            \(sections)</section>
            """
    }

    private func busiest(_ opening: OpeningDay) async throws -> HTML? {
        let stops = try await context.shown.bundle.busiestStops(
            on: opening.date, count: Self.mostStops)
        guard !stops.isEmpty else { return nil }
        let known = try await context.stops(sids: stops.map(\.sid))
        let named = Dictionary(known.map { ($0.sid, $0) }) { first, _ in first }
        let items = stops.compactMap { stop -> HTML? in
            named[stop.sid].map {
                """
                <li>\(context.link($0)) <span class="quiet">\
                \(texts("feed.departures", count: stop.departures))</span></li>

                """
            }
        }
        let day = texts.day(opening.date, today: context.today)
        return """
            <section aria-labelledby="busiest-title">
            <h2 id="busiest-title">\(texts("home.busiest")) <span class="quiet">\(day)</span></h2>
            <ol id="busiest" class="links">\(items)</ol></section>
            """
    }

    // MARK: Languages

    /// Each language is called as its speakers call it.
    private func languages(_ feed: FeedAnswer) -> HTML? {
        guard !feed.languages.isEmpty else { return nil }
        let own = feed.description.info?.feedLang.flatMap { $0.lowercased() == "mul" ? nil : $0 }
        var tags = feed.languages
        if let own, !tags.contains(own) { tags.insert(own, at: 0) }
        let chosen = links.language
        let items = tags.map { tag -> HTML in
            let links = links.speaking(tag)
            let current: HTML = tag == chosen ? " aria-current=\"true\"" : ""
            return """
                <li><a href="\(links.page(""))" lang="\(tag)" hreflang="\(tag)"\(current)>\
                <bdi>\(Self.name(of: tag))</bdi></a></li>

                """
        }
        let none = links.speaking(nil)
        return """
            <section aria-labelledby="languages-title">
            <h2 id="languages-title">\(texts("home.languages"))</h2>
            <ul id="languages" class="chips">\(items)
            <li><a href="\(none.page(""))">\(texts("home.language.own"))</a></li></ul></section>
            """
    }

    static func name(of tag: String) -> String {
        let name = Locale(identifier: tag).localizedString(forIdentifier: tag) ?? ""
        return name.isEmpty ? tag : name
    }
}
