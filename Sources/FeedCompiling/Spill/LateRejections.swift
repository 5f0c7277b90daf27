package import FeedReading

/// Rows that turn out to be unusable only after later rows have been read: their trip or shape
/// already has a row with the same sequence.
///
/// Their bytes are gone by then, so their numbers are kept and the file is read once more at the
/// end: `rejected` gets each row as it stands in the file. Memory holds some megabytes of numbers.
package final class LateRejections {
    private let file: String
    private let field: String
    private let rows: SpilledRows<Mark>

    /// A row's number is its owner; nothing more is stored.
    private struct Mark: BitwiseCopyable {}

    package init(file: String, field: String, directory: String) {
        self.file = file
        self.field = field
        rows = SpilledRows(directory: directory)
    }

    var isEmpty: Bool { rows.isEmpty }

    package func add(_ row: Int32) throws(FeedError) {
        try rows.append(Mark(), owner: row)
    }

    /// In the order of the file; `reader` stands at its header.
    package func note(
        _ reader: CSVReader, source: String, in findings: Findings
    ) throws(FeedError) {
        try rows.forEachOwner { (row, _) throws(FeedError) in
            while reader.row < row, try reader.next() {}
            guard reader.row == row else {
                throw .inputUnreadable(source: source, reason: "\(file) changed while it was read")
            }
            findings.rejectRow(
                .duplicateKey, file: file, row: Int(row), field: field, text: reader.text())
        }
    }
}
