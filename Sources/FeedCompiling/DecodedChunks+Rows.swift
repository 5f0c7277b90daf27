import FeedReading

extension DecodedChunks {
    /// Reads all rows of a file: runs that were decoded ahead, and, record by record, the rows in
    /// none of them.
    func readRows<Row, Facts>(
        _ csv: CSVReader, with decoder: Decoder, progress: (Int) -> Void,
        takeRun: (RowRun<Facts>, RowBlock<Row, Facts>) throws -> Bool,
        takeRecord: () throws -> Bool
    ) throws -> Int where Decoder.Block == RowBlock<Row, Facts> {
        defer { stop() }
        start(decoder, dialect: csv.dialect)
        var rows = 0
        func count(_ added: Int) {
            rows += added
            if rows & 0xFFFF < added { progress(rows) }
        }
        while true {
            if let block { count(try block.takeRuns(of: csv) { try takeRun($0, block) }) }
            guard try csv.next() else { return rows }
            count(1)
            guard try takeRecord() else { return rows }
        }
    }
}
