import WebPages

/// A page without the common frame.
@available(iOS 17, macOS 14, *)
struct ExplorerPage: Sendable {
    /// The heading, also part of the title.
    var title: String
    /// What is below the heading.
    var body: HTML
    /// What the map shows besides the whole feed; nil for nothing.
    var map: MapContent?

    init(title: String, body: HTML, map: MapContent? = nil) {
        self.title = title
        self.body = body
        self.map = map
    }
}
