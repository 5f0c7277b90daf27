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
