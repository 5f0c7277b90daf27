import FeedCompiling
import GTFSSchedule
import SQLiteLayer

struct ExtensionComparison {
    let old: BundleReading
    let new: BundleReading

    private typealias Entry = (table: PackedExtension, rows: Int)

    /// The rows of a file that are listed, and the trips or shapes that are looked at.
    private static let mostRows = 20
    private static let mostOwners = 4

    /// In the order of the reference's files, then by name.
    func changes() throws -> [ExtensionChange] {
        let tables = RowPairs(try old.extensionTables(), try new.extensionTables()) {
            $0.table.file.exact
        }
        return try tables.all.compactMap(change)
    }

    private func change(from before: Entry?, to after: Entry?) throws -> ExtensionChange? {
        let names = [before, after].map { $0?.table.columns.map(\.name.exact) ?? [] }
        var rows = RowDifferences()
        if let before, let after { try compare(before.table, after.table, &rows) }
        let change = ExtensionChange(
            file: (after ?? before)?.table.file ?? "",
            kind: before == nil ? .added : after == nil ? .removed : .changed,
            columnsAdded: names[1].filter { !names[0].contains($0) }.map(\.text),
            columnsRemoved: names[0].filter { !names[1].contains($0) }.map(\.text),
            old: before?.rows ?? 0, new: after?.rows ?? 0,
            rowsAdded: rows.counts[.added] ?? 0, rowsRemoved: rows.counts[.removed] ?? 0,
            rowsChanged: rows.counts[.changed] ?? 0, rows: rows)
        let isSame =
            change.kind == .changed && rows.count == 0 && change.columnsAdded.isEmpty
            && change.columnsRemoved.isEmpty
        return isSame ? nil : change
    }

    // MARK: Rows

    private func compare(
        _ before: PackedExtension, _ after: PackedExtension, _ rows: inout RowDifferences
    ) throws {
        guard let finder = try finder(before, after) else { return }
        switch after.base?.file {
        case nil: rows.add(try finder.differences(), listing: Self.mostRows)
        case StopTime.file: try compare(finder, ofEach: "trips", after, &rows)
        case ShapePoint.file: try compare(finder, ofEach: "shape", after, &rows)
        default: rows.add(try values(finder, of: after, only: nil), listing: Self.mostRows)
        }
    }

    /// By the key of the file: without one by the place of the row, for an unknown file by its
    /// first column.
    private func finder(
        _ before: PackedExtension, _ after: PackedExtension
    ) throws -> DifferenceFinder? {
        let names = before.columns.map(\.name).filter { after.columns.map(\.name).contains($0) }
        guard !names.isEmpty else { return nil }
        let key = try key(before, after)
        func source(_ table: PackedExtension, in bundle: BundleReading) -> RowSource {
            RowSource(
                bundle: bundle, table: table.table,
                columns: key
                    + names.map { name in table.columns.first { $0.name == name }?.column })
        }
        return DifferenceFinder(
            file: after.file, columns: key + names, key: key.isEmpty ? [0] : Array(key.indices),
            old: source(before, in: old), new: source(after, in: new), hasAllFields: !key.isEmpty)
    }

    /// None for a file that the reference does not know.
    private func key(_ before: PackedExtension, _ after: PackedExtension) throws -> [String] {
        guard let key = after.base?.file.primaryKey else { return [] }
        let isThere = try [(before, old), (after, new)].allSatisfy { table, bundle in
            try bundle.read { connection in
                try key.allSatisfy { try connection.hasColumn($0, of: table.table) }
            }
        }
        return key.isEmpty || !isThere ? ["row"] : key
    }

    private func compare(
        _ finder: DifferenceFinder, ofEach owner: String, _ table: PackedExtension,
        _ rows: inout RowDifferences
    ) throws {
        let differing = try finder.differingByFirst()
        guard !differing.isEmpty else { return }
        // Those that only one bundle has are changes of the file itself.
        let field = finder.keyColumns[0]
        let owners = try keys(of: owner, [field], only: nil)
        let shared = differing.filter { id in owners.allSatisfy { $0.contains([id.text.exact]) } }
        try rows.add(ofFirst: Self.mostOwners, shared, listing: Self.mostRows) {
            try values(finder, of: table, only: (field, $0.text))
        }
    }

    /// The rows of a known file that have other values: rows without any are in no table here, those
    /// that only one bundle has are changes of the file itself.
    private func values(
        _ finder: DifferenceFinder, of table: PackedExtension, only choice: RowSource.Choice?
    ) throws -> RowDifferences.Found {
        let (rows, more) = try finder.differences(only: choice)
        guard let base = table.base, rows.contains(where: { $0.kind != .changed }) else {
            return (rows, more)
        }
        let names = finder.keyColumns
        let known = names == ["row"] ? [] : try keys(of: base.name, names, only: choice)
        let changed = rows.compactMap { row -> RowDifferences.Row? in
            if row.kind == .changed { return row }
            let key = names.map { field in row.key.first { $0.field == field }?.value.exact }
            guard known.allSatisfy({ $0.contains(key) }) else { return nil }
            let fields = row.fields.filter { !names.contains($0.field) }
            return fields.isEmpty
                ? nil
                : RowDifferences.Row(file: row.file, kind: .changed, key: row.key, fields: fields)
        }
        return (changed, more)
    }

    /// Of each bundle.
    private func keys(
        of table: String, _ columns: [String], only choice: RowSource.Choice?
    ) throws -> [Set<[ExactText?]>] {
        try [old, new].map { bundle in
            let rows = RowSource(bundle: bundle, table: table, columns: columns)
            return Set(try rows.rows(only: choice).map { $0.map { $0?.exact } })
        }
    }
}
