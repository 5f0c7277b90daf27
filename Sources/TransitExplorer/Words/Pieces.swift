import WebPages

enum Pieces {
    /// Names and values; those without a value are left out.
    static func pairs(_ rows: [(String, HTML?)], id: String) -> HTML? {
        let items = rows.compactMap { name, value -> HTML? in
            value.map { "<dt>\(name)</dt><dd>\($0)</dd>\n" }
        }
        return items.isEmpty ? nil : "<dl id=\"\(id)\" class=\"pairs\">\(items)</dl>"
    }

    static func zone(_ texts: ExplorerTexts, _ name: String, isAssumed: Bool) -> HTML {
        isAssumed
            ? "\(name) <span class=\"note\">\(texts("note.zone.assumed"))</span>" : "\(name)"
    }

    /// Each row is a whole `<tr>`.
    static func table(
        id: String, caption: HTML, head: [String], rows: [HTML], look: String? = nil
    ) -> HTML {
        let cells = head.map { "<th scope=\"col\">\($0)</th>" as HTML }
        let look = look.map { " class=\"\($0)\"" as HTML }
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)-caption">
            <table id="\(id)"\(look)><caption id="\(id)-caption" class="unseen">\(caption)</caption>
            <thead><tr>\(cells)</tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }

    static func pages(_ label: String, _ links: [(text: String, address: String?, rel: String)])
        -> HTML?
    {
        let items = links.compactMap { text, address, rel -> HTML? in
            address.map { "<a rel=\"\(rel)\" href=\"\($0)\">\(text)</a> " }
        }
        return items.isEmpty
            ? nil : "<nav class=\"pages noprint\" aria-label=\"\(label)\">\(items)</nav>"
    }

    static func tabs(
        _ label: String, _ items: [(text: String, address: String, isShown: Bool)]
    ) -> HTML {
        let tabs = items.map { text, address, isShown -> HTML in
            let current: HTML = isShown ? " aria-current=\"page\"" : ""
            return "<li><a href=\"\(address)\"\(current)>\(text)</a></li>"
        }
        return "<nav class=\"tabs noprint\" aria-label=\"\(label)\"><ul>\(tabs)</ul></nav>"
    }

    /// A choice of one value; the first means none.
    static func select(
        _ name: String, label: String, none: String, options: [(value: String, text: String)],
        chosen: String?
    ) -> HTML {
        let items = options.map { value, text -> HTML in
            let mark: HTML = value == chosen ? " selected" : ""
            return "<option value=\"\(value)\"\(mark)>\(text)</option>"
        }
        return """
            <label>\(label) <select name="\(name)"><option value="">\(none)</option>\
            \(items)</select></label>
            """
    }
}
