import FeedReading

/// The rows of trips whose rows do not follow each other in the file: a feed may have such a list
/// for every trip. They are not in memory, for only notices tell them.
final class RowLists {
    let bytes: KeptBytes
    /// The end of each list, in rows.
    private var ends: [UInt32] = []

    private static let rowSize = MemoryLayout<Int32>.size

    init(directory: String) {
        bytes = KeptBytes(
            directory: directory, limit: Int(UInt32.max) * Self.rowSize, bufferSize: 64 << 10)
    }

    var count: Int { ends.count }

    func append(_ list: some Sequence<Int32>) throws(FeedError) {
        let rows = Array(list)
        var failure: FeedError?
        rows.withUnsafeBytes { rows in
            do throws(FeedError) { try bytes.append(rows) } catch { failure = error }
        }
        if let failure { throw failure }
        ends.append(UInt32(bytes.count / Self.rowSize))
    }

    /// The rows of a list.
    subscript(number: Int) -> [Int32] {
        rows(start(number)..<Int(ends[number]))
    }

    /// One row of a list.
    subscript(number: Int, position: Int) -> Int32 {
        let row = start(number) + position
        return rows(row..<row + 1)[0]
    }

    private func start(_ number: Int) -> Int { number > 0 ? Int(ends[number - 1]) : 0 }

    private func rows(_ range: Range<Int>) -> [Int32] {
        Array(unsafeUninitializedCapacity: range.count) { buffer, count in
            let memory = UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress, count: range.count * Self.rowSize)
            bytes.read(at: range.lowerBound * Self.rowSize, into: memory)
            count = range.count
        }
    }
}
