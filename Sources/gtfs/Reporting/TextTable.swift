/// Rows of cells in aligned columns: names to the left, numbers to the right.
struct TextTable {
    private var rows: [[String]] = []
    /// The columns of numbers.
    private let right: Set<Int>

    init(_ header: [String], rightAligned: Set<Int>) {
        rows = header.isEmpty ? [] : [header]
        right = rightAligned
    }

    mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    /// The rows as lines, each begun with two blanks.
    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { cells in
            let padded = cells.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return right.contains(column) ? blanks + cell : cell + blanks
            }
            let line = "  " + padded.joined(separator: "  ")
            return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
        }
    }
}
