package import GTFSSchedule

/// Reads the rows of one file, whatever its fields: checks lengths and cells as it goes.
///
/// The row's cells are handed out as they are; `TypedRow` and the compilers read values from them.
package final class TableReader {
    package let table: TableSpec
    package let columns: ColumnMap
    /// Rows read so far, without the header and blank lines.
    package var rows: Int { max(reader.records - 1, 0) }

    private let reader: CSVReader
    private let findings: Findings
    private let repairs: RepairNotices
    private var isAtEnd = false

    package init(
        _ table: TableSpec, source: any ByteSource, findings: Findings
    ) throws(FeedError) {
        self.table = table
        self.findings = findings
        reader = try CSVReader(source)
        if reader.header.isEmpty { findings.note(.emptyFile, file: table.file.name) }
        columns = ColumnMap(table, header: reader.header, findings: findings)
        repairs = RepairNotices(
            table, filename: table.file.name, columns: columns.columns.map { $0 ?? .max },
            in: findings.notices)
        repairs.noteHeader(reader)
    }

    /// The row in the file, the header being row 1.
    package var row: Int { reader.row }
    /// The row as CSV.
    package var text: String { reader.text() }
    /// The row's cells by column; valid until the next call of `next()`.
    package var cells: RowCells { RowCells(reader) }

    /// The cell of a field, by the field's number in the table; empty when blank or absent.
    package func cell(_ field: Int) -> UnsafeRawBufferPointer {
        guard let column = columns.columns[field], column < reader.count else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return reader[column]
    }

    /// Moves to the next row. False at the end of the file.
    package func next() throws(FeedError) -> Bool {
        guard try reader.next() else {
            if !isAtEnd { repairs.noteFile(reader) }
            isAtEnd = true
            return false
        }
        if reader.count != columns.count { noteLength() }
        if !reader.isOrdinary { noteTraits() }
        return true
    }

    /// A short row's missing cells are blank; cells beyond the header are kept in `rejected`.
    private func noteLength() {
        let file = table.file.name
        findings.note(
            .invalidRowLength, file: file, row: row, value: "\(reader.count)")
        for column in columns.count..<max(columns.count, reader.count)
        where !reader[column].isEmpty {
            findings.rejectCell(
                .invalidRowLength, file: file, row: row, field: "column \(column + 1)",
                value: String(decoding: reader[column], as: UTF8.self))
        }
    }

    private func noteTraits() {
        let file = table.file.name
        if reader.isCut { findings.note(.csvParsingFailed, file: file, row: row) }
        repairs.noteRow(reader) { field, value in
            findings.keepCell(.nulCharacter, file: file, row: row, field: field, value: value)
        }
        for (field, column) in zip(table.fields, columns.columns) {
            guard let column, column < reader.count else { continue }
            let traits = reader.traits(column)
            func note(_ code: NoticeDefinition) {
                findings.note(
                    code, file: file, row: row, field: field.name,
                    value: String(decoding: reader[column], as: UTF8.self))
            }
            if traits.contains(.paddedInQuotes) { note(.leadingOrTrailingWhitespaces) }
            if traits.contains(.repaired) { note(.invalidCharacter) }
            if reader.holdsLineBreak, reader[column].contains(where: { $0 == 10 || $0 == 13 }) {
                note(.newLineInValue)
            }
        }
    }
}
