import Dispatch
import SQLiteLayer
import SystemLayer

/// Appends pages to a SQLite file, which no connection has open meanwhile.
struct PackedPages: ~Copyable {
    static let size = 4096
    private static let pagesAtOnce = 64
    /// Where SQLite takes its locks in every file; the page there stays empty.
    static let lockOffset = 1 << 30

    static let mostPages = Int(UInt32.max) - 2

    private let file: PageFile
    private let lockPage: UInt32
    private let mostPages: Int
    /// Counted from 1.
    private(set) var count: UInt32
    private var waiting: [UInt8] = []
    private var firstWaiting: UInt32

    init(
        path: String, lockOffset: Int = Self.lockOffset, mostPages: Int = Self.mostPages
    ) throws {
        let file = try PageFile(path: path)
        let count = try file.size() / Self.size
        self.init(file, count: UInt32(count), lockOffset: lockOffset, mostPages: mostPages)
    }

    private init(_ file: PageFile, count: UInt32, lockOffset: Int, mostPages: Int) {
        self.file = file
        self.mostPages = mostPages
        self.count = count
        firstWaiting = count + 1
        lockPage = UInt32(lockOffset / Self.size) + 1
        waiting.reserveCapacity(Self.pagesAtOnce * Self.size)
    }

    /// A caller that gives up the file removes it next.
    deinit {
        file.wait()
    }

    mutating func append(_ page: borrowing PackedPage) throws -> UInt32 {
        try page.withBytes { try append($0) }
    }

    /// The page does not belong to a tree.
    mutating func append(_ page: UnsafeRawBufferPointer) throws -> UInt32 {
        if count + 1 == lockPage { try add(UnsafeRawBufferPointer(start: nil, count: 0)) }
        try add(page)
        return count
    }

    func nextNumbers(_ count: Int) -> [UInt32] {
        var last = self.count
        return (0..<count).map { _ in
            last += last + 1 == lockPage ? 2 : 1
            return last
        }
    }

    private mutating func add(_ page: UnsafeRawBufferPointer) throws {
        guard count < mostPages else { throw SQLiteFailure.full }
        count += 1
        waiting.append(contentsOf: page)
        waiting.append(contentsOf: repeatElement(0, count: Self.size - page.count))
        if waiting.count >= Self.pagesAtOnce * Self.size { try flush() }
    }

    mutating func replace(_ number: UInt32, by page: borrowing PackedPage) throws {
        try page.withBytes { try file.write($0, at: Self.offset(number)) }
    }

    mutating func finish() throws {
        try flush()
        try file.finish()
        try withUnsafeBytes(of: count.bigEndian) { try file.write($0, at: 28) }
    }

    private mutating func flush() throws {
        try file.startWriting(waiting, at: Self.offset(firstWaiting))
        waiting = []
        waiting.reserveCapacity(Self.pagesAtOnce * Self.size)
        firstWaiting = count + 1
    }

    private static func offset(_ page: UInt32) -> Int { (Int(page) - 1) * size }
}

/// Appended pages are written on another thread.
final class PageFile: Sendable {
    private let descriptor: Descriptor
    private let queue = DispatchQueue(label: "gtfs.pages", qos: .userInitiated)
    private let failure = Locked<SQLiteFailure?>(nil)
    /// Two writes may be under way: a writer that fills pages faster than they are written waits.
    private let room = DispatchSemaphore(value: 0)

    init(path: String) throws(SQLiteFailure) {
        do throws(SystemError) {
            descriptor = try Descriptor(writing: path)
        } catch {
            throw Self.failure(error)
        }
        // Not as the initial value: Dispatch traps when a semaphore ends below that.
        for _ in 0..<2 { room.signal() }
    }

    func size() throws(SQLiteFailure) -> Int {
        do throws(SystemError) {
            return try descriptor.status().size
        } catch {
            throw Self.failure(error)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteFailure) {
        do throws(SystemError) {
            try descriptor.write(bytes, at: offset)
        } catch {
            throw Self.failure(error)
        }
    }

    /// A failure is thrown by a later call, or by ``finish()``, and nothing is written after it.
    func startWriting(_ bytes: [UInt8], at offset: Int) throws(SQLiteFailure) {
        try throwFailure()
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do throws(SQLiteFailure) {
                try bytes.withUnsafeBufferPointer { bytes throws(SQLiteFailure) in
                    try write(UnsafeRawBufferPointer(bytes), at: offset)
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    func wait() { queue.sync {} }

    func finish() throws(SQLiteFailure) {
        wait()
        try throwFailure()
    }

    private func throwFailure() throws(SQLiteFailure) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private static func failure(_ error: SystemError) -> SQLiteFailure {
        .notWritten(error.description)
    }
}
