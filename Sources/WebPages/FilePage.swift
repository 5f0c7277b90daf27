import Foundation
import SystemLayer

/// A page in one file: it contains its style sheet and its map, makes no requests, and its policy
/// allows nothing else to run.
package struct FilePage: Sendable {
    package var title: String
    package var style: String
    package var body: HTML
    package var hasMap: Bool
    package var script: String?

    package init(
        title: String, style: String, body: HTML, hasMap: Bool = false, script: String? = nil
    ) {
        self.title = title
        self.style = style
        self.body = body
        self.hasMap = hasMap
        self.script = script
    }

    package var document: HTML {
        let sheet = "\n\(PageFiles.style)\(style)"
        let scripts = [hasMap ? PageFiles.map : nil, script].compactMap { $0 }.map { "\n\($0)" }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="generator" content="gtfs">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy(sheet, scripts))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(HTML(markup: sheet))</style>
            </head>
            <body>
            <main>
            \(body)</main>
            \(scripts.map { "<script type=\"module\">\(HTML(markup: $0))</script>\n" as HTML })\
            </body>
            </html>

            """
    }

    /// A drawing, and the data from which the script makes a better map; nil when nothing has a
    /// place.
    package static func map(_ content: MapContent, label: String) -> HTML? {
        guard let drawing = MapDrawing(content, label: label).svg else { return nil }
        return """
            <section id="map" class="map" aria-label="\(label)">
            \(drawing)</section>
            <script type="application/json" id="map-content">\(HTML.json(content))</script>

            """
    }

    private static func policy(_ sheet: String, _ scripts: [String]) -> String {
        let allowed = scripts.isEmpty ? "'none'" : scripts.map(hash).joined(separator: " ")
        return "default-src 'none'; style-src \(hash(sheet)); script-src \(allowed); "
            + "base-uri 'none'; form-action 'none'"
    }

    private static func hash(_ text: String) -> String {
        "'sha256-\(Data(SHA256.digest(of: text.utf8)).base64EncodedString())'"
    }
}

/// The explorer's pages link to them, reports contain them.
package enum PageFiles {
    package static let style = EmbeddedTexts.page_css
    /// The map: a module without imports, so that it works in a single-file page.
    package static let map = EmbeddedTexts.map_js
    package static let ids = EmbeddedTexts.ids_js
}
