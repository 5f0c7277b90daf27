import BundleManifest
import Foundation
import TransitAPI
import TransitModel
import WebPages

struct NoticesPage: PagePart {
    let context: ExplorerContext

    func page() async throws -> ExplorerPage {
        guard let version = try context.version() else { return try await totalsOnly() }
        let report = try context.address(of: version.reportPage)
        let notices = version.notices
        let totals = [
            ("error", notices.errors), ("warning", notices.warnings), ("info", notices.infos),
        ].map { severity, count -> HTML in
            """
            <li><a href="\(report)#\(severity)s">\
            <b class="\(severity)">\(texts("notices.\(severity)", count: count))</b></a></li>
            """
        }
        return ExplorerPage(
            title: texts("notices.title"),
            body: """
                <ul id="totals" class="chips">\(totals)</ul>
                <p><a id="report" class="button" href="\(report)" hreflang="en">\
                \(texts("notices.report"))</a>
                <a href="\(try context.address(of: version.report))">\(texts("notices.json"))</a></p>
                \(table(notices.codes, errors: Set(notices.errorCodes), report: report))
                """)
    }

    private func totalsOnly() async throws -> ExplorerPage {
        let feed = try await context.feed().description
        let counts: [String: Int] =
            try feed.metadata["notices"].map {
                try JSONDecoder().decode([String: Int].self, from: Data($0.utf8))
            } ?? [:]
        return ExplorerPage(
            title: texts("notices.title"),
            body: """
                \(Pieces.note(HTML.withCode(texts("notices.lone"))))
                \(table(counts, errors: [], report: nil))
                """)
    }

    private func table(_ counts: [String: Int], errors: Set<String>, report: String?) -> HTML {
        guard !counts.isEmpty else { return "<p>\(texts("notices.none"))</p>" }
        let codes = counts.keys.sorted()
        let ordered = codes.filter(errors.contains) + codes.filter { !errors.contains($0) }
        let rows = ordered.map { code -> HTML in
            let name: HTML = "<code>\(code)</code>"
            let linked = report.map { "<a href=\"\($0)#\(code)\">\(name)</a>" as HTML } ?? name
            let mark: HTML? =
                errors.contains(code)
                ? " <b class=\"error\">\(texts("notices.severity.error"))</b>" : nil
            return """
                <tr><th scope="row">\(linked)\(mark)</th>\
                \(Pieces.number(counts[code] ?? 0))</tr>

                """
        }
        return texts.table(
            "codes", caption: "notices.codes", columns: ["notices.code", "#notices.count"],
            rows: rows)
    }
}

extension ExplorerContext {
    /// The way to the report's notices about a stop or a route; nil for a bundle without a report,
    /// or with one that has no notices.
    func notices(about id: String, _ thing: FeedThing) throws -> HTML? {
        guard let version = try version() else { return nil }
        let counts = version.notices
        guard counts.errors + counts.warnings + counts.infos > 0 else { return nil }
        let report = try address(of: version.reportPage)
        let end = "\(thing.rawValue)=\(PercentCoding.encoded(id))"
        return """
            <p class="noprint"><a id="notices" href="\(report)#\(end)" hreflang="en">\
            \(texts("notices.here.\(thing.rawValue)"))</a></p>
            """
    }
}
