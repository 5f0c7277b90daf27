import FeedReading

/// Rows of cells in aligned columns: names to the left, numbers to the right.
struct TextTable {
    private var rows: [[String]] = []
    /// By row: what switches to the colours of one of its cells, and which.
    private var badges: [Int: (escape: String, column: Int)] = [:]
    /// The columns of numbers.
    private let right: Set<Int>

    init(_ header: [String], rightAligned: Set<Int>) {
        rows = header.isEmpty ? [] : [header]
        right = rightAligned
    }

    /// - Parameters:
    ///   - badge: what switches the terminal to the colours of a cell; empty without colours.
    ///   - column: the cell.
    mutating func add(_ cells: [String], badge: String = "", column: Int = 0) {
        if !badge.isEmpty { badges[rows.count] = (badge, column) }
        rows.append(cells.map(TerminalText.line))
    }

    /// The rows as lines, each begun with two blanks.
    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.enumerated().map { row, cells in
            let padded = cells.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                guard let badge = badges[row], badge.column == column else {
                    return right.contains(column) ? blanks + cell : cell + blanks
                }
                return badge.escape + cell + TerminalColor.end + blanks
            }
            let line = "  " + padded.joined(separator: "  ")
            return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
        }
    }
}
