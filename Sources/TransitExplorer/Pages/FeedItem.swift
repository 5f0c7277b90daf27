import TransitAPI
import WebPages

/// A feed in the list of a server that serves many.
@available(iOS 17, macOS 14, *)
struct FeedItem {
    private let texts: ExplorerTexts
    private let feed: FeedSummaryDTO

    init(_ texts: ExplorerTexts, _ feed: FeedSummaryDTO) {
        self.texts = texts
        self.feed = feed
    }

    var html: HTML {
        let links = ExplorerLinks(feed: feed.feed, version: nil, language: nil)
        let licence = feed.licence.flatMap { licence -> HTML? in
            let name = licence.name ?? licence.url
            let text = name.map { name -> HTML in
                licence.url.map { OutsideLink.html($0, name) } ?? "<bdi>\(name)</bdi>"
            }
            let parts = [text, licence.attribution.map { "<bdi>\($0)</bdi>" as HTML }]
            return
                "<p class=\"quiet\">\(texts("feeds.licence")): \(HTML.joined(parts.compactMap { $0 }, separator: " · "))</p>"
        }
        let homepage = feed.homepage.map { address -> HTML in
            "<p class=\"quiet\">\(OutsideLink.html(address, texts("feeds.homepage")))</p>"
        }
        return """
            <li class="card"><a href="\(links.page(""))"><bdi>\(feed.feed)</bdi></a>\
            \(licence)\(homepage)</li>

            """
    }
}
