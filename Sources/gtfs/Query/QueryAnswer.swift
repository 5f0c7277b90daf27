import Foundation

/// The answer to a question, ready to be printed in each of its forms.
struct QueryAnswer: Sendable {
    /// JSON text.
    let json: String
    /// CSV text with a header.
    let csv: String
    /// Aligned text for people.
    let text: String

    /// An answer of several rows.
    ///
    /// - Parameters:
    ///   - rows: what JSON shows, as an array.
    ///   - columns: the members that CSV shows.
    ///   - table: what people see; when empty, `none` is said instead.
    init<Row: Encodable>(
        _ rows: [Row], columns: [String], table: TextTable, none: String
    ) {
        json = JSONText.pretty(rows)
        csv = CSVTable.text(rows, columns: columns)
        text = rows.isEmpty ? none + "\n" : table.lines.joined(separator: "\n") + "\n"
    }

    /// An answer that is one thing: JSON shows it whole, CSV its rows.
    init<Whole: Encodable, Row: Encodable>(
        _ whole: Whole, rows: [Row], columns: [String], lines: [String]
    ) {
        json = JSONText.pretty(whole)
        csv = CSVTable.text(rows, columns: columns)
        text = lines.joined(separator: "\n") + "\n"
    }
}
