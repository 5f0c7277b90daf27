import TransitAPI
import TransitModel
import WebPages

struct ExtensionsPage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    private static let firstRows = 3
    private static let rowsOfPage = 50

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    func page() async throws -> ExplorerPage {
        let tables = try await context.ask(.extensions) { $0.extensions }.data.elements
        var sections: [HTML] = []
        for table in tables {
            // Columns of a known file say little without the others.
            let rows = table.key.isEmpty ? try await rows(of: table.table, Self.firstRows) : nil
            sections.append(section(table, rows?.data.model))
        }
        return ExplorerPage(
            title: texts("extensions.title"),
            body: """
                <p>\(texts(tables.isEmpty ? "extensions.none" : "extensions.intro"))</p>
                \(sections)
                """)
    }

    private func section(_ table: ExtensionTable, _ rows: ExtensionRows?) -> HTML {
        let names = HTML.joined(
            table.columns.map { "<code><bdi>\(String($0.name.prefix(100)))</bdi></code>" as HTML },
            separator: ", ")
        return """
            <section aria-labelledby="about-\(table.table)">
            <h2 id="about-\(table.table)"><a href="\(ExtensionTables.address(of: table, context))">\
            <code>\(table.file)</code></a></h2>
            <p>\(texts("extensions.rows", count: table.rows)) · \(names)</p>
            \(rows.map { ExtensionTables.rows($0, context) })
            </section>
            """
    }

    func page(of table: String) async throws -> ExplorerPage {
        let answer = try await rows(of: table, Self.rowsOfPage, context.target.value("cursor"))
        let extended = answer.data.model
        let next = answer.meta.next.map {
            context.links.page("extensions", table, query: [("cursor", $0)])
        }
        return ExplorerPage(
            title: extended.table.file,
            body: """
                <p>\(texts("extensions.rows", count: extended.table.rows)) · \
                <a href="\(context.links.page("extensions"))">\(texts("extensions.title"))</a></p>
                \(ExtensionTables.rows(extended, context))
                \(Pieces.pages(texts("pages.label"), [(texts("pages.next"), next, "next")]))
                """, isWide: true)
    }

    private func rows(
        of table: String, _ limit: Int, _ cursor: String? = nil
    ) async throws -> Envelope<ModelDTO<ExtensionRows>> {
        try await context.ask(
            .extensionRows, id: table, [("limit", "\(limit)"), ("cursor", cursor)]
        ) { $0.extensionRows }
    }
}
