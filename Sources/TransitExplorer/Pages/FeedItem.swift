package import TransitAPI
import TransitModel
import WebPages

package struct FeedItem: Sendable {
    private let feed: FeedSummaryDTO
    private let publisher: String?
    private let notices: (errors: Int, warnings: Int)?

    /// The publisher is nil when the feed cannot be served, the notices when they are unknown.
    package init(
        _ feed: FeedSummaryDTO, publisher: String?, notices: (errors: Int, warnings: Int)?
    ) {
        self.feed = feed
        self.publisher = publisher
        self.notices = notices
    }

    func html(_ texts: ExplorerTexts, today: ServiceDate) -> HTML {
        let links = ExplorerLinks(feed: feed.feed, version: nil, language: nil)
        let lines = [state(texts, today), found(texts, links), licence(texts), homepage(texts)]
        let name: HTML =
            publisher == feed.feed ? "" : " <span class=\"quiet\"><bdi>\(feed.feed)</bdi></span>"
        return """
            <li class="card"><a href="\(links.page(""))"><bdi>\(publisher ?? feed.feed)</bdi></a>\(name)\
            \(lines.compactMap { $0.map { "<p>\($0)</p>" as HTML } })</li>

            """
    }

    private func state(_ texts: ExplorerTexts, _ today: ServiceDate) -> HTML {
        guard publisher != nil else { return "<b class=\"error\">\(texts("feeds.failed"))</b>" }
        let current = feed.versions.first { $0.version == feed.bundle } ?? feed.versions.first
        guard let end = current?.validUntil else { return "\(texts("feed.days.open"))" }
        let day = ["day": texts.dayOfYear(end)]
        return end < today
            ? "<b class=\"warning\">\(texts("feeds.expired", day))</b>"
            : "\(texts("feeds.until", day))"
    }

    private func found(_ texts: ExplorerTexts, _ links: ExplorerLinks) -> HTML? {
        notices.map { notices in
            let errors = texts("notices.error", count: notices.errors)
            let look: HTML? = notices.errors > 0 ? " class=\"error\"" : nil
            return """
                <a href="\(links.page("notices"))"><span\(look)>\(errors)</span> · \
                \(texts("notices.warning", count: notices.warnings))</a>
                """
        }
    }

    private func licence(_ texts: ExplorerTexts) -> HTML? {
        guard let licence = feed.licence else { return nil }
        let name = licence.name ?? licence.url
        let text = name.map { name -> HTML in
            licence.url.map { OutsideLink.html($0, name) } ?? "<bdi>\(name)</bdi>"
        }
        let parts = [text, licence.attribution.map { "<bdi>\($0)</bdi>" as HTML }]
        return
            "\(texts("feeds.licence")): \(HTML.joined(parts.compactMap { $0 }, separator: " · "))"
    }

    private func homepage(_ texts: ExplorerTexts) -> HTML? {
        feed.homepage.map { OutsideLink.html($0, texts("feeds.homepage")) }
    }
}
