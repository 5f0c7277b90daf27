import BundleManifest
import WebPages

struct FeedVersions: PagePart {
    let context: ExplorerContext

    var section: HTML? {
        get throws {
            guard let manifest = try context.manifest() else { return nil }
            let rows = manifest.versions.map { version -> HTML in
                let address = links.inVersion(version.version).page("feed")
                let isShown = version.version == context.shown.version
                return """
                    <tr\(isShown ? " aria-current=\"true\"" : "")>
                    <th scope="row"><a href="\(address)">\(version.version)</a></th>
                    <td>\(state(version, manifest))</td>
                    <td><time datetime="\(version.publishedAt)">\(texts.moment(version.publishedAt))</time></td>
                    \(Pieces.number(version.notices.errors))
                    \(Pieces.number(version.notices.warnings))</tr>
                    """
            }
            let table = texts.table(
                "versions", caption: "feed.versions.caption",
                columns: [
                    "feed.versions.version", "feed.versions.state", "feed.versions.published",
                    "#feed.versions.errors", "#feed.versions.warnings",
                ], rows: rows)
            return "<h2>\(texts("feed.versions.title"))</h2>\(table)"
        }
    }

    private func state(_ version: Manifest.Version, _ manifest: Manifest) -> String {
        if version.version == manifest.current.version { return texts("feed.versions.current") }
        if version.version == manifest.next?.version { return texts("feed.versions.next") }
        return texts("feed.versions.previous")
    }

    var downloads: HTML {
        get throws {
            var items = HTML()
            for file in try context.version().map({ [$0.bundle, $0.gzip] }) ?? [] {
                items += """
                    <li><a href="\(try context.address(of: file))" download>\(file.name)</a> \
                    <span class="quiet">\(Figures.bytes(file.bytes))</span></li>
                    """
            }
            return """
                <h2>\(texts("feed.downloads"))</h2>
                <ul id="downloads" class="links">\(items)\
                <li><a href="/openapi.yaml">openapi.yaml</a> \
                <span class="quiet">\(texts("feed.openapi"))</span></li></ul>
                """
        }
    }
}
