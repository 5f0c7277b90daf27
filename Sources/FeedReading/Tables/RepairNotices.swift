package import GTFSSchedule

package struct RepairNotices {
    private let filename: String
    private let fields: [(name: String, column: Int)]
    private let bin: NoticeBin

    /// By field of the table; `Int.max` when the file lacks it.
    package init(_ table: TableSpec, filename: String, columns: [Int], in bin: NoticeBin) {
        self.filename = filename
        self.bin = bin
        fields = zip(table.fields, columns).map { ($0.name, $1) }.filter { $0.1 != Int.max }
    }

    /// While the header is the reader's present record.
    package func noteHeader(_ reader: CSVReader) {
        guard !reader.header.isEmpty else { return }
        for (column, name) in reader.header.enumerated()
        where column < reader.count && reader.traits(column).contains(.nul) {
            bin.add(
                .nulCharacter,
                ["filename": filename, "csvRowNumber": reader.row, "fieldName": name])
        }
    }

    package func noteRow(
        _ reader: CSVReader, onNUL: (_ field: String, _ value: String) -> Void = { _, _ in }
    ) {
        if reader.hasUnclosedQuote {
            bin.add(.strayQuote, ["filename": filename, "csvRowNumber": reader.row])
        }
        guard !reader.allTraits.isDisjoint(with: [.strayQuote, .nul]) else { return }
        for field in fields where field.column < reader.count {
            let traits = reader.traits(field.column)
            guard !traits.isDisjoint(with: [.strayQuote, .nul]) else { continue }
            let value = String(decoding: reader[field.column], as: UTF8.self)
            let place: NoticeFields = [
                "filename": filename, "csvRowNumber": reader.row, "fieldName": field.name,
                "fieldValue": value,
            ]
            if traits.contains(.strayQuote) { bin.add(.strayQuote, place) }
            if traits.contains(.nul) {
                bin.add(.nulCharacter, place)
                onNUL(field.name, value)
            }
        }
    }

    package func noteFile(_ reader: CSVReader) {
        Self.note(reader.encoding, file: filename, in: bin)
        if reader.byteOrderMarks > 1 {
            bin.add(
                .encoding, ["filename": filename, "byteOrderMarks": reader.byteOrderMarks])
        }
        for (name, tally) in [("CR", reader.bareReturns), ("CRCRLF", reader.doubledReturns)]
        where tally.count > 0 {
            bin.add(
                .lineEnds,
                [
                    "filename": filename, "csvRowNumber": tally.firstRow, "lineEnd": name,
                    "lineCount": tally.count,
                ])
        }
    }

    package static func note(_ encoding: TextEncoding, file: String, in bin: NoticeBin) {
        guard encoding != .utf8 else { return }
        var fields: NoticeFields = ["filename": file, "encoding": encoding.name]
        if case .windows1252(let characters) = encoding {
            fields.append("characterCount", characters)
        }
        bin.add(.encoding, fields)
    }
}
