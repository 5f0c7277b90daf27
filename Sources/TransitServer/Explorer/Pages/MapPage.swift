import TransitAPI
import WebPages

/// The map of the whole feed.
@available(iOS 17, macOS 14, *)
struct MapPage {
    private let context: ExplorerContext

    init(_ context: ExplorerContext) {
        self.context = context
    }

    func page() -> ExplorerPage {
        // Where no script runs, there is nothing on it yet: the same stops are a list.
        ExplorerPage(
            title: context.texts("map.title"),
            body: """
                <p class="noprint"><a href="\(context.links.page("stops"))">\(context.texts("map.list"))</a></p>
                """)
    }
}
