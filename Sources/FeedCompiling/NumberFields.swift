import FeedReading
import GTFSSchedule

/// Fields of a large file whose cells a bundle keeps as numbers, in the order in which their faults
/// are noted.
struct NumberFields {
    private let fields: [Place]
    /// Apart, because a loop over texts would count references.
    private let names: [String]

    private struct Place {
        let index: Int
        let type: FieldType
        let isRequired: Bool
    }

    init(_ names: [String], of table: TableSpec) {
        self.names = names
        fields = names.map(table.index).map { index in
            let field = table.fields[index]
            return Place(
                index: index, type: field.type, isRequired: field.presence == .required)
        }
    }

    /// Notes the faults of the present row. False when the row must be left out, because it lacks a
    /// required number.
    func note(_ reader: TableReader) -> Bool {
        for number in fields.indices {
            let field = fields[number]
            let cell = reader.cell(field.index)
            if cell.isEmpty, !field.isRequired { continue }
            let verdict = Self.verdict(cell, field.type)
            guard let fault = verdict.fault else { continue }
            if verdict.value == nil, field.isRequired {
                reader.rejectRow(for: names[number], cell, fault.notice)
                return false
            }
            reader.note(fault, isKept: verdict.value != nil, field: names[number], cell)
        }
        return true
    }

    /// A number that does not fit is none.
    private static func verdict(_ cell: UnsafeRawBufferPointer, _ type: FieldType) -> CellVerdict {
        let verdict = type.judge(cell)
        return switch (type, verdict.value) {
        case (.enumeration, .integer(let code)) where StopTimeRow.code(Int(code)) == nil:
            CellVerdict(none: .invalidInteger)
        case (.latitude, .real(let degrees)) where abs(degrees) >= ShapePointRow.limit,
            (.longitude, .real(let degrees)) where abs(degrees) >= ShapePointRow.limit:
            CellVerdict(none: .invalidFloat)
        default: verdict
        }
    }
}
