import TransitModel
import WebPages

/// Numbers, days and addresses as pages write them, in no language.
@available(iOS 17, macOS 14, *)
enum Figures {
    /// 1234567 as `1 234 567`, with blanks at which no line breaks.
    static func grouped(_ number: Int) -> String {
        var text = ""
        let digits = Array(String(number.magnitude))
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text += "\u{202F}" }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    /// Bytes in the unit that suits them, with one decimal: `1.4 MB`.
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

    /// A day that machines can read too; a dash for none.
    static func time(_ date: ServiceDate?) -> HTML {
        guard let date else { return "–" }
        return "<time datetime=\"\(day(date))\">\(day(date))</time>"
    }

    /// A link to an address that a feed gives, if it is one of the web; else the text alone.
    static func link(_ address: String?, _ text: String) -> HTML {
        let lower = address?.lowercased() ?? ""
        guard let address, lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
            return "<bdi>\(text)</bdi>"
        }
        return "<a href=\"\(address)\" rel=\"noopener noreferrer\"><bdi>\(text)</bdi></a>"
    }

    /// A table that scrolls sideways where it is wider than the page.
    ///
    /// - Parameters:
    ///   - id: of the table; that of its caption follows from it.
    ///   - columns: the headings; those that begin with `#` stand above figures.
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
