import FeedReading
import GTFSSchedule

/// Checks the cells of a row, each by its field's type and presence.
struct CellChecker {
    private struct Column {
        let index: Int
        let field: FieldSpec
        let isRequired: Bool
        let isRecommended: Bool
    }

    private let filename: String
    private let columns: [Column]
    private let options: ValidationOptions
    private let bin: NoticeBin

    init(
        _ table: TableSpec, _ filename: String, _ header: [String], _ options: ValidationOptions,
        _ bin: NoticeBin
    ) {
        self.filename = filename
        self.options = options
        self.bin = bin
        columns = table.fields.compactMap { field in
            header.firstIndex(of: field.name).map {
                Column(
                    index: $0, field: field, isRequired: field.presence == .required,
                    isRecommended: field.presence == .recommended)
            }
        }
    }

    /// True when a cell of the present row has an error.
    func check(_ reader: CSVReader) -> Bool {
        var hasError = false
        let cells = reader.cells
        let count = reader.count
        let isPlain = reader.allTraits.subtracting(.quoted).isEmpty && !reader.holdsLineBreak
        for column in columns {
            let cell =
                column.index < count
                ? cells[column.index] : UnsafeRawBufferPointer(start: nil, count: 0)
            if cell.isEmpty {
                if column.isRequired {
                    note(.missingRequiredField, reader, column)
                    hasError = true
                } else if column.isRecommended {
                    note(.missingRecommendedField, reader, column)
                }
                continue
            }
            if !isPlain, column.index < count, checkText(cell, reader, column) { hasError = true }
            if checkValue(cell, reader, column) { hasError = true }
        }
        return hasError
    }

    /// Checks what any text may have wrong.
    private func checkText(
        _ cell: UnsafeRawBufferPointer, _ reader: CSVReader, _ column: Column
    ) -> Bool {
        var hasError = false
        let traits = reader.traits(column.index)
        if traits.contains(.repaired) {
            note(.invalidCharacter, reader, column, cell)
            hasError = true
        }
        if reader.holdsLineBreak, cell.contains(where: { $0 == 10 || $0 == 13 }) {
            note(.newLineInValue, reader, column, cell)
            hasError = true
        }
        if traits.contains(.paddedInQuotes) {
            note(.leadingOrTrailingWhitespaces, reader, column, cell)
        }
        return hasError
    }

    /// Checks a cell by its type.
    private func checkValue(
        _ cell: UnsafeRawBufferPointer, _ reader: CSVReader, _ column: Column
    ) -> Bool {
        let type = column.field.type
        let value = type.store(cell)
        if case .bad(let code) = value {
            note(Self.badValues[code] ?? .invalidInteger, reader, column, cell)
            return true
        }
        guard !type.isInRange(value, cell: cell) else { return false }
        if type.outOfRangeNotice == "unexpected_enum_value" {
            note(.unexpectedEnumValue, reader, column, cell)
            return false
        }
        note(.numberOutOfRange, reader, column, cell)
        return true
    }

    private static let badValues: [String: NoticeDefinition] = [
        "invalid_color": .invalidColor, "invalid_date": .invalidDate,
        "invalid_float": .invalidFloat, "invalid_integer": .invalidInteger,
        "invalid_time": .invalidTime,
    ]

    private func note(
        _ definition: NoticeDefinition, _ reader: CSVReader, _ column: Column,
        _ value: UnsafeRawBufferPointer? = nil
    ) {
        bin.add(
            definition,
            [
                "filename": filename, "csvRowNumber": reader.row, "fieldName": column.field.name,
                "fieldValue": value.map { String(decoding: $0, as: UTF8.self) },
            ])
    }
}
