import GTFSSchedule

/// Makes rows of a file's cells, by the verdicts that bundles and validations follow.
///
/// Cells are read into the row by its fields' places: no code here depends on the type of the row.
struct RowReader<Row: FeedRow> {
    private struct Column {
        let place: Int
        let field: FieldSpec
        let isRequired: Bool
        /// Whether some text is not a value of the field, or a faulty one.
        let isJudged: Bool
        let read: (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Bool
    }

    private let table: TableReader
    private let columns: [Column]

    init(_ source: any ByteSource, _ findings: Findings) throws(FeedError) {
        table = try TableReader(Row.table, source: source, findings: findings)
        columns = zip(Row.fields, table.columns.columns).compactMap { field, place in
            place.map {
                Column(
                    place: $0, field: field.spec, isRequired: field.spec.presence == .required,
                    isJudged: !field.spec.type.takesAnyText, read: field.makeReader())
            }
        }
        table.keptColumns = table.columns.unknownPlaces
    }

    func next() throws(FeedError) -> LocatedRow<Row>? {
        guard try table.next() else { return nil }
        let cells = table.cells
        var row = Row()
        withUnsafeMutableBytes(of: &row) { row in
            guard let row = row.baseAddress else { return }
            for column in columns { read(cells[column.place], column, row) }
        }
        return LocatedRow(
            value: row, line: cells.row, unknownNames: table.columns.unknown,
            unknownCells: table.columns.unknownPlaces.map {
                String(decoding: cells[$0], as: UTF8.self)
            })
    }

    @inline(__always)
    private func read(
        _ cell: UnsafeRawBufferPointer, _ column: Column, _ row: UnsafeMutableRawPointer
    ) {
        if cell.isEmpty {
            if column.isRequired { noteBlank(column) }
        } else if !column.isJudged || isValue(cell, column) {
            _ = column.read(cell, row)
        }
    }

    private func noteBlank(_ column: Column) {
        table.findings.note(
            .missingRequiredField, file: table.table.file.name, row: table.row,
            field: column.field.name)
    }

    private func isValue(_ cell: UnsafeRawBufferPointer, _ column: Column) -> Bool {
        let verdict = column.field.type.judge(cell)
        if let fault = verdict.fault {
            table.note(fault, isKept: verdict.value != nil, field: column.field.name, cell)
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
