package import FeedReading

/// Rows that came after their owner (a trip, a shape) had been put together, kept until the end of
/// the file.
///
/// A merge sort on disk: rows are collected, sorted by owner and written to a scratch file in runs
/// of two megabytes; at the end all runs are read side by side, owner by owner. However many rows
/// there are, memory holds one run, or a piece of each, and the rows of one owner. The file may
/// take 32 GB, some 500 million rows.
package final class SpilledRows<Row: BitwiseCopyable> {
    private let file: SpillFile
    private var pending: [Record] = []
    /// Where the runs are in the file, in records.
    private var runs: [Range<Int>] = []
    package private(set) var count = 0

    /// Bytes to sort at a time, and to spend on pieces of the runs while they are merged.
    private static var budget: Int { 2 << 20 }
    private static var recordSize: Int { MemoryLayout<Record>.stride }
    private static var recordsOfRun: Int { max(budget / recordSize, 1) }

    private struct Record: BitwiseCopyable {
        let owner: Int32
        let row: Row
    }

    package init(directory: String) {
        file = SpillFile(directory: directory, limit: 32_000_000_000, bufferSize: 64 << 10)
    }

    package var isEmpty: Bool { count == 0 }

    package func append(_ row: Row, owner: Int32) throws(FeedError) {
        count += 1
        pending.append(Record(owner: owner, row: row))
        if pending.count == Self.recordsOfRun { try flush() }
    }

    /// Calls `body` once for each owner, in ascending order, with its rows in the order they came.
    package func forEachOwner(
        _ body: (Int32, [Row]) throws(FeedError) -> Void
    ) throws(FeedError) {
        var rows: [Row] = []
        var owner: Int32 = -1
        func take(_ record: Record) throws(FeedError) {
            if record.owner != owner {
                if !rows.isEmpty { try body(owner, rows) }
                rows.removeAll(keepingCapacity: true)
                owner = record.owner
            }
            rows.append(record.row)
        }
        if runs.isEmpty {
            for index in sortedOrder() { try take(pending[index]) }
        } else {
            try flush()
            try merge { (record) throws(FeedError) in try take(record) }
        }
        if !rows.isEmpty { try body(owner, rows) }
    }

    /// The places of the pending records by owner; an owner's records stay in the order they came.
    private func sortedOrder() -> [Int] {
        pending.indices
            .map { UInt64(UInt32(bitPattern: pending[$0].owner)) << 32 | UInt64($0) }
            .sorted()
            .map { Int($0 & 0xFFFF_FFFF) }
    }

    private func flush() throws(FeedError) {
        guard !pending.isEmpty else { return }
        let start = runs.last?.upperBound ?? 0
        let sorted = sortedOrder().map { pending[$0] }
        var failure: FeedError?
        sorted.withUnsafeBytes { bytes in
            do throws(FeedError) { try file.append(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        runs.append(start..<start + pending.count)
        pending.removeAll(keepingCapacity: true)
    }

    /// Hands out the records of all runs by owner; for one owner, those of earlier runs first.
    private func merge(_ body: (Record) throws(FeedError) -> Void) throws(FeedError) {
        pending = []
        let capacity = max(Self.budget / Self.recordSize / runs.count, 1)
        var readers = runs.map { RunReader(rest: $0, capacity: capacity) }
        /// The next owner of each run, and the run.
        var heads = LeastFirst()
        for run in readers.indices {
            if let record = try readers[run].next(file) { heads.insert(record.owner, run) }
        }
        while let run = heads.first {
            try body(readers[run].current)
            if let record = try readers[run].next(file) {
                heads.replaceFirst(record.owner, run)
            } else {
                heads.removeFirst()
            }
        }
    }

    /// Reads a run piece by piece.
    private struct RunReader {
        /// The records that are still in the file.
        var rest: Range<Int>
        let capacity: Int
        private var piece: [Record] = []
        private var position = -1

        init(rest: Range<Int>, capacity: Int) {
            self.rest = rest
            self.capacity = capacity
        }

        var current: Record { piece[position] }

        mutating func next(_ file: SpillFile) throws(FeedError) -> Record? {
            position += 1
            if position == piece.count {
                guard !rest.isEmpty else { return nil }
                let count = min(capacity, rest.count)
                var failure: FeedError?
                piece = Array(unsafeUninitializedCapacity: count) { buffer, initialized in
                    do throws(FeedError) {
                        try file.read(
                            at: rest.lowerBound * SpilledRows.recordSize,
                            into: UnsafeMutableRawBufferPointer(
                                start: buffer.baseAddress, count: count * SpilledRows.recordSize))
                        initialized = count
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
                rest = rest.lowerBound + count..<rest.upperBound
                position = 0
            }
            return piece[position]
        }
    }
}

/// Runs ordered by the next owner of each, the least first; for one owner, earlier runs first.
private struct LeastFirst {
    /// A heap: no element is greater than those at twice its place plus one and plus two.
    private var heap: [UInt64] = []

    var first: Int? { heap.first.map { Int($0 & 0xFFFF_FFFF) } }

    private static func key(_ owner: Int32, _ run: Int) -> UInt64 {
        UInt64(UInt32(bitPattern: owner)) << 32 | UInt64(run)
    }

    mutating func insert(_ owner: Int32, _ run: Int) {
        heap.append(Self.key(owner, run))
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func replaceFirst(_ owner: Int32, _ run: Int) {
        heap[0] = Self.key(owner, run)
        sink()
    }

    mutating func removeFirst() {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
        sink()
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for below in [2 * place + 1, 2 * place + 2]
            where below < heap.count && heap[below] < heap[least] {
                least = below
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
