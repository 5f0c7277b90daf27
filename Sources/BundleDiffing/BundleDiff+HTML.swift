import FeedReading

extension BundleDiff {
    /// The difference as one page without anything from outside.
    package var html: String {
        let title = "\(PlainText.escaped(old.name)) → \(PlainText.escaped(new.name))"
        var text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        text += "<meta name=\"color-scheme\" content=\"light dark\">\n"
        text += "<title>Changes from \(title)</title>\n<style>\n\(DiffStyle.css)</style>\n"
        text += "</head>\n<body>\n<main>\n<h1>What changed</h1>\n"
        text += Self.versions(old, new)
        if isEmpty { text += "<p class=\"none\">No difference.</p>\n" }
        for section in sections { text += Self.html(section) }
        return text + "</main>\n</body>\n</html>\n"
    }

    private static func versions(_ old: Version, _ new: Version) -> String {
        var text = "<dl>\n"
        for (title, version) in [("from", old), ("to", new)] {
            text += "<dt>\(title)</dt><dd><bdi>\(PlainText.escaped(version.name))</bdi>"
            if let number = version.feedVersion {
                text += " <span>feed version <bdi>\(PlainText.escaped(number))</bdi></span>"
            }
            text += "</dd>\n"
        }
        return text + "</dl>\n"
    }

    private static func html(_ section: DiffSection) -> String {
        var text = "<details open>\n<summary><b>\(section.title)</b>"
        text += " <span>\(PlainText.escaped(section.summary))</span></summary>\n<ul>\n"
        for line in section.lines.prefix(lineLimit) {
            text += "<li class=\"\(line.kind.rawValue)\"><code><bdi>"
            text += "\(PlainText.escaped(line.id))</bdi></code>"
            if let name = line.name, !name.isEmpty {
                text += " <bdi>\(PlainText.escaped(name))</bdi>"
            }
            if !line.text.isEmpty {
                text += " <span dir=\"auto\">\(PlainText.escaped(line.text))</span>"
            }
            text += "</li>\n"
        }
        text += "</ul>\n"
        let rest = section.lines.count - lineLimit
        if rest > 0 { text += "<p>and \(rest) more</p>\n" }
        return text + "</details>\n"
    }

    /// Changes of a part that the page lists; the JSON has all.
    private static let lineLimit = 500
}

/// The look of the page of a difference: that of the validation's `report.html`.
enum DiffStyle {
    static let css = """
        :root { --ink: #1a1c1f; --quiet: #5f6670; --paper: #fff; --line: #dcdfe4;
          --added: #1a7f37; --removed: #c22a2a; --changed: #a86200; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a0a7b1;
          --paper: #15171a; --line: #363b42; --added: #56d364; --removed: #ff7b72;
          --changed: #e3a13a; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.45 system-ui, sans-serif; }
        main { max-width: 820px; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.4rem; margin: .5rem 0; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; margin: 0 0 1rem; }
        dt, span, p { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
        details { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0;
          padding: 0 .8rem; }
        summary { cursor: pointer; padding: .6rem 0; }
        summary b { display: inline-block; } summary b::first-letter { text-transform: uppercase; }
        ul { list-style: none; margin: 0 0 .7rem; padding: 0; }
        li { padding: .2rem 0 .2rem .7rem; border-left: 3px solid var(--edge);
          margin: .25rem 0; overflow-wrap: anywhere; }
        li span { display: block; }
        .added { --edge: var(--added); } .removed { --edge: var(--removed); }
        .changed { --edge: var(--changed); }
        code { font-size: .92em; font-weight: 600; }

        """
}

/// Text of a feed where it can do no harm.
enum PlainText {
    /// For a terminal: what would move the cursor or turn the direction of other text is spelled.
    static func onOneLine(_ text: String) -> String { TerminalText.line(text) }

    /// For a page.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in onOneLine(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
