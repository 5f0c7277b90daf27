import TransitModel
import WebPages

/// Those of all pages, and of the explorer's.
typealias Figures = WebPages.Figures

/// Sizes and days in the form that all pages share, and tables.
@available(iOS 17, macOS 14, *)
extension Figures {
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

    /// A day that machines can read too, `7 Aug 2021`; a dash for nil.
    static func time(_ date: ServiceDate?, _ texts: ExplorerTexts) -> HTML {
        guard let date else { return "–" }
        return "<time datetime=\"\(date.dashed)\">\(texts.dayOfYear(date))</time>"
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
