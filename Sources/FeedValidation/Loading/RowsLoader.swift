import FeedReading
import GTFSSchedule

/// Reads a file into structs and runs the rules for its rows.
struct RowsLoader<Row: FeedRow> {
    private let feed: LoadedFeed
    private let rules: RuleBins

    init(_ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        self.rules = rules
    }

    func read(_ filename: String, _ source: any ByteSource) throws -> LoadedTable<Row> {
        let table = Row.table
        let file = try CheckedFile(table, filename, source, feed, rules)
        var loaded = LoadedTable<Row>()
        loaded.header = file.header
        guard file.isReadable else {
            loaded.state = file.finish(feed)
            return loaded
        }
        let readers = Row.fields.map(\.read)
        let checks = rules.rows(Row.self).filter { $0.rule.applies(to: file.header) }
        while let hasError = try file.next() {
            var row = Row()
            for (index, read) in readers.enumerated() {
                let cell = file.cell(index)
                if !cell.isEmpty { _ = read(cell, &row) }
            }
            let number = file.reader.row
            if !hasError || !feed.options.isCanonical {
                let context = RowContext(
                    filename: filename, row: number, header: file.header, options: feed.options)
                for check in checks { check.rule.check(row, context, check.bin) }
            }
            loaded.rows.append(row)
            loaded.rowNumbers.append(number)
        }
        loaded.state = file.finish(feed)
        return loaded
    }
}
