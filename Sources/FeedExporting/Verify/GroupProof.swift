import BundleWriting
import GTFSSchedule
import SQLiteLayer
import SystemLayer

/// Memory holds the ids and the rows of one group, which is compared when the id changes in the
/// file. Rows of a group that was already compared, or that has more rows in the bundle, wait in a
/// scratch database until the end. The view is read for everything that a ``GroupShortcut`` does
/// not prove.
final class GroupProof: RowProof {
    static let files: Set<String> = [Trip.file.name, StopTime.file.name, ShapePoint.file.name]

    private let input: ProofInput
    private let table: TableSpec
    private let comparison: FeedRowComparison
    private let view: Statement
    private let someOfView: Statement?
    /// The other field distinguishes rows of a group.
    private let groupField: Int
    private let keyField: Int?
    private let secondsColumns: [(field: Int, column: Int)]
    /// The fields any of which makes a stop time flexible, if the bundle lacks flexible service.
    private let flexibleFields: [Int]
    private var scratch: ScratchRows?
    private var id: [UInt8] = []
    private var rows = FeedRows()
    private var isOpen = false
    private var isLate = false
    private var isAtEnd = false
    /// `unmatched` counts the rows of a group that are still unmatched in the view.
    private var groups = GroupIDs()
    private var unmatched: [Int32] = []
    /// Groups that were not compared, because the bundle has more rows than the file had together.
    private var waiting: Set<Int> = []
    private var bundleRows = 0
    private var viewRows = 0
    /// Nil when all groups are read from the view.
    private let shortcut: (any GroupShortcut)?

    init(_ table: TableSpec, _ input: ProofInput) throws {
        self.table = table
        self.input = input
        let comparison = FeedRowComparison(table, input)
        self.comparison = comparison
        shortcut =
            input.readsEveryRow
            ? nil
            : try Self.shortcut(
                ShortcutInput(
                    table: table, connection: input.connection, rejected: input.rejected,
                    allowsBlank: comparison.allowsBlank, comparison: comparison))
        func index(_ name: String?) -> Int? { table.fields.firstIndex { $0.name == name } }
        groupField = index(table.file.primaryKey.first) ?? 0
        keyField = table.file.primaryKey.count > 1 ? index(table.file.primaryKey[1]) : nil
        flexibleFields =
            input.facts.lacksFlex && table.file == StopTime.file
            ? StoredFlex.places.compactMap(index) : []
        var names = table.fields.map(\.name)
        var seconds: [(field: Int, column: Int)] = []
        if table.file == StopTime.file {
            for name in ["arrival", "departure"] {
                seconds.append((index("\(name)_time") ?? 0, names.count))
                names.append("\(name)_timestamp")
            }
        }
        secondsColumns = seconds
        let rows = """
            SELECT \(names.joined(separator: ", ")) FROM \(table.name)
            WHERE \(table.fields[groupField].name) = ?
            """
        view = try Statement(input.connection, rows)
        someOfView = try keyField.map {
            try Statement(
                input.connection,
                "\(rows) AND \(table.fields[$0].name) IN (SELECT value FROM json_each(?))")
        }
    }

    private static func shortcut(
        _ input: ShortcutInput
    ) throws -> (any GroupShortcut)? {
        switch input.table.file {
        case Trip.file: try TripsShortcut(input)
        case StopTime.file: try StopTimesShortcut(input)
        default: try ShapesShortcut(input)
        }
    }

    var rounded: [RoundedValues] { comparison.rounded }

    func add(_ reader: FeedRowReader) throws {
        let group = reader.cell(groupField)
        if !isOpen || !id.withUnsafeBytes({ CellComparison.areEqual($0, group) }) {
            try compareGroup()
            id = Array(group)
            isOpen = true
            isLate = groups.number(of: group) != nil
        }
        let key = keyField.flatMap { CellText.integer(reader.cell($0)) } ?? 0
        if isLate {
            try madeScratch().append(
                group, row: reader.row, key: Int64(key), packed: FeedRows.packed(reader))
        } else {
            rows.append(reader, key: Int64(key))
        }
    }

    func finish() throws -> (all: Int, fromView: Int) {
        try compareGroup()
        isAtEnd = true
        try scratch?.forEachGroup { id, group in
            self.id = id
            rows = group
            try compareGroup()
        }
        for (group, count) in unmatched.enumerated() where count > 0 {
            input.differences.add(
                table.file.name, field: table.fields[groupField].name, feed: "no such rows",
                bundle: "\(count) more of \(groups.text(group))")
        }
        try checkOtherGroups()
        return (bundleRows, viewRows)
    }

    private func compareGroup() throws {
        guard !rows.entries.isEmpty else { return }
        defer { rows.removeAll() }
        rows.sort()
        let (group, isNew) = id.withUnsafeBytes { groups.insert($0) }
        if isNew { unmatched.append(0) }
        let isFirst = isNew || waiting.remove(group) != nil
        guard let shortcut else { return try askView(group, isFirst) }
        guard isFirst else {
            // The bundle has no more rows of the group, or different ones.
            let isLong = id.withUnsafeBytes { shortcut.hasLongGroup($0) }
            if isLong { return addUntold(rows.entries.count, of: group) }
            return try askView(group, isFirst)
        }
        let verdict = try id.withUnsafeBytes {
            try shortcut.verdict($0, rows, isAll: isAtEnd)
        }
        switch verdict {
        case .proven:
            bundleRows += rows.entries.count
            if shortcut.readsView { viewRows += rows.entries.count }
        case .viewTells:
            try askView(group, isFirst)
        case .viewTellsOf(let places, let untold):
            try askView(places)
            if untold > 0 { addUntold(untold, of: group) }
        case .incomplete:
            waiting.insert(group)
            try putOff()
        }
    }

    private func addUntold(_ count: Int, of group: Int) {
        input.differences.add(
            table.file.name, field: table.fields[groupField].name,
            feed: "\(Quantity.count(count, "more row")) of \(groups.text(group))",
            bundle: "not in its tables, and its view would take too long")
    }

    private func madeScratch() throws -> ScratchRows {
        let made = try scratch ?? ScratchRows()
        scratch = made
        return made
    }

    private func putOff() throws {
        let scratch = try madeScratch()
        for entry in rows.entries {
            try id.withUnsafeBytes {
                try scratch.append(
                    $0, row: entry.row, key: entry.key,
                    packed: rows.packed(entry, fields: table.fields.count))
            }
        }
    }

    private func askView(_ places: [Int]) throws {
        bundleRows += rows.entries.count
        guard let someOfView else { return }
        var missing = Set(places)
        let keys = Array("\(Set(places.map { rows.entries[$0].key }).sorted())".utf8)
        // Bound values must exist while rows are read.
        try id.withUnsafeBytes { id in
            try keys.withUnsafeBytes { keys in
                try someOfView.start(SQLBytes.text(id), SQLBytes.text(keys))
                while try someOfView.next() {
                    viewRows += 1
                    let key = keyField.flatMap { someOfView.row.int64($0) } ?? 0
                    guard let index = rows.index(of: key, guess: 0),
                        missing.remove(index) != nil
                    else { continue }
                    comparison.compare(rows.entries[index], of: rows, someOfView.row)
                    compareSeconds(rows.entries[index], someOfView.row)
                }
            }
        }
        for index in missing.sorted() { addMissing(rows.entries[index]) }
    }

    private func askView(_ group: Int, _ isFirst: Bool) throws {
        var isMatched = [Bool](repeating: false, count: rows.entries.count)
        var found = 0
        var matched = 0
        var guess = 0
        try id.withUnsafeBytes { bytes in
            try view.start(SQLBytes.text(bytes))
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
                compareSeconds(rows.entries[index], view.row)
            }
        }
        if isFirst {
            bundleRows += found
            viewRows += found
        }
        unmatched[group] =
            (isFirst ? Int32(clamping: found) : unmatched[group]) - Int32(clamping: matched)
        // A filter leaves out groups; only that of flexible service leaves out part of one.
        if input.facts.isFiltered, found == 0 { return }
        for index in rows.entries.indices where !isMatched[index] {
            guard !mayBeLeftOut(rows.entries[index]) else { continue }
            addMissing(rows.entries[index])
        }
    }

    /// Whether a row goes with flexible service: it has a window or a place other than a stop, or
    /// lacks times, as only a call between others may.
    private func mayBeLeftOut(_ entry: FeedRows.Entry) -> Bool {
        guard !flexibleFields.isEmpty else { return false }
        return flexibleFields.contains { !isBlank(entry, $0) }
            || secondsColumns.allSatisfy { isBlank(entry, $0.field) }
    }

    private func isBlank(_ entry: FeedRows.Entry, _ field: Int) -> Bool {
        rows.withCell(entry, of: field) { $0.isEmpty }
    }

    private func addMissing(_ entry: FeedRows.Entry) {
        input.differences.add(
            table.file.name, row: entry.row, feed: rows.text(entry, table), bundle: "no such row")
    }

    private func compareSeconds(_ entry: FeedRows.Entry, _ found: Columns) {
        for (field, column) in secondsColumns {
            let said = found.isNull(field) ? nil : CellText.seconds(found.bytes(field))
            if said.map(Int64.init) != found.int64(column) {
                input.differences.add(
                    table.file.name, row: entry.row,
                    field: "\(table.fields[field].name) in seconds",
                    feed: rows.text(entry, field), bundle: found.asText(column) ?? "NULL")
            }
        }
    }

    private func checkOtherGroups() throws {
        let name = table.fields[groupField].name
        let counted = try shortcut?.total()
        let total =
            try counted ?? input.connection.integer("SELECT count(*) FROM \(table.name)") ?? 0
        guard total != bundleRows else { return }
        try input.connection.readRows(
            "SELECT \(name), count(*) FROM \(table.name) GROUP BY \(name)"
        ) { row in
            guard groups.number(of: row.bytes(0)) == nil else { return }
            bundleRows += row.integer(1) ?? 0
            viewRows += row.integer(1) ?? 0
            input.differences.add(
                table.file.name, field: name, feed: "no such rows",
                bundle: "\(row.integer(1) ?? 0) of \(row.asText(0) ?? "NULL")")
        }
    }
}

/// Rows that must wait until the end of their file, in a temporary database.
///
/// A failure here is not the bundle's fault, so its errors have a type of their own.
final class ScratchRows {
    private let connection: Connection
    private let insert: Statement

    init() throws {
        (connection, insert) = try Self.naming {
            let connection = try Connection(path: "", .writing)
            try connection.execute(
                """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
                CREATE TABLE waiting (id BLOB, row INTEGER, key INTEGER, cells BLOB);
                """)
            return (
                connection, try Statement(connection, "INSERT INTO waiting VALUES (?, ?, ?, ?)")
            )
        }
    }

    func append(
        _ id: UnsafeRawBufferPointer, row: Int, key: Int64, packed: [UInt8]
    ) throws {
        try Self.naming {
            try packed.withUnsafeBytes { cells in
                try insert.run(SQLBytes.blob(id), Int64(row), key, SQLBytes.blob(cells))
            }
        }
    }

    func forEachGroup(_ body: ([UInt8], FeedRows) throws -> Void) throws {
        let waiting = try Self.naming {
            try Statement(connection, "SELECT id, row, key, cells FROM waiting ORDER BY id, row")
        }
        let entry = waiting.row
        var group: [UInt8] = []
        var rows = FeedRows()
        while try Self.naming({ try waiting.next() }) {
            let id = Array(entry.blob(0))
            if id != group, !rows.entries.isEmpty {
                try body(group, rows)
                rows.removeAll()
            }
            group = id
            rows.append(
                row: entry.integer(1) ?? 0, key: entry.int64(2) ?? 0, packed: entry.blob(3))
        }
        if !rows.entries.isEmpty { try body(group, rows) }
    }

    private static func naming<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let failure as SQLiteFailure {
            throw BundleError.internalFailure(reason: "the temporary database: \(failure)")
        }
    }
}
