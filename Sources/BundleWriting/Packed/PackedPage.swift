struct PackedPage: ~Copyable {
    enum Kind: UInt8 {
        case indexInner = 2
        case tableInner = 5
        case indexLeaf = 10
        case tableLeaf = 13

        var headSize: Int {
            switch self {
            case .indexInner, .tableInner: 12
            case .indexLeaf, .tableLeaf: 8
            }
        }
    }

    private let kind: Kind
    private let memory: UnsafeMutableRawPointer
    private var cells = 0
    /// The cells fill the page from its end.
    private var start = PackedPages.size
    private var lastSize = 0

    init(_ kind: Kind) {
        self.kind = kind
        memory = .allocate(byteCount: PackedPages.size, alignment: 8)
        clear()
    }

    deinit {
        memory.deallocate()
    }

    static func room(_ kind: Kind) -> Int { PackedPages.size - kind.headSize }

    mutating func clear() {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: PackedPages.size)
        cells = 0
        start = PackedPages.size
        lastSize = 0
        memory.storeBytes(of: kind.rawValue, as: UInt8.self)
    }

    func hasRoom(for size: Int) -> Bool {
        kind.headSize + (cells + 1) * 2 + max(size, 4) <= start
    }

    /// A cell has at least four bytes.
    mutating func addCell(_ size: Int) -> UnsafeMutableRawPointer {
        lastSize = max(size, 4)
        start -= lastSize
        store(start, at: kind.headSize + cells * 2)
        cells += 1
        return memory + start
    }

    mutating func takeLastCell(into bytes: inout [UInt8]) {
        let cell = UnsafeMutableRawBufferPointer(start: memory + start, count: lastSize)
        bytes.append(contentsOf: cell)
        cell.initializeMemory(as: UInt8.self, repeating: 0)
        start += lastSize
        lastSize = 0
        cells -= 1
        store(0, at: kind.headSize + cells * 2)
    }

    func setLastChild(_ page: UInt32) {
        memory.storeBytes(of: page.bigEndian, toByteOffset: 8, as: UInt32.self)
    }

    /// As in the file. Takes a closure because the page owns its memory.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        store(cells, at: 3)
        store(start, at: 5)
        return try body(UnsafeRawBufferPointer(start: memory, count: PackedPages.size))
    }

    private func store(_ value: Int, at offset: Int) {
        memory.storeBytes(
            of: UInt16(truncatingIfNeeded: value).bigEndian, toByteOffset: offset, as: UInt16.self)
    }
}
