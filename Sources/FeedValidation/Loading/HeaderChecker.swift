import GTFSSchedule

/// Checks the header of a file.
struct HeaderChecker {
    private let table: TableSpec
    private let filename: String
    private let isCanonical: Bool
    private let bin: NoticeBin

    init(_ table: TableSpec, filename: String, isCanonical: Bool, bin: NoticeBin) {
        self.table = table
        self.isCanonical = isCanonical
        self.filename = filename
        self.bin = bin
    }

    func check(_ header: [String]) -> FileState {
        guard !header.isEmpty else {
            bin.add(.emptyFile, ["filename": filename])
            return .empty
        }
        var state = FileState.fine
        let known = Set(table.fields.map(\.name))
        var places: [String: Int] = [:]
        for (index, name) in header.enumerated() {
            if name.isEmpty {
                bin.add(.emptyColumnName, ["filename": filename, "index": index + 1])
                state = .badHeader
                continue
            }
            if let first = places[name] {
                bin.add(
                    .duplicatedColumn,
                    [
                        "filename": filename, "fieldName": name, "firstIndex": first + 1,
                        "secondIndex": index + 1,
                    ])
                state = .badHeader
            } else {
                places[name] = index
            }
            if !known.contains(name) {
                bin.add(
                    .unknownColumn, ["filename": filename, "fieldName": name, "index": index + 1])
            }
        }
        for field in table.fields where isColumnRequired(field) {
            if places[field.name] == nil {
                bin.add(.missingRequiredColumn, ["filename": filename, "fieldName": field.name])
                state = .badHeader
            }
        }
        return state
    }

    private func isColumnRequired(_ field: FieldSpec) -> Bool {
        switch CanonicalSchema.presence(
            of: field, in: table.file.name, isCanonical: isCanonical)
        {
        case .required, .requiredColumn: true
        case .optional, .recommended, .conditionallyRequired, .conditionallyForbidden: false
        }
    }
}
