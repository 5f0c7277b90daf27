import WebPages

enum Pieces {
    static func section(_ id: String, _ title: HTML, _ body: HTML) -> HTML {
        """
        <section aria-labelledby="\(id)">
        <h2 id="\(id)">\(title)</h2>
        \(body)
        </section>
        """
    }

    static func note(_ text: HTML, id: String? = nil) -> HTML {
        let id = id.map { " id=\"\($0)\"" as HTML }
        return "<p\(id) class=\"note\">\(text)</p>"
    }

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

    static func number(_ number: Int) -> HTML { cell(Figures.grouped(number)) }

    /// A cell of a column whose heading is above figures.
    static func cell(_ figure: String) -> HTML { "<td class=\"number\">\(figure)</td>" }

    /// A table that scrolls sideways when it is wider than the page. Each row is a whole `<tr>`.
    static func table(
        _ id: String, caption: String, isUnseen: Bool = false, head: [HTML], rows: [HTML],
        look: String? = nil
    ) -> HTML {
        let look = look.map { " class=\"\($0)\"" as HTML }
        let unseen: HTML? = isUnseen ? " class=\"unseen\"" : nil
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)-caption">
            <table id="\(id)"\(look)><caption id="\(id)-caption"\(unseen)>\(caption)</caption>
            <thead><tr>\(head)</tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }

    static func heading(_ text: String) -> HTML { "<th scope=\"col\">\(text)</th>" }

    /// Links to the pages before and after this one.
    static func pages(_ label: String, _ links: [(text: String, address: String?, rel: String)])
        -> HTML?
    {
        let items = links.compactMap { text, address, rel -> HTML? in
            address.map { "<a rel=\"\(rel)\" href=\"\($0)\">\(text)</a> " }
        }
        return items.isEmpty
            ? nil : "<nav class=\"pages noprint\" aria-label=\"\(label)\">\(items)</nav>"
    }

    /// Links to the parts of a list before and after the one that a page shows.
    static func parts(_ label: String, _ links: [(text: String, address: String?)]) -> HTML? {
        let items = links.compactMap { text, address -> HTML? in
            address.map { "<li><a href=\"\($0)\">\(text)</a></li>" }
        }
        return items.isEmpty
            ? nil : "<nav class=\"pages\" aria-label=\"\(label)\"><ul>\(items)</ul></nav>"
    }

    static func tabs(
        _ label: String, _ items: [(text: HTML, address: String, isShown: Bool)],
        isPrinted: Bool = false
    ) -> HTML {
        let line: HTML? = isPrinted ? "\n" : nil
        let look: HTML? = isPrinted ? nil : " noprint"
        let tabs = items.map { text, address, isShown -> HTML in
            let current: HTML? = isShown ? " aria-current=\"page\"" : nil
            return "<li><a href=\"\(address)\"\(current)>\(text)</a></li>\(line)"
        }
        return "<nav class=\"tabs\(look)\" aria-label=\"\(label)\"><ul>\(line)\(tabs)</ul></nav>"
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

extension ExplorerTexts {
    func note(_ key: String, id: String? = nil) -> HTML { Pieces.note("\(self(key))", id: id) }

    /// A table whose caption and headings are texts, by their keys; headings that begin with `#`
    /// are above figures.
    func table(
        _ id: String, caption: String, isUnseen: Bool = false, columns: [String], rows: [HTML]
    ) -> HTML {
        let head = columns.map { key -> HTML in
            key.hasPrefix("#")
                ? "<th scope=\"col\" class=\"number\">\(self(String(key.dropFirst())))</th>"
                : Pieces.heading(self(key))
        }
        return Pieces.table(
            id, caption: self(caption), isUnseen: isUnseen, head: head, rows: rows)
    }
}
