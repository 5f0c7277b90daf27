import GTFSSchedule
import SQLiteLayer

/// Proves trips from their view, read once from end to end, see ``GroupShortcut``: a query for each
/// trip takes ten times as long.
///
/// Memory holds all values of the trips; except for id, short name and block, values that trips
/// share are held once.
final class TripsShortcut: GroupShortcut {
    let readsView = true

    private let input: ShortcutInput
    private let own: [Int]
    private let shared: [Int]
    private var ids = GroupIDs()
    /// By number of the id; nil for trips about which only the view can tell.
    private var rows: [Row?] = []
    private var values = GroupIDs()
    private var rowCount = 0

    private struct Row {
        let own: Int32
        let shared: Int32
    }

    init?(_ input: ShortcutInput) throws {
        let fields = input.table.fields
        func place(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }
        guard let id = place("trip_id"), let name = place("trip_short_name"),
            let block = place("block_id")
        else { return nil }
        self.input = input
        own = [name, block]
        shared = fields.indices.filter { ![id, name, block].contains($0) }
        let names = fields.map(\.name).joined(separator: ", ")
        try input.connection.readRows(
            "SELECT \(names) FROM \(input.table.name)"
        ) { found in
            rowCount += 1
            guard found.isText(id) else { return }
            let (number, isNew) = ids.insert(found.bytes(id))
            let row = row(found)
            // If two trips have one id, the view shows which is which.
            if isNew { rows.append(row) } else { rows[number] = nil }
        }
    }

    func verdict(
        _ id: UnsafeRawBufferPointer, _ rows: FeedRows, isAll: Bool
    ) -> GroupEvidence {
        guard rows.entries.count == 1, let number = ids.number(of: id),
            let row = self.rows[number], !input.rejected.holds(rows.entries[0].row)
        else { return .viewTells }
        let isProven = rows.withCells { cells in
            func isSame(_ number: Int32, _ fields: [Int]) -> Bool {
                values.withID(Int(number)) { bytes in
                    var values = PackedValues(bytes)
                    return fields.allSatisfy { field in
                        values.isNext(
                            cells[rows.entries[0], field], input.table.fields[field].type,
                            allowsBlank: input.allowsBlank)
                    }
                }
            }
            return isSame(row.own, own) && isSame(row.shared, shared)
        }
        return isProven ? .proven : .viewTells
    }

    func total() -> Int? { rowCount }

    private func row(_ found: Columns) -> Row? {
        func number(_ fields: [Int]) -> Int32? {
            guard let packed = PackedValues.pack(found, fields) else { return nil }
            return packed.withUnsafeBytes { Int32(exactly: values.insert($0).number) }
        }
        guard let own = number(own), let shared = number(shared) else { return nil }
        return Row(own: own, shared: shared)
    }
}
