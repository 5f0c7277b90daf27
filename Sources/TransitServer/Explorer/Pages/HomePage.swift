import TransitAPI
import WebPages

/// The first page: where to begin.
@available(iOS 17, macOS 14, *)
struct HomePage {
    private let context: ExplorerContext

    init(_ context: ExplorerContext) {
        self.context = context
    }

    func page() async throws -> ExplorerPage {
        let feed = try await context.ask(.feed, as: FeedDTO.self).data
        let counts = ["stops", "routes", "trips"].compactMap { name -> HTML? in
            feed.counts[name].map { "<li><b>\($0)</b> \(name)</li>" }
        }
        return ExplorerPage(title: context.title, body: "<ul class=\"counts\">\(counts)</ul>")
    }
}
