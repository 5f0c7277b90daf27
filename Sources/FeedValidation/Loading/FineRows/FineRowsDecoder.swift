import FeedReading
import GTFSSchedule

/// Decodes the rows of a file that need no notice of their own, chunk by chunk, for the file's
/// loader, which reads the others itself.
///
/// Not generic, so that threads do not call code that is made for any kind of row.
struct FineRowsDecoder: ChunkDecoder {
    /// Fills a block with the rows of a chunk. It belongs to one thread, as does what it checks
    /// cells with.
    typealias Decode = (inout MarkedRecords, FineRowsBlock) -> Void

    /// How many rows of a chunk are read ahead at most: blocks of very short ones would take more
    /// memory than the feed. The loader reads the rest itself.
    private static let mostRows = 8192
    /// When none of the first rows of a chunk is fine, the others hardly are.
    private static let patience = 256

    private let makeRows: @Sendable () -> FineRowsBlock
    private let makeDecode: @Sendable () -> Decode

    /// - Parameters:
    ///   - makeChecker: makes, for each thread, what tells whether a row needs a notice.
    ///   - makeReader: makes, for each thread, what turns cells into a row; nil leaves the row to
    ///     the loader.
    init<Row: Sendable>(
        columnCount: Int, makeChecker: @escaping @Sendable () -> CellChecker,
        makeReader: @escaping @Sendable () -> (RowCells) -> Row?
    ) {
        makeRows = { FineRows<Row>() }
        makeDecode = {
            let checker = makeChecker()
            let read = makeReader()
            return { records, block in
                let rows = unsafeDowncast(block, to: FineRows<Row>.self)
                rows.clear()
                var others = 0
                while rows.count < Self.mostRows, rows.count > 0 || others < Self.patience,
                    let cells = records.next()
                {
                    guard cells.hasUsualShape(columnCount: columnCount), checker.isFine(cells),
                        let row = read(cells)
                    else {
                        others += 1
                        continue
                    }
                    rows.append(row, records)
                }
            }
        }
    }

    func makeBlock() -> FineRowsBlock { makeRows() }
    func makeMemory() -> Decode { makeDecode() }

    func decode(
        _ records: inout MarkedRecords, _ memory: inout Decode, into block: FineRowsBlock
    ) {
        memory(&records, block)
    }
}
