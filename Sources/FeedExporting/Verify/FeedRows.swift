import GTFSSchedule

/// Rows of a file, copied out of the reader: their cells one after the other.
struct FeedRows {
    /// One row.
    struct Entry {
        let row: Int
        /// What tells the row from others of its group.
        let key: Int64
        /// The number of its first cell.
        let firstCell: Int
    }

    private(set) var entries: [Entry] = []
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    mutating func append(_ reader: FeedRowReader, key: Int64) {
        entries.append(Entry(row: reader.row, key: key, firstCell: ends.count))
        for field in reader.table.fields.indices {
            bytes.append(contentsOf: reader.cell(field))
            ends.append(bytes.count)
        }
    }

    /// Takes a row that `packed` made.
    mutating func append(row: Int, key: Int64, packed: UnsafeRawBufferPointer) {
        entries.append(Entry(row: row, key: key, firstCell: ends.count))
        var index = 0
        while index + 4 <= packed.count {
            let count = Int(packed.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            index += 4
            bytes.append(contentsOf: packed[index..<index + count])
            ends.append(bytes.count)
            index += count
        }
    }

    /// The cells of the reader's row in one piece: each with its length before it.
    static func packed(_ reader: FeedRowReader) -> [UInt8] {
        var packed: [UInt8] = []
        for field in reader.table.fields.indices {
            let cell = reader.cell(field)
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: cell.count)) {
                packed.append(contentsOf: $0)
            }
            packed.append(contentsOf: cell)
        }
        return packed
    }

    /// Sorts by key; of rows with one key the first in the file comes first.
    mutating func sort() {
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.key < $1.key }
        if !isSorted { entries.sort { ($0.key, $0.row) < ($1.key, $1.row) } }
    }

    /// The first entry with a key; the rows must be sorted. A guess that is right costs nothing.
    func index(of key: Int64, guess: Int) -> Int? {
        if guess < entries.count, entries[guess].key == key,
            guess == 0 || entries[guess - 1].key < key
        {
            return guess
        }
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].key == key ? low : nil
    }

    /// Hands out a cell.
    @inline(__always)
    func withCell<Result>(
        _ entry: Entry, _ field: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let number = entry.firstCell + field
        let start = number == 0 ? 0 : ends[number - 1]
        return try bytes.withUnsafeBytes {
            try body(UnsafeRawBufferPointer(rebasing: $0[start..<ends[number]]))
        }
    }

    /// A cell as text, for messages.
    func text(_ entry: Entry, _ field: Int) -> String {
        withCell(entry, field) { String(decoding: $0, as: UTF8.self) }
    }

    /// The cells of a row as text, for messages.
    func text(_ entry: Entry, _ table: TableSpec) -> String {
        table.fields.indices.map { text(entry, $0) }.joined(separator: ",")
    }
}
