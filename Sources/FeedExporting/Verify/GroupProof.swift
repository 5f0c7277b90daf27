import GTFSSchedule
import SQLiteLayer

/// Compares a big file with its view, group by group: the stop times of a trip, the points of a
/// shape, a trip.
///
/// Memory holds the ids and the rows of one group. The view is asked for a group once its id
/// changes in the file; rows of a group that was asked for before wait in a scratch database until
/// the end.
final class GroupProof: RowProof {
    /// The files that are compared this way.
    static let files: Set<String> = [Trip.file.name, StopTime.file.name, ShapePoint.file.name]

    private let input: ProofInput
    private let table: TableSpec
    private let comparison: RowComparison
    private let view: Statement
    /// The field by which rows are grouped, and the one that tells rows of a group apart.
    private let groupField: Int
    private let keyField: Int?
    /// Where the view's columns in seconds are, by field.
    private let secondsColumns: [(field: Int, column: Int)]
    private var scratch: ScratchRows?
    private var id: [UInt8] = []
    private var rows = FeedRows()
    private var isOpen = false
    /// Rows of the view that are not matched yet, by group.
    private var unmatched: [[UInt8]: Int] = [:]
    private var bundleRows = 0

    init(_ table: TableSpec, _ input: ProofInput) throws {
        self.table = table
        self.input = input
        comparison = RowComparison(table, input)
        func index(_ name: String?) -> Int? { table.fields.firstIndex { $0.name == name } }
        groupField = index(table.file.primaryKey.first) ?? 0
        keyField = table.file.primaryKey.count > 1 ? index(table.file.primaryKey[1]) : nil
        var names = table.fields.map(\.name)
        var seconds: [(field: Int, column: Int)] = []
        if table.file == StopTime.file {
            for name in ["arrival", "departure"] {
                seconds.append((index("\(name)_time") ?? 0, names.count))
                names.append("\(name)_timestamp")
            }
        }
        secondsColumns = seconds
        view = try Statement(
            input.connection,
            """
            SELECT \(names.joined(separator: ", ")) FROM \(table.name)
            WHERE \(table.fields[groupField].name) = ?
            """)
    }

    var rounded: [RoundedValues] { comparison.rounded }

    func add(_ reader: FeedRowReader) throws {
        let group = reader.cell(groupField)
        if !isOpen || !id.withUnsafeBytes({ CellComparison.areEqual($0, group) }) {
            try compareGroup()
            id = Array(group)
            isOpen = true
        }
        let key = keyField.flatMap { CellText.integer(reader.cell($0)) } ?? 0
        if unmatched[id] != nil {
            let scratch = try self.scratch ?? ScratchRows()
            self.scratch = scratch
            try scratch.append(
                group, row: reader.row, key: Int64(key), packed: FeedRows.packed(reader))
        } else {
            rows.append(reader, key: Int64(key))
        }
    }

    func finish() throws -> Int {
        try compareGroup()
        try scratch?.forEachGroup { id, group in
            self.id = id
            rows = group
            try compareGroup()
        }
        for (id, count) in unmatched where count > 0 {
            input.differences.add(
                table.file.name, field: table.fields[groupField].name, feed: "no such rows",
                bundle: "\(count) more of \(String(decoding: id, as: UTF8.self))")
        }
        try checkOtherGroups()
        return bundleRows
    }

    /// Compares the rows at hand with the view's.
    private func compareGroup() throws {
        guard !rows.entries.isEmpty else { return }
        defer { rows.removeAll() }
        rows.sort()
        var isMatched = [Bool](repeating: false, count: rows.entries.count)
        let isFirst = unmatched[id] == nil
        var found = 0
        var matched = 0
        var guess = 0
        try id.withUnsafeBytes { bytes in
            try view.reset()
            try view.bind(1, text: bytes)
            while try view.next() {
                found += 1
                let key = keyField.flatMap { view.row.int64($0) } ?? 0
                guard let index = rows.index(of: key, guess: guess), !isMatched[index] else {
                    continue
                }
                guess = index + 1
                isMatched[index] = true
                matched += 1
                comparison.compare(rows.entries[index], of: rows, view.row)
                compareSeconds(rows.entries[index])
            }
        }
        if isFirst { bundleRows += found }
        unmatched[id] = (isFirst ? found : unmatched[id] ?? 0) - matched
        // A filter leaves out groups, never a part of one.
        if input.facts.isFiltered, found == 0 { return }
        for index in rows.entries.indices where !isMatched[index] {
            let entry = rows.entries[index]
            input.differences.add(
                table.file.name, row: entry.row, feed: rows.text(entry, table),
                bundle: "no such row")
        }
    }

    /// The view says times twice: as text, and in seconds.
    private func compareSeconds(_ entry: FeedRows.Entry) {
        for (field, column) in secondsColumns {
            let said = view.row.isNull(field) ? nil : CellText.seconds(view.row.bytes(field))
            if said.map(Int64.init) != view.row.int64(column) {
                input.differences.add(
                    table.file.name, row: entry.row,
                    field: "\(table.fields[field].name) in seconds",
                    feed: rows.text(entry, field), bundle: view.row.asText(column) ?? "NULL")
            }
        }
    }

    /// Finds groups of the view that the file does not have at all.
    private func checkOtherGroups() throws {
        let name = table.fields[groupField].name
        let total = try input.connection.integer("SELECT count(*) FROM \(table.name)") ?? 0
        guard total != bundleRows else { return }
        let groups = try Statement(
            input.connection, "SELECT \(name), count(*) FROM \(table.name) GROUP BY \(name)")
        while try groups.next() {
            guard unmatched[Array(groups.row.bytes(0))] == nil else { continue }
            bundleRows += groups.row.integer(1) ?? 0
            input.differences.add(
                table.file.name, field: name, feed: "no such rows",
                bundle: "\(groups.row.integer(1) ?? 0) of \(groups.row.asText(0) ?? "NULL")")
        }
    }
}
