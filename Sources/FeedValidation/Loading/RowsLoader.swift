import FeedReading
import GTFSSchedule

/// Reads a file into structs and runs the rules for its rows.
struct RowsLoader<Row: FeedRow> {
    /// Stores the cell of a field in its row.
    private struct ReadCell {
        let index: Int
        let type: FieldType
        let read: (UnsafeRawBufferPointer, inout Row) -> Bool
    }

    private let feed: LoadedFeed
    private let rules: RuleBins
    private let readsAhead: Bool

    /// - Parameter readsAhead: whether other threads may read ahead.
    init(_ feed: LoadedFeed, _ rules: RuleBins, readsAhead: Bool) {
        self.feed = feed
        self.rules = rules
        self.readsAhead = readsAhead
    }

    func read(_ filename: String, _ source: any ByteSource) throws -> LoadedTable<Row> {
        var loaded = LoadedTable<Row>()
        (loaded.state, loaded.header) = try read(filename, source) { row, number in
            loaded.rows.append(row)
            loaded.rowNumbers.append(number)
        }
        return loaded
    }

    /// Reads the file row by row.
    ///
    /// - Parameter take: gets each row, and its number in the file.
    func read(
        _ filename: String, _ source: any ByteSource, _ take: (Row, Int) -> Void
    ) throws -> (state: FileState, header: HeaderColumns) {
        let chunks = DecodedChunks<FineRowsDecoder>(source)
        let file = try CheckedFile(Row.table, filename, chunks, feed, rules)
        guard file.isReadable else { return (file.finish(feed), file.header) }
        let cells = readCells(file)
        let isCanonical = feed.options.isCanonical
        let checks = rules.rows(Row.self).filter { $0.rule.applies(to: file.header) }
        var context = RowContext(filename, file.header, feed.options)
        func finish(_ row: Row, _ number: Int, isChecked: Bool) {
            context.row = number
            if isChecked {
                for check in checks { check.rule.check(row, context, check.bin) }
            }
            take(row, number)
        }
        let columns = cells.map { (field: $0.index, column: file.columns[$0.index]) }
        if readsAhead { file.decodeAhead(chunks) { Self.fineRowReader(columns) } }
        defer { chunks.stop() }
        while true {
            try file.takeFineRows(chunks) { finish($0, $1, isChecked: true) }
            guard let hasError = try file.next() else { break }
            var row = Row()
            for place in cells.indices {
                let cell = file.cell(cells[place].index)
                if cell.isEmpty, !file.isEmptyText(cells[place].index) { continue }
                if !cells[place].read(cell, &row), isCanonical,
                    var plain = JavaNumber.plain(cell, cells[place].type)
                {
                    plain.withUTF8 { _ = cells[place].read(UnsafeRawBufferPointer($0), &row) }
                }
            }
            finish(row, file.reader.row, isChecked: !hasError || !isCanonical)
        }
        return (file.finish(feed), file.header)
    }

    /// What stores the cells of the file's columns.
    private func readCells(_ file: CheckedFile) -> [ReadCell] {
        // Asking the whole field would copy all its texts.
        Row.fields.enumerated().filter { file.hasColumn($0.offset) }.map {
            ReadCell(index: $0.offset, type: $0.element.spec.type, read: $0.element.makeReader())
        }
    }

    /// Makes what turns the cells of a row into a row, if each is of its field's type.
    private static func fineRowReader(
        _ columns: [(field: Int, column: Int)]
    ) -> (RowCells) -> Row? {
        let readers = columns.map {
            (column: $0.column, read: Row.fields[$0.field].makeReader())
        }
        return { cells in
            var row = Row()
            for reader in readers {
                let cell = cells[reader.column]
                guard cell.isEmpty || reader.read(cell, &row) else { return nil }
            }
            return row
        }
    }
}
