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
        let before = try old.extensionTables()
        let after = try new.extensionTables()
        let known = Dictionary(before.map { ($0.table.file.exact, $0) }) { first, _ in first }
        let files = Set(after.map(\.table.file.exact))
        let removed = before.filter { !files.contains($0.table.file.exact) }.map {
            change(from: $0, to: nil)
        }
        return try after.compactMap { entry in
            guard let other = known[entry.table.file.exact] else {
                return change(from: nil, to: entry)
            }
            let rows = try Self.rows(finder(other.table, entry.table), of: entry.table)
            let change = change(from: other, to: entry, rows: rows)
            let isSame =
                change.rows.count == 0 && change.columnsAdded.isEmpty
                && change.columnsRemoved.isEmpty
            return isSame ? nil : change
        } + removed
    }

    private func change(
        from before: Entry?, to after: Entry?, rows: Found = Found()
    ) -> ExtensionChange {
        let names = [before, after].map { $0?.table.columns.map(\.name.exact) ?? [] }
        return ExtensionChange(
            file: (after ?? before)?.table.file ?? "",
            kind: before == nil ? .added : after == nil ? .removed : .changed,
            columnsAdded: names[1].filter { !names[0].contains($0) }.map(\.text),
            columnsRemoved: names[0].filter { !names[1].contains($0) }.map(\.text),
            old: before?.rows ?? 0, new: after?.rows ?? 0,
            rowsAdded: rows.counts[.added] ?? 0, rowsRemoved: rows.counts[.removed] ?? 0,
            rowsChanged: rows.counts[.changed] ?? 0, rows: rows.rows)
    }

    // MARK: Rows

    private struct Found {
        var rows = RowDifferences()
        var counts: [ChangeKind: Int] = [:]

        mutating func add(_ found: (rows: [RowDifferences.Row], more: Int), listing limit: Int) {
            rows.add(found, listing: limit)
            for row in found.rows { counts[row.kind, default: 0] += 1 }
        }
    }

    /// By the key of the file: without one by the place of the row, for an unknown file by its
    /// first column.
    private func finder(_ before: PackedExtension, _ after: PackedExtension) throws -> Finder? {
        let names = before.columns.map(\.name).filter { after.columns.map(\.name).contains($0) }
        guard !names.isEmpty else { return nil }
        let key = try key(before, after)
        func source(_ table: PackedExtension, in bundle: BundleReading) -> RowSource {
            RowSource(
                bundle: bundle, table: table.table,
                columns: key
                    + names.map { name in table.columns.first { $0.name == name }?.column })
        }
        let rows = DifferenceFinder(
            file: after.file, columns: key + names, key: key.isEmpty ? [0] : Array(key.indices),
            old: source(before, in: old), new: source(after, in: new), hasAllFields: !key.isEmpty)
        return Finder(rows: rows, key: key)
    }

    private struct Finder {
        let rows: DifferenceFinder
        /// The columns of the reference come first.
        let key: [String]
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

    private static func rows(_ finder: Finder?, of table: PackedExtension) throws -> Found {
        var found = Found()
        guard let finder else { return found }
        switch table.base?.file {
        case nil:
            found.add(try finder.rows.differences(), listing: mostRows)
        case StopTime.file:
            try add(to: &found, finder, ofEach: "trips", table)
        case ShapePoint.file:
            try add(to: &found, finder, ofEach: "shape", table)
        default:
            found.add(try values(finder, of: table, only: nil), listing: mostRows)
        }
        return found
    }

    private static func add(
        to found: inout Found, _ finder: Finder, ofEach owner: String, _ table: PackedExtension
    ) throws {
        let differing = try finder.rows.differingByFirst()
        guard !differing.isEmpty else { return }
        // Those that only one bundle has are changes of the file itself.
        let owners = try [finder.rows.old, finder.rows.new].map {
            try keys(in: $0.bundle, owner, key: [finder.key[0]], only: nil)
        }
        let shared = differing.filter { id in owners.allSatisfy { $0.contains([id.text.exact]) } }
        for id in shared.prefix(mostOwners) {
            found.add(
                try values(finder, of: table, only: (finder.key[0], id.text)),
                listing: mostRows / mostOwners)
        }
        found.add(([], max(0, shared.count - mostOwners)), listing: 0)
    }

    /// The rows of a known file that have other values: rows without any are in no table here, those
    /// that only one bundle has are changes of the file itself.
    private static func values(
        _ finder: Finder, of table: PackedExtension, only: (field: String, value: String)?
    ) throws -> (rows: [RowDifferences.Row], more: Int) {
        let (rows, more) = try finder.rows.differences(only: only)
        guard let base = table.base, rows.contains(where: { $0.kind != .changed }) else {
            return (rows, more)
        }
        let known =
            finder.key == ["row"]
            ? nil
            : try [finder.rows.old, finder.rows.new].map {
                try keys(in: $0.bundle, base.name, key: finder.key, only: only)
            }
        let changed = rows.compactMap { row -> RowDifferences.Row? in
            if row.kind == .changed { return row }
            let key = finder.key.map { field in row.key.first { $0.field == field }?.value.exact }
            if let known, !known.allSatisfy({ $0.contains(key) }) { return nil }
            let fields = row.fields.filter { !finder.key.contains($0.field) }
            return fields.isEmpty
                ? nil
                : RowDifferences.Row(file: row.file, kind: .changed, key: row.key, fields: fields)
        }
        return (changed, more)
    }

    private static func keys(
        in bundle: BundleReading, _ table: String, key: [String],
        only: (field: String, value: String)?
    ) throws -> Set<[ExactText?]> {
        let rows = try RowSource(bundle: bundle, table: table, columns: key).rows(only: only)
        return Set(rows.map { $0.map { $0?.exact } })
    }
}
