import TransitModel
import WebPages

/// Numbers, days and addresses in the language-independent form of pages.
@available(iOS 17, macOS 14, *)
enum Figures {
    /// 1234567 as `1 234 567`, with non-breaking blanks.
    static func grouped(_ number: Int) -> String {
        var text = ""
        let digits = Array(String(number.magnitude))
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text += "\u{202F}" }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    /// Bytes in a suitable unit, with one decimal: `1.4 MB`.
    static func bytes(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(bytes)\u{A0}B" }
        var tenths = (bytes + 50) / 100
        var unit = 0
        while tenths >= 10_000, unit < 3 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10)\u{A0}\(["kB", "MB", "GB", "TB"][unit])"
    }

    /// `2026-11-23`.
    static func day(_ date: ServiceDate) -> String {
        let digits = date.description
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    }

    /// A day that machines can read too; a dash for nil.
    static func time(_ date: ServiceDate?) -> HTML {
        guard let date else { return "–" }
        return "<time datetime=\"\(day(date))\">\(day(date))</time>"
    }

    /// A link to an address from a feed, if it is a web address; else only the text.
    static func link(_ address: String?, _ text: String) -> HTML {
        let lower = address?.lowercased() ?? ""
        guard let address, lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
            return "<bdi>\(text)</bdi>"
        }
        return "<a href=\"\(address)\" rel=\"noopener noreferrer\"><bdi>\(text)</bdi></a>"
    }

    /// A table that scrolls sideways when it is wider than the page.
    ///
    /// - Parameters:
    ///   - id: the id of the table; its caption's id is derived from it.
    ///   - columns: the headings; those that begin with `#` are above figures.
    static func table(_ id: String, caption: String, columns: [String], rows: [HTML]) -> HTML {
        let headings = columns.map { column -> HTML in
            column.hasPrefix("#")
                ? "<th scope=\"col\" class=\"number\">\(String(column.dropFirst()))</th>"
                : "<th scope=\"col\">\(column)</th>"
        }
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)-caption">
            <table id="\(id)"><caption id="\(id)-caption">\(caption)</caption>
            <thead><tr>\(headings)</tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }
}
