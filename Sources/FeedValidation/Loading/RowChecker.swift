import FeedReading

/// Checks the shape of a record, before its cells.
struct RowChecker {
    enum Verdict {
        case fine
        /// To be passed over.
        case blank
        case wrongLength
        /// The canonical parser gives up the file here.
        case unparsable
    }

    /// The most characters that the canonical parser takes in a cell.
    static let longestCell = 4096

    private let filename: String
    private let columnCount: Int
    private let bin: NoticeBin

    init(_ filename: String, columnCount: Int, _ bin: NoticeBin) {
        self.filename = filename
        self.columnCount = columnCount
        self.bin = bin
    }

    func check(_ reader: CSVReader) -> Verdict {
        if reader.count != columnCount {
            bin.add(
                .invalidRowLength,
                [
                    "filename": filename, "csvRowNumber": reader.row, "rowLength": reader.count,
                    "headerCount": columnCount,
                ])
            return .wrongLength
        }
        return .fine
    }
}
