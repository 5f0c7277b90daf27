import Foundation
import GTFSSchedule
import SystemLayer

/// Text is aligned to the left, numbers to the right.
enum TextAlignment {
    case left, right
}

struct TextColumn<Row> {
    let title: String
    let alignment: TextAlignment
    let cell: (Row) -> String?
    fileprivate var badge: ((Row) -> String)?

    init(
        _ title: String = "", _ alignment: TextAlignment = .left,
        _ cell: @escaping (Row) -> String?
    ) {
        self.title = title
        self.alignment = alignment
        self.cell = cell
    }

    /// - Parameter badge: colors around the cell, see ``TerminalColor/badge(_:_:)``.
    func badged(_ badge: @escaping (Row) -> String) -> Self {
        var column = self
        column.badge = badge
        return column
    }

    /// The column of rows that have such a row in them.
    func of<Outer>(_ row: @escaping (Outer) -> Row) -> TextColumn<Outer> {
        var column = TextColumn<Outer>(title, alignment) { cell(row($0)) }
        if let badge { column.badge = { badge(row($0)) } }
        return column
    }
}

/// Rows for people, below titles if a column has one. A column without a title and without cells is
/// left out.
struct TextTable {
    private typealias Cell = (text: String, badge: String)
    /// From top to bottom.
    private typealias Column = (cells: [Cell], isRight: Bool)

    private let columns: [Column]

    init<Row>(_ rows: some Collection<Row>, _ columns: [TextColumn<Row>]) {
        let hasTitles = columns.contains { !$0.title.isEmpty }
        self.columns = columns.compactMap { column in
            let cells: [Cell] = rows.map { row in
                (TerminalText.line(column.cell(row) ?? ""), column.badge?(row) ?? "")
            }
            guard !column.title.isEmpty || cells.contains(where: { !$0.text.isEmpty }) else {
                return nil
            }
            return (
                hasTitles ? [(column.title, "")] + cells : cells, column.alignment == .right
            )
        }
    }

    /// Facts with their names; those without a value are left out.
    init(_ facts: [(name: String, value: String?)]) {
        self.init(
            facts.filter { $0.value != nil },
            [.init { $0.name }, .init { $0.value }])
    }

    var lines: [String] { Self.lines(of: columns) }

    /// Columns that find no room in a line follow below, again beside the first one.
    ///
    /// - Parameter width: of a line, in characters; a column that is wider has lines for itself.
    func folded(to width: Int) -> [[String]] {
        guard let first = columns.first else { return [] }
        func room(_ column: Column) -> Int { 2 + (column.cells.map(\.text.count).max() ?? 0) }
        var parts = [[first]]
        var taken = room(first)
        for column in columns.dropFirst() {
            if taken + room(column) > width, parts[parts.count - 1].count > 1 {
                parts.append([first])
                taken = room(first)
            }
            parts[parts.count - 1].append(column)
            taken += room(column)
        }
        return parts.map(Self.lines)
    }

    private static func lines(of columns: [Column]) -> [String] {
        let padded = columns.map { cells, isRight in
            let width = cells.map(\.text.count).max() ?? 0
            return cells.map { text, badge in
                let blanks = String(repeating: " ", count: width - text.count)
                guard badge.isEmpty else { return badge + text + TerminalColor.end + blanks }
                return isRight ? blanks + text : text + blanks
            }
        }
        return (padded.first ?? []).indices.map { row in
            let line = "  " + padded.map { $0[row] }.joined(separator: "  ")
            return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
        }
    }
}

enum TerminalColor {
    static let isWanted =
        StandardStream.output.isTerminal
        && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    static func badge(_ background: RGBColor, _ text: RGBColor) -> String {
        guard isWanted else { return "" }
        return escape + "[48;2;\(background.red);\(background.green);\(background.blue)m"
            + escape + "[38;2;\(text.red);\(text.green);\(text.blue)m"
    }

    static let end = escape + "[0m"

    /// Stands for ESC until text is written: a mark that no feed can know, so that a feed's ESC is
    /// never taken for one of ours.
    static let escape = "\u{10FFFE}\(UInt64.random(in: .min ... .max))\u{10FFFE}"

    static func rendered(_ text: String) -> String {
        TerminalText.lines(text).replacing(escape, with: "\u{1B}")
    }
}
