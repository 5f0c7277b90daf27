import FeedCompiling
import GTFSSchedule

/// No two rows of a file have the same key. Blank cells count as the value that they stand for.
///
/// One instance for each file that is read as structs; see `PrimaryKeys`.
struct DuplicateKeyRule<Row: FeedRow>: FeedRule {
    static var notices: [NoticeDefinition] { [.duplicateKey] }
    static var inputs: [String] { [Row.file.name] }

    /// A part of the key.
    struct Part: Sendable {
        let name: String
        /// What the cell says, as text; nil when it is blank.
        let text: @Sendable (Row) -> String?
        /// What a blank cell stands for.
        var blank = ""
    }

    let table: @Sendable (LoadedFeed) -> LoadedTable<Row>
    let key: [Part]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        let loaded = table(feed)
        let seen = IDTable(capacity: max(64, loaded.count))
        /// By number in `seen`: the first row with the key.
        var firstRows: [Int] = []
        /// The parts of the present row's key, each with a byte behind it that no cell ends with.
        var whole: [UInt8] = []
        for (index, row) in loaded.rows.enumerated() {
            try feed.checkCancellation()
            whole.removeAll(keepingCapacity: true)
            var isBlank = true
            for part in key {
                let text = part.text(row)
                if text != nil { isBlank = false }
                whole.append(contentsOf: (text ?? part.blank).utf8)
                whole.append(0x1F)
            }
            if key.count == 1, isBlank { continue }
            let (number, isNew) = whole.withUnsafeBytes { seen.intern($0) }
            if isNew {
                firstRows.append(index)
                continue
            }
            let first = firstRows[number]
            let defined = zip(key, key.map { $0.text(loaded[first]) }).filter { $1 != nil }
            bin.add(
                .duplicateKey,
                [
                    "filename": loaded.filename,
                    "oldCsvRowNumber": loaded.rowNumbers[first],
                    "newCsvRowNumber": loaded.rowNumbers[index],
                    "fieldName1": defined.map(\.0.name).joined(separator: ","),
                    "fieldValue1": defined.isEmpty
                        ? nil : defined.compactMap(\.1).joined(separator: ","),
                ])
        }
    }
}
