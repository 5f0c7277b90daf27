import SystemLayer
package import TransitAPI
import WebPages

struct ExplorerLayout {
    let title: String
    let texts: ExplorerTexts
    let links: ExplorerLinks?
    var current: String?
    var tiles: MapTiles?

    func document(_ page: ExplorerPage, asked: [String] = []) -> HTML {
        let name = page.title == title ? title : "\(page.title) · \(title)"
        return """
            <!DOCTYPE html>
            <html lang="\(texts.language)">
            <head>
            <meta charset="utf-8">
            <title>\(name)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="\(ExplorerAssets.address("icon.svg"))">
            <link rel="stylesheet" href="\(ExplorerAssets.address("page.css"))">
            <link rel="stylesheet" href="\(ExplorerAssets.address("explorer.css"))">
            \(colors)
            <script type="module" src="\(ExplorerAssets.address("explorer.js"))"></script>
            <script type="module" src="\(ExplorerAssets.address("map.js"))"></script>
            </head>
            <body\(page.isWide ? " class=\"wide\"" : nil)>
            <a class="skip" href="#main">\(texts("skip"))</a>
            \(header)
            <p id="offline" class="offline" role="status" hidden></p>
            <div class="panes">
            <main id="main" tabindex="-1">
            <h1>\(page.title)</h1>
            \(page.body)
            \(sources(asked))
            </main>
            \(map(page.map))
            </div>
            <p id="news" class="unseen" role="status"></p>
            <script type="application/json" id="texts">\(HTML.json(texts.ofScripts))</script>
            </body>
            </html>

            """
    }

    private var header: HTML {
        guard let links else {
            return """
                <header class="bar"><a class="brand" href="/explorer/">\(title)</a></header>
                """
        }
        let items = ["routes", "map", "feed", "notices", "changes"].map { page -> HTML in
            let mark: HTML? = page == current ? " aria-current=\"page\"" : nil
            return "<li><a href=\"\(links.page(page))\"\(mark)>\(texts("nav." + page))</a></li>"
        }
        let language = links.language.map { tag -> HTML in
            "<input type=\"hidden\" name=\"language\" value=\"\(tag)\">"
        }
        return """
            <header class="bar">
            <a class="brand" href="\(links.page(""))">\(title)</a>
            <form role="search" action="\(links.page("stops"))">
            <label class="unseen" for="q">\(texts("search.label"))</label>
            <input id="q" name="q" type="search" autocomplete="off" placeholder="\(texts("search.label"))">
            <button>\(texts("search.button"))</button>
            \(language)
            </form>
            <nav aria-label="\(texts("nav.label"))"><ul>\(items)</ul></nav>
            </header>
            """
    }

    private var colors: HTML? {
        links.map { "<link rel=\"stylesheet\" href=\"\($0.page("colors.css"))\">" }
    }

    private func map(_ content: MapContent?) -> HTML? {
        guard let links else { return nil }
        // The map of a page without one stays for the next page, unseen.
        let isHidden = content == nil
        let content = content ?? MapContent()
        let drawing = MapDrawing(content, label: texts("map.label")).svg
        let address = tiles.map { " data-tiles=\"\($0.template)\"" as HTML }
        // Without scripts, the style sheet hides a map without a drawing.
        return """
            <section id="map" class="map" aria-label="\(texts("map.label"))" \
            data-feed="\(links.page("map.json"))"\(address)\(isHidden ? " hidden" : nil)>
            \(drawing)<p class="map-says">\(tiles?.attribution ?? texts("map.says"))</p></section>
            <script type="application/json" id="map-content">\(HTML.json(content))</script>
            """
    }

    private func sources(_ asked: [String]) -> HTML? {
        guard !asked.isEmpty else { return nil }
        let items = asked.map { address -> HTML in
            "<li><a href=\"\(address)\"><code>\(address)</code></a></li>"
        }
        return """
            <details class="sources"><summary>\(texts("sources.title"))</summary>
            <p>\(texts("sources.intro"))</p><ul>\(items)</ul></details>
            """
    }
}

struct ExplorerPage: Sendable {
    var title: String
    var body: HTML
    var map: MapContent?
    var isWide = false
}

/// The files of the explorer. Their addresses contain a hash of all of them, so browsers keep them
/// forever, and modules find each other side by side.
package enum ExplorerAssets {
    private static let files: [String: ExplorerFile] = [
        "page.css": .style(PageFiles.style),
        "explorer.css": .style(EmbeddedTexts.explorer_css),
        "map.js": .script(PageFiles.map),
        "explorer.js": .script(EmbeddedTexts.explorer_js),
        "icon.svg": ExplorerFile(
            contentType: "image/svg+xml", bytes: Array(EmbeddedTexts.icon_svg.utf8)),
    ]

    private static let hash = String(
        ByteDigest.sha256(files.sorted { $0.key < $1.key }.flatMap(\.value.bytes)).prefix(12))

    package static func address(_ name: String) -> String { "/explorer/assets/\(hash)/\(name)" }

    package static func file(_ page: [String]) throws(APIFailure) -> ExplorerFile? {
        guard page.first == "assets" else { return nil }
        guard page.count == 3, page[1] == hash, let file = files[page[2]] else {
            throw APIFailure(.notFound, field: "path", "The explorer has no such file.")
        }
        return file
    }
}
