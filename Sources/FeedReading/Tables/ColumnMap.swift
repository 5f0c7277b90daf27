package import GTFSSchedule

package struct ColumnMap: Sendable {
    /// In the order of the table's fields; nil when the file lacks the field.
    package let columns: [Int?]
    package let unknown: [String]
    package let unknownPlaces: [Int]
    package let count: Int
    /// In the order of the columns; missing ones come last.
    package let faults: [Fault]

    package enum Fault: Sendable {
        case nameless(column: Int)
        case repeated(String, first: Int, column: Int, isKnown: Bool)
        case unknown(String, column: Int)
        case missing(String)
    }

    /// The first of columns with the same name counts.
    package init(
        _ table: TableSpec, header: [String],
        isRequired: (FieldSpec) -> Bool = { [.required, .requiredColumn].contains($0.presence) }
    ) {
        var columns = [Int?](repeating: nil, count: table.fields.count)
        var unknown: [String] = []
        var unknownPlaces: [Int] = []
        var faults: [Fault] = []
        var places: [ExactText: Int] = [:]
        for (index, name) in header.enumerated() {
            guard !name.isEmpty else {
                faults.append(.nameless(column: index))
                continue
            }
            let field = table.fields.firstIndex { $0.name == name }
            if let first = places[name.exact] {
                faults.append(
                    .repeated(name, first: first, column: index, isKnown: field != nil))
                continue
            }
            places[name.exact] = index
            if let field {
                columns[field] = index
            } else {
                unknown.append(name)
                unknownPlaces.append(index)
                faults.append(.unknown(name, column: index))
            }
        }
        if !header.isEmpty {
            faults += zip(table.fields, columns).filter { $1 == nil && isRequired($0) }
                .map { .missing($0.0.name) }
        }
        self.columns = columns
        self.unknown = unknown
        self.unknownPlaces = unknownPlaces
        self.faults = faults
        count = header.count
    }
}

extension ColumnMap.Fault {
    func note(of file: String, in findings: Findings) {
        switch self {
        case .nameless(let column):
            findings.note(.emptyColumnName, file: file, value: "\(column + 1)")
        case .repeated(let name, _, _, _): findings.note(.duplicatedColumn, file: file, field: name)
        case .unknown(let name, _): findings.note(.unknownColumn, file: file, field: name)
        case .missing(let name): findings.note(.missingRequiredColumn, file: file, field: name)
        }
    }
}
