import FeedReading
import GTFSSchedule

final class CellChecker {
    /// A class, because a loop over structs copies each of them.
    private final class Column {
        let index: Int
        let field: Int
        let name: String
        let isRequired: Bool
        let isRecommended: Bool
        let isMixedCase: Bool
        let value: ValueChecker

        init?(
            _ field: FieldSpec, place: Int, in file: String, header: [String],
            options: ValidationOptions
        ) {
            let presence = CanonicalSchema.presence(
                of: field, in: file, isCanonical: options.isCanonical)
            let index = header.firstIndex(of: field.name)
            // Absent columns that should be there are reported in every row.
            guard index != nil || presence == .recommended else { return nil }
            self.index = index ?? .max
            self.field = place
            name = field.name
            isRequired = presence == .required
            isRecommended = presence == .recommended
            isMixedCase = CanonicalSchema.mixedCaseFields.contains(file + "/" + field.name)
            value = ValueChecker(field, in: file, options)
        }
    }

    /// The values that most cells need, without access to the column, which would count references.
    private struct Place: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable {
            case id
            case text
            case other
        }

        /// `Int.max` when the file lacks the column.
        let index: Int
        let kind: Kind
        let isWanted: Bool

        init(_ column: Column) {
            index = column.index
            isWanted = column.isRequired || column.isRecommended
            kind =
                switch column.value.type {
                case .id: .id
                case .text, .keyword: .text
                default: .other
                }
        }

        @inline(__always)
        func isFine(_ cell: UnsafeRawBufferPointer) -> Bool {
            if cell.isEmpty { return !isWanted }
            return switch kind {
            case .id: CellBytes.isPrintable(cell)
            case .text: !CellBytes.holdsReplacement(cell)
            case .other: false
            }
        }
    }

    private let filename: String
    private let columns: [Column]
    private let places: [Place]
    private let mixedCaseColumns: [Column]
    private let isCanonical: Bool
    private let pair: RowPairCheck?
    private let bin: NoticeBin
    /// The fields whose cells are not a value of their type, are an unknown code, or are blank
    /// though required: rules must not take them for blank. For the canonical validator: all fields
    /// of a row with an error.
    @exclusivity(unchecked) private(set) var bad = FieldSet()
    @exclusivity(unchecked) private(set) var unusable = FieldSet()

    init(
        _ table: TableSpec, filename: String, header: [String], options: ValidationOptions,
        bin: NoticeBin
    ) {
        let file = table.file.name
        self.filename = filename
        isCanonical = options.isCanonical
        self.bin = bin
        columns = table.fields.enumerated().compactMap { place, field in
            Column(field, place: place, in: file, header: header, options: options)
        }
        places = columns.map { Place($0) }
        mixedCaseColumns = columns.filter(\.isMixedCase)
        pair = RowPairCheck(
            table, filename: filename, header: header, isCanonical: isCanonical)
    }

    /// The file lacks a column, so each row gets a notice.
    var isNeverFine: Bool { places.contains { $0.index == .max && $0.isWanted } }

    /// Provided that the row's text is valid. If a row does need a notice, the bin has some of its
    /// notices, which must not be used: this is for rows that others read ahead.
    func isFine(_ cells: RowCells) -> Bool {
        for (index, place) in places.enumerated() {
            let cell = cells[place.index]
            if place.isFine(cell) { continue }
            if cell.isEmpty || CellBytes.holdsReplacement(cell) { return false }
            if columns[index].value.fault(cell) != nil { return false }
        }
        let before = bin.total
        checkCase(cells)
        checkPairs(cells)
        return bin.total == before
    }

    func check(_ reader: CSVReader) -> Bool {
        var hasError = false
        bad = FieldSet()
        unusable = bad
        let cells = RowCells(reader)
        let isPlain = reader.allTraits.subtracting(.quoted).isEmpty && !reader.holdsLineBreak
        for (index, place) in places.enumerated() {
            let cell = cells[place.index]
            if isPlain, place.isFine(cell) { continue }
            let column = columns[index]
            if cell.isEmpty, isPlain || !hasBlanks(column, reader) {
                if column.isRequired {
                    note(.missingRequiredField, in: reader, of: column)
                    bad.insert(column.field)
                    hasError = true
                } else if column.isRecommended {
                    note(.missingRecommendedField, in: reader, of: column)
                }
                continue
            }
            if checkText(cell, in: reader, of: column, isPlain: isPlain) { hasError = true }
            if checkValue(cell, in: reader, of: column) { hasError = true }
        }
        if isCanonical { bad = hasError ? .all : FieldSet() }
        checkCase(cells)
        return hasError
    }

    /// Whether a cell of quoted blanks counts as text, as in the canonical validator
    /// (`CheckedFile.isEmptyText`). Notes the blanks in either case.
    private func hasBlanks(_ column: Column, _ reader: CSVReader) -> Bool {
        guard column.index < reader.count, reader.traits(column.index).contains(.blankInQuotes)
        else { return false }
        guard !isCanonical else { return true }
        note(
            .leadingOrTrailingWhitespaces, in: reader, of: column,
            value: reader.untrimmed(column.index))
        return false
    }

    private func checkText(
        _ cell: UnsafeRawBufferPointer, in reader: CSVReader, of column: Column, isPlain: Bool
    ) -> Bool {
        var hasError = false
        let traits = isPlain ? [] : reader.traits(column.index)
        if traits.contains(.repaired)
            || CellBytes.holdsReplacement(cell) && !Self.isOfNULs(traits)
        {
            note(.invalidCharacter, in: reader, of: column, value: reader.untrimmed(column.index))
            hasError = true
        }
        guard !isPlain else { return hasError }
        let text = reader.untrimmed(column.index)
        if text.utf8.contains(where: { $0 == 10 || $0 == 13 }) {
            note(.newLineInValue, in: reader, of: column, value: text)
            hasError = true
        }
        if !reader.traits(column.index).isDisjoint(with: [.paddedInQuotes, .blankInQuotes]) {
            note(.leadingOrTrailingWhitespaces, in: reader, of: column, value: text)
        }
        return hasError
    }

    private static func isOfNULs(_ traits: CSVScanner.Traits) -> Bool {
        traits.contains(.nul) && !traits.contains(.repaired)
    }

    private func checkValue(
        _ cell: UnsafeRawBufferPointer, in reader: CSVReader, of column: Column
    ) -> Bool {
        guard let fault = column.value.fault(cell) else { return false }
        if fault.definition.severity == .error { unusable.insert(column.field) }
        if fault.definition.severity == .error || fault.definition == .unexpectedEnumValue {
            bad.insert(column.field)
        }
        // One of the canonical notices has another name for the field.
        let name = fault.definition == .nonASCIIOrNonPrintableChar ? "columnName" : "fieldName"
        bin.add(
            fault.definition, of: NoticePart(filename, field: column.name),
            [
                "filename": filename, "csvRowNumber": reader.row, name: column.name,
                "fieldType": fault.range, "fieldValue": fault.value,
            ])
        return fault.definition.severity == .error
    }

    private func checkCase(_ cells: RowCells) {
        for column in mixedCaseColumns where !bad.contains(column.field) {
            let cell = cells[column.index]
            guard !cell.isEmpty, !MixedCase.isFine(cell) else { continue }
            bin.add(
                .mixedCaseRecommendedField, of: NoticePart(filename, field: column.name),
                [
                    "filename": filename, "fieldName": column.name,
                    "fieldValue": String(decoding: cell, as: UTF8.self),
                    "csvRowNumber": cells.row,
                ])
        }
    }

    func checkPairs(_ cells: RowCells) {
        guard let pair, pair.fields.isDisjoint(with: bad) else { return }
        pair.check(cells, into: bin)
    }

    private func note(
        _ definition: NoticeDefinition, in reader: CSVReader, of column: Column,
        value: @autoclosure () -> String? = nil
    ) {
        bin.add(
            definition, field: column.name, of: filename, row: reader.row, value: value())
    }
}
