import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

/// The view is read once for each trip, or once for each pattern and list that trips share.
final class UnknownColumnsProof {
    private let table: PackedExtension
    private let differences: Differences
    private let firstField: Int
    private let idField: Int
    private let sequenceField: Int?
    private let head: Statement
    private let view: Statement
    private var id: [UInt8] = []
    private var isKnown = false
    private var rows: Rows = [:]
    private var shared: [String: Rows] = [:]
    private var sharedRows = 0

    /// By sequence: the values, nil for blank ones.
    private typealias Rows = [Int64: [[UInt8]?]]

    private static let mostRows = 1_000_000

    init(_ base: TableSpec, columns table: PackedExtension, _ input: ProofInput) throws {
        self.table = table
        differences = input.differences
        firstField = base.fields.count
        idField = base.index(base.file.primaryKey[0])
        sequenceField = base.file.primaryKey.count > 1 ? base.index(base.file.primaryKey[1]) : nil
        let sequence = sequenceField.map { base.fields[$0].name } ?? "0"
        let (owner, share) =
            switch base.file {
            case Trip.file: ("trip", "NULL")
            case StopTime.file:
                ("trip", "g.pattern || ' ' || \(Self.list("trip", table))")
            default: ("shape", "o.shape || ' ' || \(Self.list("shape", table))")
            }
        let groups =
            base.file == StopTime.file
            ? "CROSS JOIN trip_group g ON g.trip_group = o.trip_group" : ""
        head = try Statement(
            input.connection,
            "SELECT \(share) FROM \(owner) o \(groups) WHERE o.\(owner)_id = ?")
        view = try Statement(
            input.connection,
            """
            SELECT \(sequence), \(table.columnList()) FROM \(table.table) WHERE \(owner)_id = ?
            """)
        hasLists = base.file != Trip.file
    }

    private let hasLists: Bool

    private static func list(_ owner: String, _ table: PackedExtension) -> String {
        """
        (SELECT list FROM \(table.listsTable) WHERE \(owner) = (
          SELECT max(\(owner)) FROM \(table.listsTable) WHERE \(owner) <= o.\(owner)))
        """
    }

    func add(_ reader: FeedRowReader) throws {
        let cell = reader.cell(idField)
        if !id.withUnsafeBytes({ CellComparison.areEqual($0, cell) }) || id.isEmpty {
            id = Array(cell)
            try load()
        }
        // A filter may have left it out; otherwise its rows are missed elsewhere.
        guard isKnown else { return }
        let sequence = sequenceField.flatMap { CellText.integer(reader.cell($0)) } ?? 0
        let found = rows[Int64(sequence)]
        for (index, column) in table.columns.enumerated() {
            let cell = reader.cell(firstField + index)
            let value = found?[index]
            let isSame =
                value?.withUnsafeBytes { CellComparison.areEqual($0, cell) } ?? cell.isEmpty
            if isSame { continue }
            differences.add(
                table.file, row: reader.row, field: column.name,
                feed: String(decoding: cell, as: UTF8.self),
                bundle: value.map { String(decoding: $0, as: UTF8.self) } ?? "NULL")
        }
    }

    private func load() throws {
        rows = [:]
        var share: String?
        try id.withUnsafeBytes { id in
            try head.start(SQLBytes.text(id))
            isKnown = try head.next()
            if isKnown { share = head.row.asText(0) }
        }
        guard isKnown, share != nil || !hasLists else { return }
        if let share, let known = shared[share] {
            rows = known
            return
        }
        try id.withUnsafeBytes { id in
            try view.start(SQLBytes.text(id))
            while try view.next() {
                rows[view.row.int64(0) ?? 0] = (1...table.columns.count).map { column in
                    view.row.isText(column) ? Array(view.row.bytes(column)) : nil
                }
            }
        }
        guard let share else { return }
        if sharedRows > Self.mostRows {
            shared = [:]
            sharedRows = 0
        }
        shared[share] = rows
        sharedRows += rows.count + 1
    }
}
