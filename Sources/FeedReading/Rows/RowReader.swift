import GTFSSchedule

/// Reads the cells of a file into rows, by the verdicts that bundles and validations follow.
///
/// It does not know the type of the rows: they are made where they are used, by code for that type.
/// Generic code of this module would take three times as long.
@usableFromInline
final class RowReader {
    private struct Column {
        let place: Int
        let field: Int
        let type: FieldType
        let isRequired: Bool
        /// Whether some text is not a value of the field, or a faulty one.
        let isJudged: Bool
        let read: (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Bool
    }

    private let pump: FeedPump
    private let table: TableReader
    private let columns: [Column]
    @usableFromInline let unknown: [String]

    init<Row: FeedRow>(
        _ type: Row.Type, _ pump: FeedPump, _ findings: Findings
    ) throws(FeedError) {
        self.pump = pump
        let table = try TableReader(Row.table, source: pump.nextFile(), findings: findings)
        columns = zip(Row.fields, table.columns.columns).enumerated().compactMap { index, column in
            let field = column.0.spec
            return column.1.map {
                Column(
                    place: $0, field: index, type: field.type,
                    isRequired: field.presence == .required, isJudged: !field.type.takesAnyText,
                    read: column.0.makeReader())
            }
        }
        unknown = table.columns.unknown
        table.keptColumns = table.columns.unknownPlaces
        self.table = table
    }

    @usableFromInline
    func next() throws(FeedError) -> Bool { try table.next() }

    @usableFromInline var line: Int { table.row }

    @usableFromInline
    func unknownCells() -> [String] {
        let cells = table.cells
        return table.columns.unknownPlaces.map { String(decoding: cells[$0], as: UTF8.self) }
    }

    /// By the places of the row's fields.
    @usableFromInline
    func fill(_ row: UnsafeMutableRawPointer) {
        let cells = table.cells
        columns.withUnsafeBufferPointer { columns in
            guard let start = columns.baseAddress else { return }
            for index in columns.indices {
                let cell = cells[start[index].place]
                if cell.isEmpty {
                    if start[index].isRequired { noteBlank(start[index].field) }
                } else if !start[index].isJudged
                    || isValue(cell, start[index].type, start[index].field)
                {
                    _ = start[index].read(cell, row)
                }
            }
        }
    }

    private func noteBlank(_ field: Int) {
        table.findings.note(
            .missingRequiredField, file: table.table.file.name, row: table.row,
            field: table.table.fields[field].name)
    }

    private func isValue(
        _ cell: UnsafeRawBufferPointer, _ type: FieldType, _ field: Int
    ) -> Bool {
        let verdict = type.judge(cell)
        if let fault = verdict.fault {
            table.note(
                fault, isKept: verdict.value != nil, field: table.table.fields[field].name, cell)
        }
        return verdict.value != nil
    }
}

extension FieldType {
    /// Every text is a value without a fault.
    fileprivate var takesAnyText: Bool {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .keyword:
            true
        default: false
        }
    }
}
