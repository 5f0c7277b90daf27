package import GTFSSchedule
package import TransitAPI
import WebPages

package enum Explorer {
    package static func file(_ context: ExplorerContext) async throws -> ExplorerFile {
        switch context.target.page {
        case ["colors.css"]: return try await RouteColorClasses(context: context).file()
        case ["map.json"]: return try await ExplorerMap(context).file()
        default: break
        }
        let page = try await content(context)
        let layout = ExplorerLayout(
            title: context.title, texts: context.texts, links: context.links,
            current: context.target.page.first, tiles: context.tiles)
        var file = file(layout.document(page, asked: context.asked))
        file.isOfMinute = context.isOfMinute
        return file
    }

    /// The date in UTC says what has expired.
    package static func page(
        of feeds: [FeedItem], title: String, today: ServiceDate, texts: ExplorerTexts
    ) -> ExplorerFile {
        let items = feeds.map { $0.html(texts, today: today) }
        let page = ExplorerPage(
            title: texts("feeds.title"), body: "<ul id=\"feeds\" class=\"cards\">\(items)</ul>")
        let layout = ExplorerLayout(title: title, texts: texts, links: nil)
        return file(layout.document(page, asked: ["/api/v1/feeds"]))
    }

    package static func page(
        _ failure: APIFailure, of target: ExplorerTarget, title: String, texts: ExplorerTexts
    ) -> ExplorerFile {
        let links = ExplorerLinks(feed: target.feed, version: nil, language: nil)
        let page = ExplorerPage(
            title: texts("error.title"),
            body: """
                <p>\(failure.message)</p>
                <p><a href="\(links.page(""))">\(texts("error.back"))</a></p>
                """)
        return file(ExplorerLayout(title: title, texts: texts, links: nil).document(page))
    }

    private static func file(_ document: HTML) -> ExplorerFile {
        ExplorerFile(
            contentType: "text/html; charset=utf-8", bytes: Array(document.text.utf8))
    }

    private static func content(_ context: ExplorerContext) async throws -> ExplorerPage {
        let path = context.target.page
        switch (path.count, path.first) {
        case (0, _): return try await HomePage(context: context).page()
        case (1, "map"): return try await MapPage(context: context).page()
        case (1, "stops"): return try await StopsPage(context).page()
        case (2, "stops"): return try await StopPage(context: context, id: path[1]).page()
        case (1, "routes"): return try await RoutesPage(context: context).page()
        case (2, "routes"): return try await RoutePage(context: context, id: path[1]).page()
        case (3, "routes") where path[2] == "timetable":
            return try await TimetablePage(context: context, id: path[1]).page()
        case (2, "trips"): return try await TripPage(context: context, id: path[1]).page()
        case (1, "trips"):
            guard let id = context.target.value("trip") else { throw unknown }
            return try await TripPage(context: context, id: id).page()
        case (1, "extensions"): return try await ExtensionsPage(context: context).page()
        case (2, "extensions"): return try await ExtensionsPage(context: context).page(of: path[1])
        case (1, "feed"): return try await AboutFeedPage(context: context).page()
        case (3, "stops") where path[2] == "destinations":
            return try await DestinationsPage(context: context, id: path[1]).page()
        case (1, "notices"): return try await NoticesPage(context: context).page()
        case (1, "changes"): return try ChangesPage(context: context).page()
        default:
            throw unknown
        }
    }

    private static var unknown: APIFailure {
        APIFailure(.unknownPath, field: "path", "There is no page at this address.")
    }

    package static let files: Set<[String]> = [["colors.css"], ["map.json"]]
}
