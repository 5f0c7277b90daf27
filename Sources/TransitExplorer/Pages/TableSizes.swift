import TransitAPI
import WebPages

struct TableSizes {
    private let tables: [TableDTO]
    private let texts: ExplorerTexts
    private let total: Int

    private static let bars = 12

    init(_ tables: [TableDTO], _ texts: ExplorerTexts) {
        self.tables = tables.sorted { ($1.bytes ?? 0, $0.name) < ($0.bytes ?? 0, $1.name) }
        self.texts = texts
        total = tables.reduce(0) { $0 + ($1.bytes ?? 0) }
    }

    var picture: HTML {
        guard total > 0 else { return HTML() }
        var bars = tables.filter { ($0.bytes ?? 0) > 0 }.map {
            (name: $0.name, bytes: $0.bytes ?? 0)
        }
        let others = bars.dropFirst(Self.bars)
        if others.count > 1 {
            bars.removeLast(others.count)
            bars.append(
                (
                    texts("feed.tables.others", ["n": "\(others.count)"]),
                    others.reduce(0) { $0 + $1.bytes }
                ))
        }
        let most = max(bars.map(\.bytes).max() ?? 1, 1)
        let rows = bars.enumerated().map { row, bar -> HTML in
            let y = row * 18
            return """
                <text x="0" y="\(y + 12)" font-size="10">\(bar.name)</text>\
                <rect class="fill" x="124" y="\(y + 2)" width="\(max(bar.bytes * 160 / most, 1))" \
                height="13" rx="2"/><text x="\(130 + bar.bytes * 160 / most)" y="\(y + 12)" \
                font-size="10">\(Figures.bytes(bar.bytes))</text>
                """
        }
        return """
            <figure><svg class="picture" viewBox="0 0 350 \(bars.count * 18)" width="525" \
            height="\(bars.count * 27)" role="img" aria-label="\(texts("feed.tables.picture"))">\(rows)\
            </svg><figcaption class="quiet">\(texts("feed.tables.total", ["size": Figures.bytes(total)]))\
            </figcaption></figure>
            """
    }

    var table: HTML {
        let rows = tables.map { table -> HTML in
            """
            <tr><th scope="row"><code>\(table.name)</code></th>
            \(Pieces.number(table.rows))
            \(Pieces.cell(table.bytes.map(Figures.bytes) ?? "–"))
            \(Pieces.cell(share(table)))</tr>
            """
        }
        return texts.table(
            "tables", caption: "feed.tables.caption",
            columns: [
                "feed.tables.name", "#feed.tables.rows", "#feed.tables.bytes",
                "#feed.tables.share",
            ], rows: rows)
    }

    private func share(_ table: TableDTO) -> String {
        guard let bytes = table.bytes, total > 0 else { return "–" }
        let tenths = (bytes * 1000 + total / 2) / total
        return "\(tenths / 10).\(tenths % 10)\u{A0}%"
    }
}
