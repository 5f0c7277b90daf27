package import FeedReading

/// Rows that came after their owner (a trip, a shape) had been put together, kept until the end of
/// the file.
///
/// Rows go to a scratch file as they come; afterwards they are handed out owner by owner. A pass
/// over the file collects as many owners as fit the memory budget, so that memory is bounded
/// however many rows there are. The file may take 32 GB, some 500 million rows.
package final class SpilledRows<Row: BitwiseCopyable> {
    private let file: SpillFile
    private var rowsByOwner: [Int32: Int] = [:]
    private(set) var count = 0

    /// Bytes of rows that one pass may hold.
    private static var passBudget: Int { 64 << 20 }
    private static var recordSize: Int { MemoryLayout<Record>.stride }

    private struct Record: BitwiseCopyable {
        let owner: Int32
        let row: Row
    }

    /// The record being appended, with its padding: what is written has the size of a stride.
    private let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)

    package init(directory: String) {
        file = SpillFile(directory: directory, limit: 32_000_000_000)
        UnsafeMutableRawPointer(record).initializeMemory(
            as: UInt8.self, repeating: 0, count: Self.recordSize)
    }

    deinit {
        record.deallocate()
    }

    package var isEmpty: Bool { count == 0 }

    package func append(_ row: Row, owner: Int32) throws(FeedError) {
        count += 1
        rowsByOwner[owner, default: 0] += 1
        record.pointee = Record(owner: owner, row: row)
        try file.append(UnsafeRawBufferPointer(start: record, count: Self.recordSize))
    }

    /// Calls `body` once for each owner, by rising number, with its rows in the order they came.
    package func forEachOwner(_ body: (Int32, [Row]) throws(FeedError) -> Void) throws(FeedError) {
        let owners = rowsByOwner.sorted { $0.key < $1.key }
        var start = 0
        while start < owners.count {
            var end = start
            var bytes = 0
            while end < owners.count,
                end == start || bytes + owners[end].value * Self.recordSize <= Self.passBudget
            {
                bytes += owners[end].value * Self.recordSize
                end += 1
            }
            let collected = try collect(owners[start].key...owners[end - 1].key)
            for (owner, rows) in collected.sorted(by: { $0.key < $1.key }) {
                try body(owner, rows)
            }
            start = end
        }
    }

    private func collect(_ owners: ClosedRange<Int32>) throws(FeedError) -> [Int32: [Row]] {
        var collected: [Int32: [Row]] = [:]
        let perRead = max(1, (1 << 20) / Self.recordSize)
        let buffer = UnsafeMutableBufferPointer<Record>.allocate(capacity: perRead)
        defer { buffer.deallocate() }
        var done = 0
        while done < count {
            let wanted = min(perRead, count - done)
            try file.read(
                at: done * Self.recordSize,
                into: UnsafeMutableRawBufferPointer(
                    start: buffer.baseAddress, count: wanted * Self.recordSize))
            for record in buffer[..<wanted] where owners ~= record.owner {
                collected[record.owner, default: []].append(record.row)
            }
            done += wanted
        }
        return collected
    }
}
