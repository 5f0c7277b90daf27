import WebPages

/// A page without what all pages have.
@available(iOS 17, macOS 14, *)
struct ExplorerPage: Sendable {
    /// The heading, which stands in the title too.
    var title: String
    /// What stands below the heading.
    var body: HTML
    /// What the map shows beside the whole feed; nil for nothing.
    var map: MapContent?

    init(title: String, body: HTML, map: MapContent? = nil) {
        self.title = title
        self.body = body
        self.map = map
    }
}
