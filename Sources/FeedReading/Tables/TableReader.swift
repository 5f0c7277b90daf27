package import GTFSSchedule

/// Checks lengths and texts, and hands out raw cells; `TypedRow` and the compilers read values from
/// them.
package final class TableReader {
    package let table: TableSpec
    package let columns: ColumnMap
    /// Without the header and blank lines.
    package var rows: Int { max(reader.records - 1, 0) }

    package let reader: CSVReader
    package let findings: Findings
    private let repairs: RepairNotices
    private var isAtEnd = false
    package var keptColumns: [Int] = []

    package convenience init(
        _ table: TableSpec, source: any ByteSource, findings: Findings
    ) throws(FeedError) {
        self.init(table, reader: try CSVReader(source), findings: findings)
    }

    /// The reader stands at its header.
    package init(_ table: TableSpec, reader: CSVReader, findings: Findings) {
        self.table = table
        self.findings = findings
        self.reader = reader
        if reader.header.isEmpty { findings.note(.emptyFile, file: table.file.name) }
        if reader.isCut { findings.note(.csvParsingFailed, file: table.file.name, row: reader.row) }
        columns = ColumnMap(
            table, header: reader.header,
            note: { fault in
                // Of a file without fields no column is known.
                if case .unknown = fault, table.fields.isEmpty { return }
                fault.note(of: table.file.name, in: findings)
            })
        repairs = RepairNotices(
            table, filename: table.file.name, columns: columns.columns.map { $0 ?? .max },
            in: findings.notices)
        repairs.noteHeader(reader)
    }

    /// The header is row 1.
    package var row: Int { reader.row }
    package var text: String { reader.text() }
    /// By column; valid until the next call of `next()`.
    package var cells: RowCells { RowCells(reader) }

    /// By the field's number in the table; empty when blank or absent.
    package func cell(_ field: Int) -> UnsafeRawBufferPointer {
        guard let column = columns.columns[field], column < reader.count else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return reader[column]
    }

    /// A column that the file lacks gets one notice for all rows. `fault` is what is wrong with the
    /// cell, unless it is blank.
    package func rejectRow(
        for field: String, _ cell: UnsafeRawBufferPointer,
        _ fault: @autoclosure () -> NoticeDefinition = .missingRequiredField
    ) {
        let file = table.file.name
        let place = table.fields.firstIndex { $0.name == field }
        if place.flatMap({ columns.columns[$0] }) == nil {
            findings.keepRow(.missingRequiredColumn, file: file, row: row, text: text)
        } else {
            findings.rejectRow(
                cell.isEmpty ? .missingRequiredField : fault(), file: file, row: row,
                field: field, text: text)
        }
    }

    /// For a cell of the present row, which the bundle keeps.
    package func note(_ code: NoticeDefinition, field: String, _ cell: UnsafeRawBufferPointer) {
        findings.note(
            code, file: table.file.name, row: row, field: field,
            value: String(decoding: cell, as: UTF8.self))
    }

    /// For a cell of the present row, which is NULL in the bundle.
    package func rejectCell(
        _ code: NoticeDefinition, field: String, _ cell: UnsafeRawBufferPointer
    ) {
        findings.rejectCell(
            code, file: table.file.name, row: row, field: field,
            value: String(decoding: cell, as: UTF8.self))
    }

    /// For a cell of the present row, which is NULL in the bundle unless it is kept.
    package func note(
        _ fault: CellFault, isKept: Bool, field: String, _ cell: UnsafeRawBufferPointer
    ) {
        if isKept {
            note(fault.notice, field: field, cell)
        } else {
            rejectCell(fault.notice, field: field, cell)
        }
    }

    package func next() throws(FeedError) -> Bool {
        while try reader.next() {
            if noteShape() { return true }
        }
        noteEnd()
        return false
    }

    /// For callers that move the reader themselves. False when the row is left out: it is too long
    /// to be held.
    package func noteShape() -> Bool {
        guard !reader.isCut else {
            findings.leftOut.add(reader, of: table.file.name)
            findings.rejectRow(
                .csvParsingFailed, file: table.file.name, row: row, field: nil, text: text)
            return false
        }
        if reader.count != columns.count { noteLength() }
        if !reader.isOrdinary { noteTraits() }
        return true
    }

    package func noteEnd() {
        if !isAtEnd { repairs.noteFile(reader) }
        isAtEnd = true
    }

    /// A short row's missing cells are blank; cells beyond the header are kept in `rejected`.
    private func noteLength() {
        findings.note(
            .invalidRowLength, file: table.file.name, row: row, value: "\(reader.count)")
        for column in columns.count..<max(columns.count, reader.count)
        where !reader[column].isEmpty {
            rejectCell(.invalidRowLength, field: "column \(column + 1)", reader[column])
        }
    }

    private func noteTraits() {
        let file = table.file.name
        repairs.noteRow(reader) { field, value in
            findings.keepCell(.nulCharacter, file: file, row: row, field: field, value: value)
        }
        for column in keptColumns
        where column < reader.count && reader.traits(column).contains(.nul) {
            findings.keepCell(
                .nulCharacter, file: file, row: row, field: reader.header[column],
                value: String(decoding: reader[column], as: UTF8.self))
        }
        for (field, column) in zip(table.fields, columns.columns) {
            guard let column, column < reader.count else { continue }
            let traits = reader.traits(column)
            func note(_ code: NoticeDefinition) {
                self.note(code, field: field.name, reader[column])
            }
            if traits.contains(.paddedInQuotes) { note(.leadingOrTrailingWhitespaces) }
            if traits.contains(.repaired) { note(.invalidCharacter) }
            if reader.holdsLineBreak, reader[column].contains(where: { $0 == 10 || $0 == 13 }) {
                note(.newLineInValue)
            }
        }
    }
}

/// The cells of one row, by column: what the inner loops read.
///
/// A plain view of the reader's memory, made once a row; valid until the reader moves on.
@frozen
@usableFromInline
package struct RowCells {
    @usableFromInline
    let cells: UnsafePointer<UnsafeRawBufferPointer>
    @usableFromInline
    package let count: Int
    /// The header is row 1.
    @usableFromInline
    package let row: Int
    /// In bytes, including the line end.
    package let length: Int
    /// One line of valid text with all quotes in their place.
    package let isOrdinary: Bool

    /// Borrows: an initializer would own its argument, and this one runs for every row.
    package init(_ reader: borrowing CSVReader) {
        cells = reader.cells
        count = reader.count
        row = reader.row
        length = reader.byteLength
        isOrdinary = reader.isOrdinary
    }

    init(
        _ cells: UnsafePointer<UnsafeRawBufferPointer>, count: Int, row: Int, length: Int,
        isOrdinary: Bool
    ) {
        self.cells = cells
        self.count = count
        self.row = row
        self.length = length
        self.isOrdinary = isOrdinary
    }

    /// Empty when the cell is blank, or the row is too short.
    @inlinable
    package subscript(column: Int) -> UnsafeRawBufferPointer {
        column < count ? cells[column] : UnsafeRawBufferPointer(start: nil, count: 0)
    }
}

extension RowCells {
    /// In a row up to this many bytes no cell can be too long for the canonical parser.
    private static let usualLength = 4096
    /// The last row that the canonical validator reads.
    package static let lastUsualRow = 1_000_000_000

    /// The shape is not unusual even for the canonical parser.
    @inline(__always)
    package func hasUsualShape(columnCount: Int) -> Bool {
        isOrdinary && count == columnCount && columnCount > 1 && length <= Self.usualLength
            && row <= Self.lastUsualRow
    }
}
