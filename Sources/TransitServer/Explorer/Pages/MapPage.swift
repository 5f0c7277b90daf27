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
        // Without scripts the map is empty; a list has the same stops.
        ExplorerPage(
            title: context.texts("map.title"),
            body: """
                <p class="noprint"><a href="\(context.links.page("stops"))">\(context.texts("map.list"))</a></p>
                """)
    }
}
