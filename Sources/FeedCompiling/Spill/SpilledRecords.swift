import FeedReading
import SystemLayer

/// A merge sort on disk: records are collected, sorted by owner and written to a scratch file in
/// runs of up to a megabyte; at the end all runs are read side by side, owner by owner.
///
/// Memory holds one run, or a piece of each, and the rows of one owner. The file may take 32 GB,
/// some 500 million rows.
final class SpilledRecords {
    private let file: SpillFile
    private let rowSize: Int
    private let stride: Int
    private let recordSize: Int
    private var pending = GrowableMemory(capacity: 0)
    private var pendingCount = 0
    private var runs: [Range<Int>] = []

    /// Bytes to sort at a time, and to spend on pieces of the runs while they are merged: more for more
    /// rows, because many short runs are read in many small pieces.
    private var budget: Int { min(1 << 20, 1 << 18 + file.count / 512) }
    private static let ownerSize = MemoryLayout<Int32>.size

    init(directory: String, rowSize: Int, stride: Int) {
        file = SpillFile(directory: directory, limit: 32_000_000_000, bufferSize: 64 << 10)
        self.rowSize = rowSize
        self.stride = stride
        recordSize = Self.ownerSize + rowSize
    }

    var isEmpty: Bool { pendingCount == 0 && runs.isEmpty }

    func append(owner: Int32, _ row: UnsafeRawPointer) throws(FeedError) {
        pending.reserve((pendingCount + 1) * recordSize)
        let record = pending.bytes + pendingCount * recordSize
        record.storeBytes(of: owner, as: Int32.self)
        (record + Self.ownerSize).copyMemory(from: row, byteCount: rowSize)
        pendingCount += 1
        if pendingCount * recordSize >= budget { try flush() }
    }

    /// Owners come in ascending order, their rows in the order they came.
    func forEachOwner(
        _ body: (Int32, UnsafeRawBufferPointer) throws(FeedError) -> Void
    ) throws(FeedError) {
        var rows = RowsOfOwner(rowSize: rowSize, stride: stride)
        if runs.isEmpty {
            for place in sortedOrder() {
                let record = UnsafeRawPointer(pending.bytes + place * recordSize)
                try rows.add(Self.owner(record), row: record + Self.ownerSize, body)
            }
        } else {
            try flush()
            try merge(into: &rows, body)
        }
        try rows.finish(body)
    }

    private static func owner(_ record: UnsafeRawPointer) -> Int32 {
        record.loadUnaligned(as: Int32.self)
    }

    /// An owner's records stay in the order they came.
    private func sortedOrder() -> some Sequence<Int> {
        var order = (0..<pendingCount).map { place in
            let owner = Self.owner(pending.bytes + place * recordSize)
            return UInt64(UInt32(bitPattern: owner)) << 32 | UInt64(place)
        }
        order.sort()
        return order.lazy.map { Int($0 & 0xFFFF_FFFF) }
    }

    private func flush() throws(FeedError) {
        guard pendingCount > 0 else { return }
        let start = runs.last?.upperBound ?? 0
        for place in sortedOrder() {
            let record = UnsafeRawPointer(pending.bytes + place * recordSize)
            try file.append(UnsafeRawBufferPointer(start: record, count: recordSize))
        }
        runs.append(start..<start + pendingCount)
        pendingCount = 0
    }

    /// For one owner, records of earlier runs come first.
    private func merge(
        into rows: inout RowsOfOwner,
        _ body: (Int32, UnsafeRawBufferPointer) throws(FeedError) -> Void
    ) throws(FeedError) {
        let capacity = max(budget / recordSize / runs.count, 1)
        pending = GrowableMemory(capacity: capacity * recordSize * runs.count)
        var pieces = runs.indices.map { run in
            Piece(
                bytes: pending.bytes + run * capacity * recordSize, capacity: capacity,
                rest: runs[run])
        }
        var heads = LeastFirst()
        for run in pieces.indices {
            if let record = try pieces[run].next(file, recordSize) {
                heads.insert(Self.owner(record), run)
            }
        }
        while let run = heads.first {
            try rows.add(
                Self.owner(pieces[run].current), row: pieces[run].current + Self.ownerSize, body)
            if let record = try pieces[run].next(file, recordSize) {
                heads.replaceFirst(Self.owner(record), run)
            } else {
                heads.removeFirst()
            }
        }
        pending = GrowableMemory(capacity: 0)
    }

    private struct Piece {
        let bytes: UnsafeMutableRawPointer
        let capacity: Int
        var rest: Range<Int>
        private(set) var current: UnsafeRawPointer
        private var count = 0
        private var position = -1

        init(bytes: UnsafeMutableRawPointer, capacity: Int, rest: Range<Int>) {
            self.bytes = bytes
            self.capacity = capacity
            self.rest = rest
            current = UnsafeRawPointer(bytes)
        }

        mutating func next(_ file: SpillFile, _ size: Int) throws(FeedError) -> UnsafeRawPointer? {
            position += 1
            if position == count {
                guard !rest.isEmpty else { return nil }
                count = min(capacity, rest.count)
                try file.read(
                    at: rest.lowerBound * size,
                    into: UnsafeMutableRawBufferPointer(start: bytes, count: count * size))
                rest = rest.lowerBound + count..<rest.upperBound
                position = 0
            }
            current = UnsafeRawPointer(bytes + position * size)
            return current
        }
    }
}

private struct RowsOfOwner: ~Copyable {
    private let rowSize: Int
    private let stride: Int
    private var bytes = GrowableMemory(capacity: 0)
    private var count = 0
    private var owner: Int32 = -1

    init(rowSize: Int, stride: Int) {
        self.rowSize = rowSize
        self.stride = stride
    }

    /// The first row of an owner hands out those of the owner before.
    mutating func add(
        _ owner: Int32, row: UnsafeRawPointer,
        _ body: (Int32, UnsafeRawBufferPointer) throws(FeedError) -> Void
    ) throws(FeedError) {
        if owner != self.owner {
            try finish(body)
            self.owner = owner
        }
        bytes.reserve((count + 1) * stride)
        (bytes.bytes + count * stride).copyMemory(from: row, byteCount: rowSize)
        count += 1
    }

    mutating func finish(
        _ body: (Int32, UnsafeRawBufferPointer) throws(FeedError) -> Void
    ) throws(FeedError) {
        guard count > 0 else { return }
        try body(owner, UnsafeRawBufferPointer(start: bytes.bytes, count: count * stride))
        count = 0
    }
}

/// The least owner comes first; for one owner, earlier runs do.
struct LeastFirst {
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
