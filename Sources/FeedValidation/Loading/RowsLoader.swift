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
        let fields = Row.fields
        let checks = rules.rows(Row.self).filter { $0.rule.applies(to: file.header) }
        while let hasError = try file.next() {
            var row = Row()
            for (index, field) in fields.enumerated() {
                let cell = file.cell(index)
                if cell.isEmpty, !file.isEmptyText(index) { continue }
                if !field.read(cell, &row), feed.options.isCanonical,
                    var plain = JavaNumber.plain(cell, field.spec.type)
                {
                    plain.withUTF8 { _ = field.read(UnsafeRawBufferPointer($0), &row) }
                }
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
