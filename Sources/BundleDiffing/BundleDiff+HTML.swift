import FeedReading
import SystemLayer
import WebPages

extension BundleDiff {
    /// The difference as one self-contained page.
    package var html: String {
        let title = "\(PlainText.onOneLine(old.name)) → \(PlainText.onOneLine(new.name))"
        let map = FilePage.map(map.content { _, _ in nil }, label: "Map of the changes")
        let none = verdict.map { verdict -> HTML in
            let sentence = verdict.prefix(1).uppercased() + String(verdict.dropFirst())
            return "<p class=\"none\">\(sentence).</p>\n"
        }
        let heading: HTML? = map == nil ? nil : "<h2>Where</h2>\n"
        return FilePage(
            title: "Changes from \(title)", style: Self.style,
            body: """
                <h1>What changed</h1>
                \(Self.versions(old, new))\(none)\(sections.map(Self.html))\(heading)\(map)
                """,
            hasMap: map != nil
        ).document.text
    }

    private static func versions(_ old: Version, _ new: Version) -> HTML {
        let rows = [("from", old), ("to", new)].map { title, version -> HTML in
            let number: HTML? = version.feedVersion.map {
                " <span>feed version <bdi>\(PlainText.onOneLine($0))</bdi></span>"
            }
            return """
                <dt>\(title)</dt><dd><bdi>\(PlainText.onOneLine(version.name))</bdi>\(number)</dd>

                """
        }
        return "<dl class=\"pairs\">\n\(rows)</dl>\n"
    }

    private static func html(_ section: DiffSection) -> HTML {
        let lines = section.lines.prefix(lineLimit).map { line -> HTML in
            let name: HTML? =
                (line.name ?? "").isEmpty
                ? nil : line.name.map { " <bdi>\(PlainText.onOneLine($0))</bdi>" }
            let text: HTML? =
                line.text.isEmpty
                ? nil : " <span dir=\"auto\">\(PlainText.onOneLine(line.text))</span>"
            let details = line.details(limit: nil).map { detail -> HTML in
                "<span class=\"row\" dir=\"auto\">\(PlainText.onOneLine(detail))</span>"
            }
            return """
                <li class="\(line.kind.rawValue)"><code><bdi>\(PlainText.onOneLine(line.id))</bdi>\
                </code>\(name)\(text)\(details)</li>

                """
        }
        let rest = section.lines.count - lineLimit
        let more: HTML? = rest > 0 ? "<p>and \(rest) more</p>\n" : nil
        return """
            <details open>
            <summary><b>\(section.title)</b> <span>\(PlainText.onOneLine(section.summary))</span>\
            </summary>
            <ul>
            \(lines)</ul>
            \(more)</details>

            """
    }

    /// How many changes of a part the page lists; the JSON has all.
    private static let lineLimit = 500

    /// The style of the page beyond what all pages share.
    private static let style = """
        main { max-width: 820px; margin: 0 auto; padding: 1rem; }
        dl span, details span, details p { color: var(--quiet); }
        details { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0;
          padding: 0 .8rem; }
        summary { padding: .6rem 0; }
        summary b { display: inline-block; } summary b::first-letter { text-transform: uppercase; }
        details ul { list-style: none; margin: 0 0 .7rem; padding: 0; }
        li { padding: .2rem 0 .2rem .7rem; border-inline-start: 3px solid var(--side);
          margin: .25rem 0; overflow-wrap: anywhere; color: inherit; }
        li span { display: block; } li .row { padding-inline-start: 1rem; }
        .added { --side: var(--added); } .removed { --side: var(--removed); }
        .changed { --side: var(--warning); }
        code { font-weight: 600; }

        """
}

/// Makes a feed's text harmless: characters that move a terminal's cursor or change the direction
/// of other text are spelled out.
enum PlainText {
    static func onOneLine(_ text: String) -> String { TerminalText.line(text) }
}
