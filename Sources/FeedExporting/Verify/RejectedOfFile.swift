import FeedReading
import SQLiteLayer

final class RejectedOfFile {
    struct Cell {
        let field: String
        let value: String
        let isRepaired: Bool
        var isUsed = false
    }

    private let file: String
    /// Checked for every row, unlike the rest.
    private var isEmpty = true
    private var whole: [Int: [String]] = [:]
    private var cells: [Int: [Cell]] = [:]
    /// For the last row: which fields are confirmed, and whether as repaired. A row may have a
    /// million cells beyond its header's.
    private var usedFields: (row: Int, fields: [String: Bool]) = (0, [:])
    private var usedRows: Set<Int> = []
    private(set) var wholeCount = 0
    private(set) var cellCount = 0

    init(_ connection: Connection, _ file: String) throws {
        self.file = file
        try connection.readRows(
            "SELECT row, field, value, code FROM rejected WHERE file = ?", file
        ) { rejected in
            isEmpty = false
            let row = rejected.integer(0) ?? 0
            let value = rejected.asText(2) ?? ""
            if let field = rejected.asText(1) {
                let isRepaired = rejected.asText(3) == NoticeDefinition.nulCharacter.code
                cells[row, default: []].append(
                    Cell(field: field, value: value, isRepaired: isRepaired))
                cellCount += 1
            } else {
                whole[row, default: []].append(value)
                wholeCount += 1
            }
        }
    }

    func holds(_ row: Int) -> Bool {
        if isEmpty { return false }
        return whole[row] != nil || cells[row] != nil
    }

    /// Nil unless the row was rejected as a whole; it then counts as confirmed.
    func useWhole(_ row: Int) -> String? {
        guard let texts = whole[row] else { return nil }
        usedRows.insert(row)
        return texts[0]
    }

    func cells(_ row: Int) -> [Cell] {
        cells[row] ?? []
    }

    func useCell(_ row: Int, _ index: Int) {
        cells[row]?[index].isUsed = true
        usedFields.row = 0
    }

    func isCellUsed(_ row: Int, _ field: String) -> Bool {
        isRepaired(row, field) != nil
    }

    /// With the feed's value, which must be nowhere else.
    func isCellLost(_ row: Int, _ field: String) -> Bool {
        isRepaired(row, field) == false
    }

    private func isRepaired(_ row: Int, _ field: String) -> Bool? {
        if usedFields.row != row {
            let used = (cells[row] ?? []).filter(\.isUsed).map { ($0.field, $0.isRepaired) }
            usedFields = (row, Dictionary(used, uniquingKeysWith: { $0 && $1 }))
        }
        return usedFields.fields[field]
    }

    func checkAllUsed(_ differences: Differences) {
        for (row, texts) in whole.sorted(by: { $0.key < $1.key }) {
            let expected = usedRows.contains(row) ? 1 : 0
            for text in texts.dropFirst(expected) {
                differences.add(
                    file, row: row, feed: "no such row, or only once", bundle: "rejected: \(text)")
            }
        }
        for (row, cells) in cells.sorted(by: { $0.key < $1.key }) {
            for cell in cells where !cell.isUsed {
                differences.add(
                    file, row: row, field: cell.field, feed: "no such value",
                    bundle: "rejected: \(cell.value)")
            }
        }
    }
}
