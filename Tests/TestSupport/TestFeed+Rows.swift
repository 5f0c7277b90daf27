extension TestFeed {
    /// The rows of a file as its text says, by the names of the header; cells that are blank are
    /// missing. Quotes may hold commas, not line feeds.
    package func rows(_ file: String) -> [[String: String]] {
        let lines = (self[file] ?? "").split(whereSeparator: \.isNewline).map(Self.cells)
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { cells in
            Dictionary(zip(header, cells).filter { !$1.isEmpty }) { first, _ in first }
        }
    }

    private static func cells(_ line: Substring) -> [String] {
        var cells = [""]
        var isQuoted = false
        // A quote in quotes is doubled.
        for character in line.replacing("\"\"", with: "\u{0}") {
            switch character {
            case "\u{0}": cells[cells.count - 1].append("\"")
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }
}
