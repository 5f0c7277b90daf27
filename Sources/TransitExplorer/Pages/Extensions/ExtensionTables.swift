import TransitModel
import WebPages

/// Rows of tables that the reference does not know: their texts are shown, whatever they say.
enum ExtensionTables {
    private static let mostCharacters = 500

    static func foldOut(_ extensions: [ExtensionRows], _ context: ExplorerContext) -> HTML? {
        let tables = extensions.compactMap { extended -> HTML? in
            var shown = extended
            shown.rows.removeAll { row in
                extended.table.columns.allSatisfy { row.values[$0.column] == nil }
            }
            guard !shown.rows.isEmpty else { return nil }
            let more = shown.isCut ? context.texts.note("extensions.cut") : nil
            return """
                <h3><a href="\(address(of: shown.table, context))"><code>\(shown.table.file)</code></a></h3>
                \(rows(shown, context))\(more)
                """
        }
        guard !tables.isEmpty else { return nil }
        return """
            <details id="further"><summary>\(context.texts("extensions.further"))</summary>
            \(tables)</details>
            """
    }

    static func address(of table: ExtensionTable, _ context: ExplorerContext) -> String {
        context.links.page("extensions", table.table)
    }

    static func rows(_ extended: ExtensionRows, _ context: ExplorerContext) -> HTML {
        let columns = extended.table.key + extended.table.columns.map(\.column)
        let rows = extended.rows.map { row -> HTML in
            let cells = columns.map { column -> HTML in
                "<td>\(row.values[column].map { context.name(shortened($0)) })</td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        let names = extended.table.key + extended.table.columns.map { shortened($0.name) }
        return Pieces.table(
            extended.table.table, caption: extended.table.file, isUnseen: true,
            head: names.map(Pieces.heading), rows: rows, look: "cells")
    }

    private static func shortened(_ text: String) -> String {
        text.count > mostCharacters ? text.prefix(mostCharacters) + "…" : text
    }
}
