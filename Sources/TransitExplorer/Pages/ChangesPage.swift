import BundleManifest
import WebPages

/// The changes since the previous version, which are published beside the bundle.
struct ChangesPage {
    private let context: ExplorerContext

    init(_ context: ExplorerContext) {
        self.context = context
    }

    func page() throws -> ExplorerPage {
        let texts = context.texts
        let version = try context.version()
        let body: HTML
        if let version, let changes = version.diffPage {
            let json = try version.diff.map { diff -> HTML in
                "<a href=\"\(try context.address(of: diff))\">\(texts("changes.json"))</a>"
            }
            body = """
                <p>\(texts("changes.intro"))</p>
                <p><a id="diff" class="button" href="\(try context.address(of: changes))" \
                hreflang="en">\
                \(texts("changes.page"))</a> \(json)</p>
                """
        } else {
            let reason = texts(version == nil ? "changes.lone" : "changes.first")
            body = "<p class=\"note\">\(HTML.withCode(reason))</p>"
        }
        return ExplorerPage(title: texts("changes.title"), body: body)
    }
}
