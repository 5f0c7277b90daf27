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

    init(_ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        self.rules = rules
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
        let table = Row.table
        let file = try CheckedFile(table, filename, source, feed, rules)
        guard file.isReadable else { return (file.finish(feed), file.header) }
        // Asking the whole field would copy all its texts.
        let cells = Row.fields.enumerated().filter { file.hasColumn($0.offset) }.map {
            ReadCell(index: $0.offset, type: $0.element.spec.type, read: $0.element.makeReader())
        }
        let isCanonical = feed.options.isCanonical
        let checks = rules.rows(Row.self).filter { $0.rule.applies(to: file.header) }
        // One for all rows: making it counts references.
        var context = RowContext(
            filename: filename, row: 0, header: file.header, options: feed.options)
        while let hasError = try file.next() {
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
            context.row = file.reader.row
            if !checks.isEmpty, !hasError || !isCanonical {
                for check in checks { check.rule.check(row, context, check.bin) }
            }
            take(row, context.row)
        }
        return (file.finish(feed), file.header)
    }
}
