import WebPages

/// A page without the common frame.
@available(iOS 17, macOS 14, *)
struct ExplorerPage: Sendable {
    /// The heading, also part of the title.
    var title: String
    /// The content below the heading.
    var body: HTML
    /// The content of the map besides the whole feed; nil for none.
    var map: MapContent?

    init(title: String, body: HTML, map: MapContent? = nil) {
        self.title = title
        self.body = body
        self.map = map
    }
}
