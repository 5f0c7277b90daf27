import FeedReading
import GTFSSchedule

/// Remembers the primary keys of a file's rows, to find repeated ones.
final class RowKeys {
    private let fields: [Int]
    private let seen = IDTable(capacity: 256)
    private var key: [UInt8] = []

    init(_ table: TableSpec) {
        fields = table.file.primaryKey.compactMap { name in
            table.fields.firstIndex { $0.name == name }
        }
    }

    /// False when an earlier row had the same key. Rows whose key is entirely blank all count as
    /// different, and so do those of files without a key.
    func insert(_ row: CheckedRow) -> Bool {
        key.removeAll(keepingCapacity: true)
        var isBlank = true
        for field in fields {
            switch row.values[field] {
            case .null: break
            case .integer(let value):
                isBlank = false
                withUnsafeBytes(of: value) { key.append(contentsOf: $0) }
            case .real(let value):
                isBlank = false
                withUnsafeBytes(of: value) { key.append(contentsOf: $0) }
            case .text(let bytes):
                isBlank = false
                key.append(contentsOf: bytes)
            }
            // A byte that UTF-8 never has, so that ("a", "bc") differs from ("ab", "c").
            key.append(0xFF)
        }
        return isBlank || key.withUnsafeBytes { seen.intern($0).isNew }
    }
}
