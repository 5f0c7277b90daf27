import BundleCodec
import GTFSSchedule

/// Copied out of the reader, their cells one after the other.
struct FeedRows {
    struct Entry {
        let row: Int
        let key: Int64
        let firstCell: Int
    }

    private(set) var entries: [Entry] = []
    /// Only the first bytes are in use.
    private var bytes: [UInt8] = []
    private var byteCount = 0
    private var ends: [Int] = []

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    mutating func append(_ reader: FeedRowReader, key: Int64) {
        entries.append(Entry(row: reader.row, key: key, firstCell: ends.count))
        reserve(reader.cellBytes)
        bytes.withUnsafeMutableBytes { room in
            reader.forEachCell { cell in
                if !cell.isEmpty {
                    UnsafeMutableRawBufferPointer(rebasing: room[byteCount...])
                        .copyMemory(from: cell)
                    byteCount += cell.count
                }
                ends.append(byteCount)
            }
        }
    }

    mutating func append(row: Int, key: Int64, packed: UnsafeRawBufferPointer) {
        entries.append(Entry(row: row, key: key, firstCell: ends.count))
        var index = 0
        while index + 4 <= packed.count {
            let count = Int(packed.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            index += 4
            append(UnsafeRawBufferPointer(rebasing: packed[index..<index + count]))
            index += count
        }
    }

    private mutating func append(_ cell: UnsafeRawBufferPointer) {
        reserve(cell.count)
        bytes.withUnsafeMutableBytes {
            UnsafeMutableRawBufferPointer(rebasing: $0[byteCount...]).copyMemory(from: cell)
        }
        byteCount += cell.count
        ends.append(byteCount)
    }

    private mutating func reserve(_ count: Int) {
        let missing = byteCount + count - bytes.count
        guard missing > 0 else { return }
        bytes += [UInt8](repeating: 0, count: max(missing, bytes.count, 1 << 10))
    }

    static func packed(_ reader: FeedRowReader) -> [UInt8] {
        var packed: [UInt8] = []
        reader.forEachCell { append($0, to: &packed) }
        return packed
    }

    func packed(_ entry: Entry, fields: Int) -> [UInt8] {
        var packed: [UInt8] = []
        withCells { cells in
            for field in 0..<fields { Self.append(cells[entry, field], to: &packed) }
        }
        return packed
    }

    private static func append(_ cell: UnsafeRawBufferPointer, to packed: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: cell.count)) {
            packed.append(contentsOf: $0)
        }
        packed.append(contentsOf: cell)
    }

    /// Rows with equal keys stay in the order of the file.
    mutating func sort() {
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.key < $1.key }
        if !isSorted { entries.sort { ($0.key, $0.row) < ($1.key, $1.row) } }
    }

    /// The rows must be sorted. A correct guess costs nothing.
    func index(of key: Int64, guess: Int) -> Int? {
        if guess < entries.count, entries[guess].key == key,
            guess == 0 || entries[guess - 1].key < key
        {
            return guess
        }
        let index = entries.indices.bisected { entries[$0].key >= key }
        return index < entries.count && entries[index].key == key ? index : nil
    }

    struct Cells {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let ends: UnsafeBufferPointer<Int>

        @inline(__always)
        subscript(entry: Entry, field: Int) -> UnsafeRawBufferPointer {
            let number = entry.firstCell + field
            let start = number == 0 ? 0 : ends[number - 1]
            return UnsafeRawBufferPointer(rebasing: bytes[start..<ends[number]])
        }
    }

    @inline(__always)
    func withCells<Result>(_ body: (Cells) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { bytes in
            try ends.withUnsafeBufferPointer { try body(Cells(bytes: bytes, ends: $0)) }
        }
    }

    @inline(__always)
    func withCell<Result>(
        _ entry: Entry, of field: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withCells { try body($0[entry, field]) }
    }

    func text(_ entry: Entry, _ field: Int) -> String {
        withCell(entry, of: field) { String(decoding: $0, as: UTF8.self) }
    }

    func text(_ entry: Entry, _ table: TableSpec) -> String {
        table.fields.indices.map { text(entry, $0) }.joined(separator: ",")
    }
}
