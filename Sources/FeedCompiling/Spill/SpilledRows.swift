package import FeedReading

/// Rows that came after their owner (a trip, a shape) had been put together, kept until the end of
/// the file. However many rows there are, memory holds some megabytes of them.
package final class SpilledRows<Row: BitwiseCopyable> {
    private let records: SpilledRecords

    package init(directory: String) {
        records = SpilledRecords(
            directory: directory, rowSize: MemoryLayout<Row>.size, stride: MemoryLayout<Row>.stride)
    }

    package var isEmpty: Bool { records.isEmpty }

    package func append(_ row: Row, owner: Int32) throws(FeedError) {
        // Not as bytes: a buffer of rows without properties may be anywhere and of any size.
        try withUnsafePointer(to: row) { (row) throws(FeedError) in
            try records.append(owner: owner, row)
        }
    }

    /// Owners come in ascending order, their rows in the order they came.
    package func forEachOwner(
        _ body: (Int32, UnsafeBufferPointer<Row>) throws(FeedError) -> Void
    ) throws(FeedError) {
        try records.forEachOwner { (owner, rows) throws(FeedError) in
            try body(owner, rows.bindMemory(to: Row.self))
        }
    }
}
