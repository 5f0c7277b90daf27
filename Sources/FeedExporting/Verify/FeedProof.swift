import BundleWriting
package import FeedCompiling
package import FeedReading
import GTFSSchedule
import SQLiteLayer

/// The feed is read with the CSV reader and the field table, the bundle through the SQL that any
/// client uses. For stop times and shapes, the views are read once for each list that rows share,
/// and all other rows are proven from the tables behind the views; ``GroupShortcut`` explains this.
/// The compiler is not involved. A value that the bundle lacks must be in `rejected`, and
/// `rejected` must have nothing else. Numbers are compared as SQLite's doubles and must be equal;
/// permitted rounding is counted separately. So is what the bundle has no place for: members of
/// GeoJSON unknown to the reference, and files that are not tables.
///
/// For a bundle that was built with filters, the proof is only that each of its rows is a row of
/// the feed. Rows that the filters left out are ignored; cells that `--without` made blank count as
/// equal, and so do dates of `calendar.txt` that a window of dates cut.
package final class FeedProof {
    package struct Outcome {
        package let files: [FileTally]
        /// The first of them, see `Differences.limit`.
        package let differences: [Difference]
        package let differenceCount: Int
        /// Nil when the bundle has the whole feed.
        package let filters: String?
        package let isOfTheseBytes: Bool
        package let passedOver: [String]
        package let unknownFiles: [String]
        package let unkept: [UnkeptExtension]
        package let filesElsewhere: [String]

        package var isWhole: Bool { differenceCount == 0 }
        package var isExact: Bool {
            isWhole && passedOver.isEmpty && unknownFiles.isEmpty && filesElsewhere.isEmpty
                && files.allSatisfy(\.isExact)
        }
    }

    private let bundle: PublishedBundle
    private let facts: BundledFeed
    private let differences = Differences()
    private let readsEveryRow: Bool

    package init(bundle path: String, readsEveryRow: Bool = false) throws {
        self.readsEveryRow = readsEveryRow
        bundle = try PublishedBundle(path: path, cacheKilobytes: FeedExport.cacheKilobytes)
        facts = try bundle.read { try BundledFeed($0) }
    }

    package func run(_ archive: FeedArchive) throws -> Outcome {
        try bundle.read { try run(archive, $0) }
    }

    private func run(_ archive: FeedArchive, _ connection: Connection) throws -> Outcome {
        // Ranges that overlap slightly show in wrong values.
        try RangeCheck.checkRanges(connection, usedAtMost: 8)
        try RangeCheck.checkPoints(connection)
        try StructureCheck(connection, differences).run()
        // An export would refuse an invalid order.
        for table in [Stop.table, Route.table] { _ = try bundle.orderedKeys(table, connection) }
        let isFiltered = facts.isFiltered
        var plan: [(table: TableSpec, member: FeedArchive.Member)] = []
        for table in Schedule.tables {
            guard let member = archive.member(named: table.file.name) else {
                try checkAbsent(table, connection)
                continue
            }
            plan.append((table, member))
        }
        let unknown = archive.unknownMembers
        let kept = facts.unknownTables.filter { table in
            unknown.contains { $0.name.exact == table.file.exact }
        }
        let pump = FeedPump(
            archive, plan: plan.map(\.member) + unknown,
            passable: Set(unknown.map(\.name.exact)).subtracting(kept.map(\.file.exact)))
        defer { pump.stop() }
        var tallies: [FileTally] = []
        for (table, _) in plan {
            let source = pump.nextFile()
            guard facts.files[table.file.name] != nil else {
                try pump.drain(source)
                if !isFiltered {
                    differences.add(
                        table.file.name, feed: "the file", bundle: "is not in the metadata")
                }
                continue
            }
            tallies.append(try compare(table, source: source, of: archive, in: connection))
        }
        let proof = UnknownFileProof(connection: connection, differences: differences)
        for member in unknown {
            let source = pump.nextFile()
            guard let table = kept.first(where: { $0.file.exact == member.name.exact }) else {
                try pump.drain(source)
                continue
            }
            let tally = try proof.run(table, source: source)
            checkRows(of: table.file, tally.feedRows)
            tallies.append(tally)
        }
        checkUnknown(unknown.map(\.name))
        try checkAbsentTables(kept, connection)
        try checkRejectedTotals(connection)
        return Outcome(
            files: tallies, differences: differences.first, differenceCount: differences.count,
            filters: facts.filterDescription,
            isOfTheseBytes: pump.contentHash == facts.contentHash,
            passedOver: archive.passedOver,
            unknownFiles: unknown.map(\.name).filter { name in
                !kept.contains { $0.file.exact == name.exact }
            }, unkept: facts.unkept,
            filesElsewhere: archive.filesElsewhere)
    }

    private func compare(
        _ table: TableSpec, source: any ByteSource, of archive: FeedArchive,
        in connection: Connection
    ) throws -> FileTally {
        let before = differences.count
        let rejected = try RejectedOfFile(connection, table.file.name)
        let input = ProofInput(
            connection: connection, facts: facts, rejected: rejected, differences: differences,
            readsEveryRow: readsEveryRow)
        var tally: FileTally
        if table.file == Location.file {
            let geoJSON = try GeoJSONFile(source, of: archive)
            tally = try LocationsProof(input: input).run(geoJSON)
            tally.convertedCharacters = geoJSON.encoding.windows1252Characters
        } else {
            let unknown = facts.columns(of: table)
            let reader = try FeedRowReader(
                table, unknown, source: source, rejected: rejected, differences: differences)
            let isLarge = GroupProof.files.contains(table.file.name)
            let proof: any RowProof =
                isLarge ? try GroupProof(table, input) : TableProof(table, unknown: unknown, input)
            let columns =
                try isLarge
                ? unknown.map {
                    try UnknownColumnsProof(table, columns: $0, input)
                } : nil
            while try reader.next() {
                try proof.add(reader)
                try columns?.add(reader)
            }
            tally = reader.tally
            (tally.bundleRows, tally.viewRows) = try proof.finish()
            tally.rounded = proof.rounded
            checkMetadata(table, reader)
            checkRows(of: table.file.name, reader.extendedRows)
        }
        rejected.checkAllUsed(differences)
        tally.rejectedRows = rejected.wholeCount
        tally.rejectedCells = rejected.cellCount
        tally.differences = differences.count - before
        return tally
    }

    private func checkAbsent(_ table: TableSpec, _ connection: Connection) throws {
        let file = table.file.name
        if facts.files[file] != nil {
            differences.add(file, feed: "no such file", bundle: "is in the metadata")
        }
        // Without its file, `stop_times` scans empty tables.
        if try connection.integer("SELECT 1 FROM \(table.name) LIMIT 1") != nil {
            differences.add(file, feed: "no such file", bundle: "has rows")
        }
    }

    private func checkMetadata(_ table: TableSpec, _ reader: FeedRowReader) {
        guard let said = facts.files[table.file.name] else { return }
        func check(_ field: String, feed: String, bundle: String) {
            if feed.exact != bundle.exact {
                differences.add("metadata", field: field, feed: feed, bundle: bundle)
            }
        }
        let file = table.file.name
        check("\(file) rows", feed: "\(reader.tally.feedRows)", bundle: "\(said.rows)")
        check(
            "\(file) columns", feed: reader.columnNames.joined(separator: ","),
            bundle: said.columns.joined(separator: ","))
        check(
            "\(file) unknown columns", feed: reader.columns.unknown.joined(separator: ","),
            bundle: said.unknownColumns.joined(separator: ","))
    }

    private func checkRows(of file: String, _ rows: Int) {
        guard !facts.isFiltered || Schedule.table(file: file) == nil,
            let said = facts.extensions.first(where: { $0.table.file.exact == file.exact })?.rows,
            said != rows
        else { return }
        differences.add(
            "metadata", field: "\(file) extension rows", feed: "\(rows)", bundle: "\(said)")
    }

    private func checkAbsentTables(_ kept: [PackedExtension], _ connection: Connection) throws {
        for table in facts.unknownTables where !kept.contains(table) {
            differences.add(table.file, feed: "no such file", bundle: "is in the metadata")
        }
        let tables = facts.extensions.map(\.table)
        let named = Set(tables.flatMap { [$0.table, $0.rowsTable, $0.listsTable] })
        for name in try connection.texts(
            "SELECT name FROM sqlite_master WHERE name LIKE 'x\\_%' ESCAPE '\\'")
        where !named.contains(name) {
            differences.add("metadata", field: "extensions", feed: "no such table", bundle: name)
        }
    }

    private func checkUnknown(_ unknown: [String]) {
        if unknown.map(\.exact) != facts.unknownFiles.map(\.exact).sorted() {
            differences.add(
                "metadata", field: "unknown files", feed: unknown.joined(separator: ", "),
                bundle: facts.unknownFiles.joined(separator: ", "))
        }
    }

    private func checkRejectedTotals(_ connection: Connection) throws {
        for (field, said, condition) in [
            ("rejected_rows", facts.rejectedRows, "field IS NULL"),
            ("rejected_cells", facts.rejectedCells, "field IS NOT NULL"),
        ] {
            let sql = "SELECT count(*) FROM rejected WHERE \(condition)"
            let found = try connection.integer(sql) ?? 0
            if found != said {
                differences.add(
                    "metadata", field: field, feed: "\(found) in the table rejected",
                    bundle: "\(said)")
            }
        }
    }
}

struct ProofInput {
    let connection: Connection
    let facts: BundledFeed
    let rejected: RejectedOfFile
    let differences: Differences
    let readsEveryRow: Bool
}

protocol RowProof: AnyObject {
    func add(_ reader: FeedRowReader) throws
    /// Returns how many rows the bundle has, and how many of them were read from the table or view
    /// with the file's name.
    func finish() throws -> (all: Int, fromView: Int)
    var rounded: [RoundedValues] { get }
}
