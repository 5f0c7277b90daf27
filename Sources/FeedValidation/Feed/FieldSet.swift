import GTFSSchedule

struct FieldSet: BitwiseCopyable, Equatable {
    // No file of the reference has more than 64 fields.
    private var bits: UInt64 = 0

    init() {}

    init(_ names: [String], of table: TableSpec) {
        for name in names { insert(table.index(name)) }
    }

    var isEmpty: Bool { bits == 0 }

    @inline(__always)
    func isDisjoint(with other: FieldSet) -> Bool { bits & other.bits == 0 }

    func contains(_ field: Int) -> Bool { bits & 1 << UInt64(field) != 0 }

    mutating func insert(_ field: Int) { bits |= 1 << UInt64(field) }

    func union(_ other: FieldSet) -> FieldSet {
        var all = self
        all.bits |= other.bits
        return all
    }
}

/// Empty under `--compat canonical`, where a bad row hides its file.
struct BadCells: Sendable {
    var everywhere = FieldSet()
    /// By index of a row. Rows whose cells are all valid are not included.
    private var rows: [Int: FieldSet] = [:]

    var isEmpty: Bool { rows.isEmpty && everywhere.isEmpty }

    subscript(row: Int) -> FieldSet {
        get { rows.isEmpty ? everywhere : rows[row]?.union(everywhere) ?? everywhere }
        set { rows[row] = newValue.isEmpty ? nil : newValue }
    }
}
