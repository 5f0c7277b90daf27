import FeedReading

struct RowChecker {
    enum Verdict {
        case fine
        case blank
        case wrongLength
        /// The canonical parser gives up the file here.
        case unparsable
    }

    /// The maximum number of UTF-16 units that the canonical parser accepts in a cell.
    static let longestCell = 4096
    static let mostColumns = 512

    private let filename: String
    private let columnCount: Int
    private let longestCell: Int
    private let bin: NoticeBin

    init(_ filename: String, file: String, columnCount: Int, _ bin: NoticeBin) {
        self.filename = filename
        self.columnCount = columnCount
        self.bin = bin
        longestCell = CanonicalSchema.filesWithLongCells.contains(file) ? .max : Self.longestCell
    }

    func check(_ reader: CSVReader) -> Verdict {
        if reader.count == columnCount, columnCount > 1, reader.byteLength <= Self.longestCell,
            !reader.isCut, !reader.hasUnclosedQuote, reader.row <= RowCells.lastUsualRow
        {
            return .fine
        }
        if reader.row > RowCells.lastUsualRow {
            bin.add(.tooManyRows, ["filename": filename, "rowNumber": reader.row])
            return .unparsable
        }
        if reader.isCut {
            noteCut(reader)
            return .unparsable
        }
        if let column = tooLarge(reader) {
            noteUnparsable(reader, column)
            return .unparsable
        }
        if reader.count == 1, reader[0].isEmpty, !reader.traits(0).contains(.blankInQuotes) {
            bin.add(
                .emptyRow, of: NoticePart(filename),
                ["filename": filename, "csvRowNumber": reader.row])
            return .blank
        }
        guard reader.count == columnCount else {
            bin.add(
                .invalidRowLength, of: NoticePart(filename),
                [
                    "filename": filename, "csvRowNumber": reader.row, "rowLength": reader.count,
                    "headerCount": columnCount,
                ])
            return .wrongLength
        }
        return .fine
    }

    /// Whether the header can be read: it is a record like the others.
    func checkHeader(_ reader: CSVReader) -> Bool {
        guard reader.records > 0, let column = tooLarge(reader) else { return true }
        noteUnparsable(reader, column)
        return false
    }

    private func tooLarge(_ reader: CSVReader) -> Int? {
        if reader.count > Self.mostColumns { return Self.mostColumns }
        if reader.isCut || reader.hasUnclosedQuote && reader.byteLength > Self.longestCell {
            return reader.count - 1
        }
        guard reader.byteLength > Self.longestCell else { return nil }
        return (0..<reader.count).first {
            reader[$0].count > longestCell
                && String(decoding: reader[$0], as: UTF8.self).utf16.count > longestCell
        }
    }

    private func noteUnparsable(_ reader: CSVReader, _ column: Int) {
        let before = (0..<min(column, reader.count)).reduce(0) { $0 + reader[$1].count + 1 }
        note(
            reader, column, at: reader.byteOffset + before + Self.longestCell + 2,
            column < Self.mostColumns
                ? "A cell is longer than \(Self.longestCell) characters."
                : "The row has more than \(Self.mostColumns) cells.",
            column < reader.count ? reader[column] : UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// The long cell is taken for that in which its beginning ends.
    private func noteCut(_ reader: CSVReader) {
        let limit = CSVReader.longestRecord
        note(
            reader, reader.beginning.count, at: reader.byteOffset + reader[0].count,
            reader.byteLength > limit
                ? "The row is longer than \(limit >> 20) MiB, and is left out."
                : "The row has more cells than can be read, and is left out.",
            reader[0])
    }

    private func note(
        _ reader: CSVReader, _ column: Int, at place: Int, _ message: String,
        _ content: UnsafeRawBufferPointer
    ) {
        bin.add(
            .csvParsingFailed,
            [
                "filename": filename, "charIndex": place, "columnIndex": column,
                "lineIndex": reader.line - 1, "message": message,
                "parsedContent": String(decoding: content.prefix(100), as: UTF8.self),
            ])
    }
}
