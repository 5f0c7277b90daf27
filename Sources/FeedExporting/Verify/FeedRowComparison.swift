import GTFSSchedule
import SQLiteLayer

struct FeedRowComparison {
    private let table: TableSpec
    private let rejected: RejectedOfFile
    private let differences: Differences
    let allowsBlank: Bool
    private let isCut: [Bool]
    /// If empty, the bundle must have the feed's values to the last bit.
    private let roundings: [any Rounding]
    let coordinateRounding: CoordinateRounding?
    let distanceRounding: DistanceRounding?

    init(_ table: TableSpec, _ input: ProofInput) {
        let facts = input.facts
        self.table = table
        rejected = input.rejected
        differences = input.differences
        allowsBlank = facts.allowsBlanks
        let cutFields: Set<String> =
            facts.options["from_date"] != nil || facts.options["to_date"] != nil
            ? ["start_date", "end_date"] : []
        isCut = table.fields.map {
            table.file == ServiceCalendar.file && cutFields.contains($0.name)
        }
        coordinateRounding = CoordinateRounding(table, facts)
        distanceRounding = DistanceRounding(table, facts)
        let roundings: [(any Rounding)?] = [coordinateRounding, distanceRounding]
        self.roundings = roundings.compactMap(\.self)
    }

    var rounded: [RoundedValues] { roundings.flatMap(\.values) }

    /// The bundle's columns must be in the order of the table.
    func compare(_ entry: FeedRows.Entry, of rows: FeedRows, _ found: Columns) {
        let isHeld = rejected.holds(entry.row)
        var applied: [any Rounding] = []
        for (index, field) in table.fields.enumerated() {
            let isSame = rows.withCell(entry, of: index) { cell -> Bool in
                self.isSame(cell, field: field, in: found, at: index, row: isHeld ? entry.row : nil)
            }
            if isSame || isCut[index] { continue }
            let rounding = roundings.first { rounding in
                rows.withCell(entry, of: index) { rounding.covers(index, cell: $0, in: found) }
            }
            if let rounding {
                if !applied.contains(where: { $0 === rounding }) { applied.append(rounding) }
                continue
            }
            differences.add(
                table.file.name, row: entry.row, field: field.name,
                feed: rows.text(entry, index), bundle: found.exactText(index) ?? "NULL")
        }
        for rounding in applied { rounding.add(entry, of: rows, found) }
    }

    /// `row` is given when `rejected` has anything about it.
    @inline(__always)
    private func isSame(
        _ cell: UnsafeRawBufferPointer, field: FieldSpec, in found: Columns, at column: Int,
        row: Int?
    ) -> Bool {
        if found.isNull(column) {
            if cell.isEmpty || allowsBlank { return true }
            return row.map { rejected.isCellUsed($0, field.name) } ?? false
        }
        // A value in the bundle must not be in `rejected` as well, unless it was repaired.
        if let row, rejected.isCellLost(row, field.name) { return false }
        return !cell.isEmpty && CellComparison.isSame(cell, field: field, in: found, at: column)
    }
}
