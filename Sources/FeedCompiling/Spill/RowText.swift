import FeedReading
import GTFSSchedule

/// A row written out again for `rejected`, when it turns out too late that it can not be kept and
/// its bytes are gone. Cells of columns that the reference does not know are gone, too.
struct RowText {
    private let table: TableSpec
    private let columns: ColumnMap

    init(_ reader: TableReader) {
        table = reader.table
        columns = reader.columns
    }

    /// The row as CSV, in the order of the file's columns.
    ///
    /// - Parameter values: texts by the name of the field; what is missing is blank.
    func text(_ values: [String: String]) -> String {
        var cells = [String](repeating: "", count: columns.count)
        for (field, column) in zip(table.fields, columns.columns) {
            if let column { cells[column] = Self.quoted(values[field.name] ?? "") }
        }
        return cells.joined(separator: ",")
    }

    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + parts.joined(separator: "\"\"") + "\""
    }
}
