import BundleManifest
import WebPages

/// The changes since the previous version, which are published beside the bundle.
struct ChangesPage: PagePart {
    let context: ExplorerContext

    func page() throws -> ExplorerPage {
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
            body = Pieces.note(HTML.withCode(reason))
        }
        return ExplorerPage(title: texts("changes.title"), body: body)
    }
}
