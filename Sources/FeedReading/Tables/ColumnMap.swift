package import GTFSSchedule

/// Which column of a file holds which field of the reference.
package struct ColumnMap: Sendable {
    /// The column of each field, in the order of the table's fields; nil when the file lacks it.
    package let columns: [Int?]
    /// Names of columns that the reference does not know.
    package let unknown: [String]
    /// How many columns the header has.
    package let count: Int

    /// Reads a header and notes what is wrong with it. Of two columns with one name the first
    /// counts.
    package init(_ table: TableSpec, header: [String], findings: Findings) {
        let file = table.file.name
        var columns = [Int?](repeating: nil, count: table.fields.count)
        var unknown: [String] = []
        var seen: Set<String> = []
        for (index, name) in header.enumerated() {
            if name.isEmpty {
                findings.note(.emptyColumnName, file: file, value: "\(index + 1)")
                continue
            }
            guard seen.insert(name).inserted else {
                findings.note(.duplicatedColumn, file: file, field: name)
                continue
            }
            if let field = table.fields.firstIndex(where: { $0.name == name }) {
                columns[field] = index
            } else {
                unknown.append(name)
                findings.note(.unknownColumn, file: file, field: name)
            }
        }
        if !header.isEmpty {
            for (field, column) in zip(table.fields, columns)
            where column == nil && [.required, .requiredColumn].contains(field.presence) {
                findings.note(.missingRequiredColumn, file: file, field: field.name)
            }
        }
        self.columns = columns
        self.unknown = unknown
        count = header.count
    }
}
