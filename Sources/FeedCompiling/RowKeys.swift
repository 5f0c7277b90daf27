import FeedReading
import GTFSSchedule

final class RowKeys {
    private let fields: [Int]
    private let needs: KeyNeeds
    private let ignoresCase: [Bool]
    private let seen = IDTable(capacity: 256)
    private var key: [UInt8] = []

    init(_ table: TableSpec) {
        let names = table.key
        fields = names.compactMap { name in table.fields.firstIndex { $0.name == name } }
        needs = KeyNeeds(table, names)
        ignoresCase = fields.map { table.fields[$0].type == .languageCode }
    }

    /// False when an earlier row had the same key. Rows without a key all count as different, and
    /// so do those of files without one, and rows with a part that could not be used: it may be
    /// anything.
    func insert(_ row: CheckedRow) -> Bool {
        guard !fields.isEmpty, row.hasClearKey, hasKey(row) else { return true }
        key.removeAll(keepingCapacity: true)
        for (place, field) in fields.enumerated() {
            switch row.values[field] {
            case .null: break
            case .integer(let value): withUnsafeBytes(of: value) { key.append(contentsOf: $0) }
            case .real(let value): withUnsafeBytes(of: value) { key.append(contentsOf: $0) }
            case .text(let bytes):
                if ignoresCase[place] {
                    key.append(contentsOf: bytes.lazy.map { 65...90 ~= $0 ? $0 | 0x20 : $0 })
                } else {
                    key.append(contentsOf: bytes)
                }
            }
            // A byte that UTF-8 never has, so that ("a", "bc") differs from ("ab", "c").
            key.append(0xFF)
        }
        return key.withUnsafeBytes { seen.intern($0).isNew }
    }

    private func hasKey(_ row: CheckedRow) -> Bool {
        needs.areMet { place in
            if case .null = row.values[fields[place]] { false } else { true }
        } holds: { place, text in
            row.text(fields[place]).elementsEqual(text.utf8)
        }
    }
}
