import TransitModel
import WebPages

struct ExtensionsPage: PagePart {
    let context: ExplorerContext

    private static let firstRows = 3
    private static let rowsOfPage = 50

    func page() async throws -> ExplorerPage {
        let tables = try await context.extensionTables()
        var sections: [HTML] = []
        for table in tables {
            // Columns of a known file say little without the others.
            let rows =
                table.key.isEmpty
                ? try await context.extensionRows(of: table.table, limit: Self.firstRows) : nil
            sections.append(section(table, rows?.value))
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
        let address = ExtensionTables.address(of: table, context)
        return Pieces.section(
            "about-\(table.table)", "<a href=\"\(address)\"><code>\(table.file)</code></a>",
            """
            <p>\(texts("extensions.rows", count: table.rows)) · \(names)</p>
            \(rows.map { ExtensionTables.rows($0, context) })
            """)
    }

    func page(of table: String) async throws -> ExplorerPage {
        let answer = try await context.extensionRows(
            of: table, limit: Self.rowsOfPage, cursor: target.value("cursor"))
        let extended = answer.value
        let next = answer.next.map { links.page("extensions", table, query: [("cursor", $0)]) }
        return ExplorerPage(
            title: extended.table.file,
            body: """
                <p>\(texts("extensions.rows", count: extended.table.rows)) · \
                <a href="\(links.page("extensions"))">\(texts("extensions.title"))</a></p>
                \(ExtensionTables.rows(extended, context))
                \(Pieces.pages(texts("pages.label"), [(texts("pages.next"), next, "next")]))
                """, isWide: true)
    }
}
