package import GTFSSchedule

package struct ColumnMap: Sendable {
    /// In the order of the table's fields; nil when the file lacks the field.
    package let columns: [Int?]
    package let unknown: [String]
    package let unknownPlaces: [Int]
    package let count: Int

    package enum Fault {
        case nameless(column: Int)
        case repeated(String, first: Int, column: Int, isKnown: Bool)
        case unknown(String, column: Int)
        case missing(String)
    }

    /// The first of columns with the same name counts. A header may have a million faults, so they
    /// are not kept: `note` gets them in the order of the columns, missing ones last.
    package init(
        _ table: TableSpec, header: [String],
        isRequired: (FieldSpec) -> Bool = { [.required, .requiredColumn].contains($0.presence) },
        note: (Fault) -> Void = { _ in }
    ) {
        var columns = [Int?](repeating: nil, count: table.fields.count)
        var unknown: [String] = []
        var unknownPlaces: [Int] = []
        var places: [ExactText: Int] = [:]
        for (index, name) in header.enumerated() {
            guard !name.isEmpty else {
                note(.nameless(column: index))
                continue
            }
            if let first = places[name.exact] {
                let isKnown = columns.contains(first)
                note(.repeated(name, first: first, column: index, isKnown: isKnown))
                continue
            }
            places[name.exact] = index
            if let field = table.fields.firstIndex(where: { $0.name == name }) {
                columns[field] = index
            } else {
                unknown.append(name)
                unknownPlaces.append(index)
                note(.unknown(name, column: index))
            }
        }
        if !header.isEmpty {
            for (field, column) in zip(table.fields, columns) where column == nil {
                if isRequired(field) { note(.missing(field.name)) }
            }
        }
        self.columns = columns
        self.unknown = unknown
        self.unknownPlaces = unknownPlaces
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
