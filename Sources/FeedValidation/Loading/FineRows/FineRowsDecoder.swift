import FeedReading
import GTFSSchedule

/// The file's loader reads all other rows itself.
///
/// Not generic, so that threads do not call code that is compiled for any kind of row.
struct FineRowsDecoder: ChunkDecoder {
    /// Fills a block with the rows of a chunk. It belongs to one thread, as does what it checks
    /// cells with.
    typealias Decode = (inout MarkedRecords, FineRowsBlock) -> Void

    /// The maximum number of rows of a chunk that are read ahead: blocks of very short ones would
    /// take more memory than the feed. The loader reads the rest itself.
    private static let mostRows = 8192
    /// If none of the first rows of a chunk is fine, the others hardly are.
    private static let patience = 256

    private let makeRows: @Sendable () -> FineRowsBlock
    private let makeDecode: @Sendable () -> Decode

    /// Each thread gets closures of its own: one tells whether a row needs a notice, the other
    /// returns nil for a row that is left to the loader.
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

class FineRowsBlock: @unchecked Sendable {
    // Sendable: one thread fills a block and another reads it; `DecodingWork` keeps them apart.
    // Overlapping accesses are not checked at run time: every row would pay for it.

    struct Place: BitwiseCopyable {
        let start: Int32
        let end: Int32
        let passedMarks: Int32
    }

    @exclusivity(unchecked) fileprivate var places: [Place] = []
    @exclusivity(unchecked) fileprivate var next = 0
}

final class FineRows<Row: Sendable>: FineRowsBlock, @unchecked Sendable {
    // Sendable: as above.
    @exclusivity(unchecked) private var rows: [Row] = []

    var count: Int { rows.count }

    func clear() {
        places.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
        next = 0
    }

    func append(_ row: Row, _ records: borrowing MarkedRecords) {
        places.append(
            Place(
                start: Int32(records.start), end: Int32(records.end),
                passedMarks: Int32(records.passedMarks)))
        rows.append(row)
    }

    /// `take` gets each row's number in the file, too. Returns the number of rows taken.
    func take(_ csv: CSVReader, most: Int, _ take: (Row, Int) -> Void) -> Int {
        guard var place = csv.placeInChunk() else { return 0 }
        while next < places.count, places[next].start < place { next += 1 }
        let first = next
        let end = min(places.count, first + most)
        while next < end, places[next].start == place, csv.row < RowCells.lastUsualRow {
            place = Int(places[next].end)
            csv.pass(1, to: place, passedMarks: Int(places[next].passedMarks))
            take(rows[next], csv.row)
            next += 1
        }
        return next - first
    }
}
