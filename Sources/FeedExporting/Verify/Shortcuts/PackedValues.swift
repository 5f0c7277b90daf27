import GTFSSchedule
import SQLiteLayer

/// Each value has its kind before it, and a text its length.
struct PackedValues {
    private enum Kind {
        static let null: UInt8 = 0
        static let integer: UInt8 = 1
        static let real: UInt8 = 2
        static let text: UInt8 = 3
    }

    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Nil when a column is a BLOB, as none should be.
    static func pack(_ row: Columns, _ columns: [Int]) -> [UInt8]? {
        var packed: [UInt8] = []
        func add(_ kind: UInt8, _ value: Int64) {
            packed.append(kind)
            withUnsafeBytes(of: value) { packed.append(contentsOf: $0) }
        }
        for column in columns {
            if row.isNull(column) {
                packed.append(Kind.null)
            } else if row.isText(column) {
                let text = row.bytes(column)
                add(Kind.text, Int64(text.count))
                packed.append(contentsOf: text)
            } else if row.isInteger(column), let value = row.int64(column) {
                add(Kind.integer, value)
            } else if row.isReal(column), let value = row.real(column) {
                add(Kind.real, Int64(bitPattern: value.bitPattern))
            } else {
                return nil
            }
        }
        return packed
    }

    /// Whether the next value equals a cell; false also when that is undecidable here.
    mutating func isNext(
        _ cell: UnsafeRawBufferPointer, _ type: FieldType, allowsBlank: Bool
    ) -> Bool {
        let kind = bytes[index]
        index += 1
        guard kind != Kind.null else { return cell.isEmpty || allowsBlank }
        let value = bytes.loadUnaligned(fromByteOffset: index, as: Int64.self)
        index += 8
        var text: UnsafeRawBufferPointer?
        if kind == Kind.text {
            text = UnsafeRawBufferPointer(rebasing: bytes[index..<index + Int(value)])
            index += Int(value)
        }
        guard !cell.isEmpty else { return false }
        switch type.judge(cell).value {
        case nil: return false
        case .text: return text.map { CellComparison.areEqual(cell, $0) } ?? false
        case .integer(let said): return kind == Kind.integer && said == value
        case .real(let said):
            return kind == Kind.real
                && CellComparison.areSame(
                    said, Double(bitPattern: UInt64(bitPattern: value)), keepsSign: false)
        }
    }
}
