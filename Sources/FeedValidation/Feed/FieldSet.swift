import GTFSSchedule

struct FieldSet: BitwiseCopyable, Equatable {
    // No file of the reference has more than 64 fields.
    private var bits: UInt64

    init(bits: UInt64 = 0) { self.bits = bits }

    /// Every field of any file.
    static let all = FieldSet(bits: .max)

    init(_ names: [String], of table: TableSpec) {
        self.init()
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

/// The fields of rows whose cells could not be used: rules about missing values do not apply to
/// them, because each already has a notice.
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
