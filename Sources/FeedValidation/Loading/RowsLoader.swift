import FeedReading
import GTFSSchedule

struct RowsLoader<Row: FeedRow> {
    private struct ReadCell {
        let index: Int
        let type: FieldType
        let reader: (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Bool

        func read(_ cell: UnsafeRawBufferPointer, _ row: inout Row) -> Bool {
            withUnsafeMutablePointer(to: &row) { reader(cell, UnsafeMutableRawPointer($0)) }
        }
    }

    private let feed: LoadedFeed
    private let rules: RuleBins
    private let readsAhead: Bool

    init(_ feed: LoadedFeed, _ rules: RuleBins, readsAhead: Bool) {
        self.feed = feed
        self.rules = rules
        self.readsAhead = readsAhead
    }

    func read(_ filename: String, from source: any ByteSource) throws -> LoadedTable<Row> {
        var loaded = LoadedTable<Row>()
        (loaded.state, loaded.header, loaded.badCells.everywhere, loaded.repeats) = try readKeyed(
            filename, from: source
        ) { row, number, bad in
            if !bad.isEmpty { loaded.badCells[loaded.count] = bad }
            loaded.rows.append(row)
            loaded.rowNumbers.append(number)
        }
        return loaded
    }

    /// `take` gets each row that a bundle has, or under `--compat canonical` every row; its number
    /// in the file; and which of its fields are bad. Returns also the rows that repeat the key of
    /// an earlier one.
    func readKeyed(
        _ filename: String, from source: any ByteSource, _ take: (Row, Int, FieldSet) -> Void
    ) throws -> (
        state: FileState, header: HeaderColumns, missing: FieldSet,
        repeats: [(first: Int, row: Row, number: Int)]
    ) {
        let isCanonical = feed.options.isCanonical
        var keys = RepeatedRows<Row>(isCanonical: isCanonical)
        var repeats: [(first: Int, row: Row, number: Int)] = []
        var count = 0
        let read = try read(filename, from: source) { row, number, bad in
            if let first = keys.first(row, at: count, bad: bad) {
                repeats.append((first, row, number))
                if !isCanonical { return false }
            }
            take(row, number, bad)
            count += 1
            return true
        }
        return (read.state, read.header, read.missing, repeats)
    }

    /// `take` gets each row, its number in the file, and which of its fields are bad; it returns
    /// false when a bundle leaves the row out, so that no rule looks at it.
    func read(
        _ filename: String, from source: any ByteSource, _ take: (Row, Int, FieldSet) -> Bool
    ) throws -> (state: FileState, header: HeaderColumns, missing: FieldSet) {
        let chunks = DecodedChunks<FineRowsDecoder>(source)
        let file = try CheckedFile(
            Row.table, filename: filename, source: chunks, feed: feed, rules: rules)
        guard file.isReadable else { return (file.finish(feed), file.header, FieldSet()) }
        let cells = readCells(file)
        let isCanonical = feed.options.isCanonical
        let missing = isCanonical ? FieldSet() : file.missingFields
        let checks = rowChecks(file)
        var context = RowContext(filename, header: file.header, options: feed.options)
        func check(_ row: Row, number: Int, bad: FieldSet) {
            context.row = number
            let bad = bad.union(missing)
            for check in checks where check.fields.isDisjoint(with: bad) {
                check.rule.check(row, in: context, into: check.bin)
            }
        }
        let columns = cells.map { (field: $0.index, column: file.columns[$0.index]) }
        if readsAhead { file.decodeAhead(chunks) { Self.fineRowReader(columns) } }
        defer { chunks.stop() }
        while true {
            try file.takeFineRows(chunks) {
                if take($0, $1, FieldSet()) { check($0, number: $1, bad: FieldSet()) }
            }
            guard let hasError = try file.next() else { break }
            let bad = isCanonical ? FieldSet() : file.badFields
            var row = Row()
            for place in cells.indices {
                if !isCanonical, file.unusableFields.contains(cells[place].index) { continue }
                let cell = file.cell(cells[place].index)
                if cell.isEmpty, !file.isEmptyText(cells[place].index) { continue }
                if !cells[place].read(cell, &row), isCanonical,
                    var plain = JavaNumber.plain(cell, cells[place].type)
                {
                    plain.withUTF8 { _ = cells[place].read(UnsafeRawBufferPointer($0), &row) }
                }
            }
            guard take(row, file.reader.row, bad), !hasError || !isCanonical else { continue }
            file.checkPairs()
            check(row, number: file.reader.row, bad: bad)
        }
        return (file.finish(feed), file.header, missing)
    }

    /// The verdict of the rule depends on these fields.
    private struct RowCheck {
        let rule: any RowRule<Row>
        let fields: FieldSet
        let bin: NoticeBin
    }

    private func rowChecks(_ file: CheckedFile) -> [RowCheck] {
        rules.rows(Row.self).filter { $0.rule.applies(to: file.header, feed.options) }.map {
            RowCheck(
                rule: $0.rule, fields: FieldSet(type(of: $0.rule).fields, of: file.table),
                bin: $0.bin)
        }
    }

    private func readCells(_ file: CheckedFile) -> [ReadCell] {
        // Asking the whole field would copy all its texts.
        Row.fields.enumerated().filter { file.hasColumn($0.offset) }.map {
            ReadCell(
                index: $0.offset, type: $0.element.spec.type, reader: $0.element.makeReader())
        }
    }

    /// The row is nil unless each cell is of its field's type.
    private static func fineRowReader(
        _ columns: [(field: Int, column: Int)]
    ) -> (RowCells) -> Row? {
        let readers = columns.map {
            (column: $0.column, read: Row.fields[$0.field].makeReader())
        }
        return { cells in
            var row = Row()
            let isFine = withUnsafeMutablePointer(to: &row) { row in
                readers.allSatisfy { reader in
                    let cell = cells[reader.column]
                    return cell.isEmpty || reader.read(cell, UnsafeMutableRawPointer(row))
                }
            }
            return isFine ? row : nil
        }
    }
}
