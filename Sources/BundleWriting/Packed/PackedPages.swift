import SQLiteLayer

/// Appends pages to a SQLite file, which no connection has open meanwhile.
struct PackedPages: ~Copyable {
    static let size = 4096
    /// The number of pages that are written at a time.
    private static let pagesAtOnce = 64
    /// Where SQLite takes its locks in every file; the page there stays empty.
    static let lockOffset = 1 << 30

    /// The most pages that a database can have.
    static let mostPages = Int(UInt32.max) - 2

    private let file: PageFile
    private let lockPage: UInt32
    /// The most pages that the file may have.
    private let mostPages: Int
    /// The number of the last page, counted from 1.
    private(set) var count: UInt32
    /// The last pages, not written yet.
    private var waiting: [UInt8] = []
    /// The number of the first of them.
    private var firstWaiting: UInt32

    /// Opens a file of whole pages.
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

    /// The caller that gives up the file removes it next.
    deinit {
        file.wait()
    }

    /// Adds a page.
    ///
    /// - Returns: its number.
    mutating func append(_ page: borrowing PackedPage) throws -> UInt32 {
        try page.withBytes { try append($0) }
    }

    /// Adds a page that does not belong to a tree.
    mutating func append(_ page: UnsafeRawBufferPointer) throws -> UInt32 {
        if count + 1 == lockPage { try add(UnsafeRawBufferPointer(start: nil, count: 0)) }
        try add(page)
        return count
    }

    /// The numbers of the next pages to be added.
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

    /// Writes a page that was already in the file.
    mutating func replace(_ number: UInt32, by page: borrowing PackedPage) throws {
        try page.withBytes { try file.write($0, at: Self.offset(number)) }
    }

    /// Writes the waiting pages, and the number of pages into the file's header.
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
