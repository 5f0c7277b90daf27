import SystemLayer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A page that is one file: it holds its style sheet and its map, asks nobody for anything, and its
/// policy lets nothing else run.
package struct FilePage: Sendable {
    /// What stands in the title of the window.
    package var title: String
    /// Rules that only this page has, after those that all pages share.
    package var style: String
    /// What stands in `main`.
    package var body: HTML
    /// Whether there is a map, for which the page needs its script.
    package var hasMap: Bool

    package init(title: String, style: String, body: HTML, hasMap: Bool) {
        self.title = title
        self.style = style
        self.body = body
        self.hasMap = hasMap
    }

    /// The whole page.
    package var document: HTML {
        let sheet = "\n\(PageFiles.style)\(style)"
        let script = hasMap ? "\n\(PageFiles.map)" : nil
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy(sheet, script))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(HTML(markup: sheet))</style>
            </head>
            <body>
            <main>
            \(body)</main>
            \(script.map { "<script type=\"module\">\(HTML(markup: $0))</script>\n" })\
            </body>
            </html>

            """
    }

    /// A map as a section: a drawing, and what the script makes a better one of; nil when nothing of it
    /// has a place.
    ///
    /// - Parameter label: what it is of, for those who cannot see it.
    package static func map(_ content: MapContent, label: String) -> HTML? {
        guard let drawing = MapDrawing(content, label: label).svg else { return nil }
        return """
            <section id="map" class="map" aria-label="\(label)">
            \(drawing)</section>
            <script type="application/json" id="map-content">\(HTML.json(content))</script>

            """
    }

    private static func policy(_ sheet: String, _ script: String?) -> String {
        "default-src 'none'; style-src \(hash(sheet)); script-src \(script.map(hash) ?? "'none'"); "
            + "base-uri 'none'; form-action 'none'"
    }

    /// What a policy calls a text that may stand in the page.
    private static func hash(_ text: String) -> String {
        "'sha256-\(Data(SHA256.digest(of: text.utf8)).base64EncodedString())'"
    }
}
