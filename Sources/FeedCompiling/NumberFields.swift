import FeedReading
import GTFSSchedule

/// Fields of a large file whose cells a bundle keeps as numbers, in the order in which their faults
/// are noted.
struct NumberFields {
    private let fields: [(place: Int, spec: FieldSpec)]

    init(_ names: [String], of table: TableSpec) {
        fields = names.map(table.index).map { ($0, table.fields[$0]) }
    }

    /// Notes the faults of the present row. False when the row must be left out, because it lacks a
    /// required number.
    func note(_ reader: TableReader) -> Bool {
        for (place, field) in fields {
            let cell = reader.cell(place)
            let isRequired = field.presence == .required
            if cell.isEmpty, !isRequired { continue }
            let verdict = Self.verdict(cell, field.type)
            guard let fault = verdict.fault else { continue }
            if verdict.value == nil, isRequired {
                reader.rejectRow(for: field.name, cell, fault.notice)
                return false
            }
            reader.note(fault, isKept: verdict.value != nil, field: field.name, cell)
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
