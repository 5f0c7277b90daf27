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
