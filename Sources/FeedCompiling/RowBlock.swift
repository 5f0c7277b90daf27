import FeedReading

/// Consecutive rows of one trip or shape in a chunk of a file, with nothing unusual.
package struct RowRun<Facts: BitwiseCopyable>: BitwiseCopyable {
    let id: UnsafeRawBufferPointer
    // Four bytes each: in a file that is not sorted there is a run for each row.
    private let startPlace: Int32
    private var endPlace: Int32 = 0
    private var marks: Int32 = 0
    private let firstRow: Int32
    private var rowCount: Int32 = 0
    var facts: Facts

    init(_ id: UnsafeRawBufferPointer, start: Int, first: Int, facts: Facts) {
        self.id = id
        startPlace = Int32(truncatingIfNeeded: start)
        firstRow = Int32(truncatingIfNeeded: first)
        self.facts = facts
    }

    var start: Int { Int(startPlace) }
    var end: Int { Int(endPlace) }
    var passedMarks: Int { Int(marks) }
    var first: Int { Int(firstRow) }
    var count: Int { Int(rowCount) }

    @inline(__always)
    mutating func add(_ records: borrowing MarkedRecords) {
        rowCount &+= 1
        endPlace = Int32(truncatingIfNeeded: records.end)
        marks = Int32(truncatingIfNeeded: records.passedMarks)
    }
}

package protocol NumberedRow: BitwiseCopyable {
    var row: Int32 { get set }
}

/// The usual rows of a chunk, decoded ahead of the file's reader.
///
/// Rows have no number yet: only the reader of the file knows its lines.
package final class RowBlock<Row: NumberedRow, Facts: BitwiseCopyable>: @unchecked Sendable {
    // Sendable: one thread fills a block and another reads it; `DecodingWork` keeps them apart.
    typealias Run = RowRun<Facts>

    private var runs: [Run] = []
    private var nextRun = 0
    private var rows: UnsafeMutablePointer<Row>
    private var texts: UnsafeMutablePointer<UnsafeRawBufferPointer>
    private var capacity = 1 << 14

    init() {
        rows = .allocate(capacity: capacity)
        texts = .allocate(capacity: capacity)
    }

    deinit {
        rows.deallocate()
        texts.deallocate()
    }

    func clear() {
        runs.removeAll(keepingCapacity: true)
        nextRun = 0
    }

    func append(_ run: Run) { runs.append(run) }

    @inline(__always)
    func put(_ row: Row, at index: Int) {
        if index == capacity { grow() }
        (rows + index).initialize(to: row)
    }

    @inline(__always)
    func put(text: UnsafeRawBufferPointer, at index: Int) {
        (texts + index).initialize(to: text)
    }

    private func grow() {
        rows = Self.larger(rows, capacity)
        texts = Self.larger(texts, capacity)
        capacity *= 2
    }

    private static func larger<Element: BitwiseCopyable>(
        _ memory: UnsafeMutablePointer<Element>, _ count: Int
    ) -> UnsafeMutablePointer<Element> {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * count)
        larger.update(from: memory, count: count)
        memory.deallocate()
        return larger
    }

    /// The rows of a run, numbered from the one after the reader's present row.
    func rows(_ run: Run, of csv: CSVReader) -> UnsafeMutableBufferPointer<Row> {
        let rows = UnsafeMutableBufferPointer(start: rows + run.first, count: run.count)
        let before = csv.row
        for index in rows.indices { rows[index].row = Int32(clamping: before + 1 + index) }
        return rows
    }

    func texts(_ run: Run) -> UnsafeBufferPointer<UnsafeRawBufferPointer> {
        UnsafeBufferPointer(start: texts + run.first, count: run.count)
    }

    /// There are no runs when the next record must be read there. `take` returns false when a run's
    /// rows must be read one by one.
    func takeRuns(of csv: CSVReader, _ take: (Run) throws -> Bool) throws -> Int {
        guard var place = csv.placeInChunk() else { return 0 }
        var count = 0
        while nextRun < runs.count, runs[nextRun].start < place { nextRun += 1 }
        while nextRun < runs.count, runs[nextRun].start == place {
            let run = runs[nextRun]
            guard csv.row + run.count <= RowCells.lastUsualRow, try take(run) else { break }
            csv.pass(run.count, to: run.end, passedMarks: run.passedMarks)
            count += run.count
            place = run.end
            nextRun += 1
        }
        return count
    }
}
