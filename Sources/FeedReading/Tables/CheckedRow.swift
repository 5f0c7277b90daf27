package import GTFSSchedule

package final class CheckedRow {
    package enum Value {
        case null
        case integer(Int64)
        case real(Double)
        case text(UnsafeRawBufferPointer)
    }

    private let reader: TableReader
    /// By field, in the order of the table. Overlapping accesses are not checked: there are none,
    /// and every cell would pay for it.
    @exclusivity(unchecked) package private(set) var values: [Value]
    /// As far as the key is filled, its cells are values of their fields.
    @exclusivity(unchecked) package private(set) var hasClearKey = true
    /// Required fields of the primary key: a row that lacks one cannot be kept.
    private let keyFields: [Int]
    private let plan: [Step]

    private struct Step {
        let type: FieldType
        /// `Int.max` when the file lacks the field.
        let column: Int
        let isRequired: Bool
        /// A row cannot do without a part of its primary key.
        let isKey: Bool
        let isInKey: Bool
    }

    package init(_ reader: TableReader) {
        self.reader = reader
        let fields = reader.table.fields
        let primaryKey = reader.table.file.primaryKey
        let key = reader.table.key
        values = Array(repeating: .null, count: fields.count)
        plan = zip(fields, reader.columns.columns).map { field, column in
            Step(
                type: field.type, column: column ?? Int.max,
                isRequired: field.presence == .required,
                isKey: primaryKey.contains(field.name), isInKey: key.contains(field.name))
        }
        keyFields = plan.indices.filter { [plan] in plan[$0].isRequired && plan[$0].isKey }
    }

    package var row: Int { reader.row }
    package var table: TableSpec { reader.table }

    /// False when the row must be left out, which is noted.
    package func load() -> Bool {
        let cells = reader.cells
        hasClearKey = true
        for index in plan.indices { values[index] = value(cells[plan[index].column], index) }
        for index in keyFields {
            if case .null = values[index] {
                reader.rejectRow(
                    for: reader.table.fields[index].name, reader.cell(index), badKey(index))
                return false
            }
        }
        return true
    }

    package func rejectDuplicate() {
        reader.findings.rejectRow(
            .duplicateKey, file: reader.table.file.name, row: row,
            field: reader.table.key.joined(separator: ","), text: reader.text)
    }

    /// Empty when blank.
    package func text(_ field: Int) -> UnsafeRawBufferPointer {
        if case .text(let bytes) = values[field] { return bytes }
        return UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Nil when blank or not an integer.
    package func integer(_ field: Int) -> Int? {
        if case .integer(let value) = values[field] { return Int(value) }
        return nil
    }

    package func real(_ field: Int) -> Double? {
        if case .real(let value) = values[field] { return value }
        return nil
    }

    private func badKey(_ index: Int) -> NoticeDefinition {
        reader.table.fields[index].type.judge(reader.cell(index)).fault?.notice
            ?? .missingRequiredField
    }

    private func value(_ cell: UnsafeRawBufferPointer, _ index: Int) -> Value {
        let step = plan[index]
        var field: String { reader.table.fields[index].name }
        if cell.isEmpty {
            if step.isRequired, !step.isKey {
                reader.findings.note(
                    .missingRequiredField, file: reader.table.file.name, row: row, field: field)
            }
            return .null
        }
        let verdict = step.type.judge(cell)
        if let fault = verdict.fault {
            if step.isInKey, fault.notice.severity == .error { hasClearKey = false }
            // A row that is rejected for its key is noted once, as a whole.
            if verdict.value != nil || !(step.isKey && step.isRequired) {
                reader.note(fault, isKept: verdict.value != nil, field: field, cell)
            }
        }
        return switch verdict.value {
        case nil: .null
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text: .text(cell)
        }
    }
}
