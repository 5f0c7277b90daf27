import FeedReading
import GTFSSchedule
import SystemLayer
import WebPages

extension BundleDiff {
    package var html: String {
        let title = "\(PlainText.onOneLine(old.name)) → \(PlainText.onOneLine(new.name))"
        let isCut = map.isCut
        let map = FilePage.map(map.content(rows: rowsOfStops), label: "Map of the changes")
        let none = verdict.map { verdict -> HTML in
            let sentence = verdict.prefix(1).uppercased() + String(verdict.dropFirst())
            return "<p class=\"none\">\(sentence).</p>\n"
        }
        let words = DiffWords(diff: self, isForPage: true)
        let heading: HTML? = map == nil ? nil : "<h2>Where</h2>\n"
        let cut: HTML? =
            isCut ? "<p class=\"quiet\">The map shows only some of the changes.</p>\n" : nil
        return FilePage(
            title: "Changes from \(title)", style: Self.style,
            body: """
                <h1>What changed</h1>
                \(Self.versions(old, new))\(none)\(words.sections.map(words.html))\(heading)\(cut)\(map)
                """,
            hasMap: map != nil, script: PageFiles.ids
        ).document.text
    }

    /// By stop that has a mark on the map; the page may lack the row.
    private var rowsOfStops: [RecordID: String] {
        let inStops = (stops.removed + stops.added).map(\.id)
        return [("stops", inStops), ("places", moved.map(\.id))].reduce(into: [:]) { rows, part in
            for (index, id) in part.1.prefix(DiffWords.lineLimit).enumerated() {
                rows[id] = "#\(part.0)-\(index + 1)"
            }
        }
    }

    private static func versions(_ old: Version, _ new: Version) -> HTML {
        let rows = [("from", old), ("to", new)].map { title, version -> HTML in
            let number: HTML? = version.feedVersion.map {
                " <span>feed version <bdi>\(PlainText.onOneLine($0))</bdi></span>"
            }
            return """
                <dt>\(title)</dt>
                <dd><bdi class="version">\(PlainText.onOneLine(version.name))</bdi>\(number)</dd>

                """
        }
        return "<dl class=\"pairs\">\n\(rows)</dl>\n"
    }
}

extension DiffWords {
    /// The JSON has all changes.
    fileprivate static let lineLimit = 500

    fileprivate func html(_ section: DiffSection) -> HTML {
        let shown = section.lines.prefix(Self.lineLimit)
        let hasFields = shown.contains { !$0.fields.isEmpty || !$0.rows.rows.isEmpty }
        let lines = shown.enumerated().map { index, line in
            html(line, id: line.thing == .stop ? "\(section.title)-\(index + 1)" : nil)
        }
        let heads: HTML? =
            hasFields
            ? """
            <thead><tr><th scope="col">field</th><th scope="col">before</th>\
            <th scope="col">after</th></tr></thead>

            """ : nil
        let more: HTML? =
            section.lines.count > shown.count
            ? """
            <p class="quiet">First \(Figures.grouped(shown.count)) of \
            \(Figures.grouped(section.lines.count)); <code>gtfs diff --json</code> has all.</p>

            """ : nil
        return """
            <details open>
            <summary><b>\(section.title)</b> <span>\(PlainText.onOneLine(section.summary))</span>\
            </summary>
            \(more)<div class="scroll" role="region" tabindex="0" aria-label="\(section.title)"><table>
            \(heads)\(lines)</table></div>
            </details>

            """
    }

    private func html(_ line: DiffSection.Line, id: String?) -> HTML {
        let name: HTML? =
            (line.name ?? "").isEmpty
            ? nil : line.name.map { " <bdi>\(plain($0))</bdi>" }
        let texts = ([line.text] + line.lists).filter { !$0.isEmpty }.map { text -> HTML in
            "<span dir=\"auto\">\(PlainText.onOneLine(text))</span>"
        }
        let rows = line.rows.rows.map { row -> HTML in
            """
            <tr><th class="row" colspan="3" scope="rowgroup"><bdi>\
            \(PlainText.onOneLine(self.name(row)))</bdi></th></tr>
            \(row.fields.map(html))
            """
        }
        let rest = self.rest(line, shown: line.rows.rows.count).map { rest -> HTML in
            "<tr><td class=\"quiet\" colspan=\"3\">\(rest)</td></tr>\n"
        }
        let kind: HTML? =
            line.kind == .changed || !texts.isEmpty
            ? nil : " <i>\(line.kind.rawValue)</i>"
        let anchor: HTML? = id.map { " id=\"\($0)\"" }
        return """
            <tbody class="\(line.kind.rawValue)"\(anchor)>
            <tr><th colspan="3" scope="rowgroup"><code\(line.thing?.attribute(line.id))><bdi>\(plain(line.id))</bdi></code>\(name)\
            \(kind)\(texts)</th></tr>
            \(line.fields.map(html))\(rows)\(rest)</tbody>

            """
    }

    private func html(_ field: Changes.Field) -> HTML {
        func cell(_ value: String?) -> HTML {
            value == nil
                ? "<td class=\"quiet\">blank</td>" : "<td dir=\"auto\">\(plain(value))</td>"
        }
        return """
            <tr><th scope="row">\(plain(field.field))</th>\(cell(field.old))\(cell(field.new))</tr>

            """
    }

    private func plain(_ text: String?) -> String { PlainText.onOneLine(shortened(text)) }
}

extension BundleDiff {
    fileprivate static let style = """
        main { max-width: 860px; margin: 0 auto; padding: 1rem; }
        dl span, details span { color: var(--quiet); }
        details { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0;
          padding: 0 .8rem .4rem; }
        summary { padding: .6rem 0; }
        summary b { display: inline-block; } summary b::first-letter { text-transform: uppercase; }
        table { table-layout: fixed; }
        thead th { width: 38%; } thead th + th { width: 31%; }
        th, td { overflow-wrap: anywhere; border: 0; padding-block: .15rem; }
        tbody > tr:first-child > th { padding: .35rem .6rem; border-top: 1px solid var(--line); }
        tbody > tr > th:first-child, tbody > tr > td:first-child {
          border-inline-start: 3px solid var(--side); }
        tbody th { font-weight: 400; } th > span { display: block; } th > i { font-style: normal; }
        tbody > tr > th[scope=row] { padding-inline-start: 1.4rem; color: var(--quiet); }
        .row { color: var(--quiet); }
        .added { --side: var(--added); } .removed { --side: var(--removed); }
        .changed { --side: var(--warning); }
        tbody.added { color: inherit; } tbody:target { background: var(--info-back); } code { font-weight: 600; }
        code a { display: inline-block; min-width: 24px; min-height: 24px; }

        """
}

/// Makes a feed's text harmless: characters that move a terminal's cursor or change the direction
/// of other text are spelled out.
enum PlainText {
    static func onOneLine(_ text: String) -> String { TerminalText.line(text) }
}
