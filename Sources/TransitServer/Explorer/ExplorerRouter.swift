import TransitAPI

/// Which page has which path.
@available(iOS 17, macOS 14, *)
enum ExplorerRouter {
    /// The page of a path.
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
        default:
            throw APIFailure(
                .unknownPath, field: "path", "There is no page of this address.")
        }
    }

    /// A file that belongs to the feed; nil when the path is not one of such a file.
    static func file(_ context: ExplorerContext) async throws -> AnswerBody? {
        switch context.target.page {
        case ["colors.css"]: try await RouteColors(context).file()
        default: nil
        }
    }
}
