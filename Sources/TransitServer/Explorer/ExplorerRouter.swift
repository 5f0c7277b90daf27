import TransitAPI

/// Maps paths to pages.
@available(iOS 17, macOS 14, *)
enum ExplorerRouter {
    /// The page at a path.
    ///
    /// - Throws: `APIFailure` when there is none.
    static func page(_ context: ExplorerContext) async throws -> ExplorerPage {
        let path = context.target.page
        switch (path.count, path.first) {
        case (0, _): return try await HomePage(context).page()
        case (1, "map"): return MapPage(context).page()
        case (1, "stops"): return try await StopsPage(context).page()
        case (2, "stops"): return try await StopPage(context, id: path[1]).page()
        case (1, "routes"): return try await RoutesPage(context).page()
        case (2, "routes"): return try await RoutePage(context, id: path[1]).page()
        case (3, "routes") where path[2] == "timetable":
            return try await TimetablePage(context, id: path[1]).page()
        case (2, "trips"): return try await TripPage(context, id: path[1]).page()
        case (1, "trips"):
            guard let id = context.target.value("trip") else { throw unknown }
            return try await TripPage(context, id: id).page()
        case (1, "feed"): return try await AboutFeedPage(context).page()
        case (3, "stops") where path[2] == "destinations":
            return try await DestinationsPage(context, id: path[1]).page()
        case (1, "notices"): return try await NoticesPage(context).page()
        case (1, "changes"): return try await ChangesPage(context).page()
        default:
            throw unknown
        }
    }

    private static var unknown: APIFailure {
        APIFailure(.unknownPath, field: "path", "There is no page of this address.")
    }

    /// The paths of the files that belong to a feed.
    static let files: Set<[String]> = [["colors.css"], ["map.json"]]

    /// A file that belongs to the feed.
    ///
    /// - Throws: `APIFailure` when the path is not one of ``files``.
    static func file(_ context: ExplorerContext) async throws -> AnswerBody {
        switch context.target.page {
        case ["colors.css"]: try await RouteColorClasses(context).file()
        case ["map.json"]: try await ExplorerMap(context).file()
        default: throw unknown
        }
    }
}
