/// The bytes of a record that crosses chunks, made contiguous.
///
///     | end of the chunk before | beginning of the chunk | zeros |
///                               ^chunkStart              ^count
///
/// Only as much of the chunk is copied as the record needs; after it, the chunk itself is read.
struct BoundaryRecord {
    /// How much of a chunk is copied at first; more than nearly all records need.
    private static let piece = 4096

    private(set) var bytes: UnsafeMutableRawPointer
    private var capacity = 2 * Self.piece
    private(set) var count = 0
    private(set) var chunkStart = 0

    init() {
        bytes = .allocate(byteCount: capacity + Chunk.padding, alignment: 16)
        close()
    }

    /// The owner must free the memory.
    func deallocate() {
        bytes.deallocate()
    }

    mutating func hold(_ kept: UnsafeRawBufferPointer) {
        count = 0
        append(kept)
    }

    mutating func drop(_ passed: Int) {
        count -= passed
        chunkStart -= passed
        bytes.copyMemory(from: bytes + passed, byteCount: count)
        close()
    }

    mutating func beginChunk() {
        chunkStart = count
    }

    func isWhole(_ chunk: Chunk) -> Bool {
        count - chunkStart == chunk.count
    }

    /// Copies more of the chunk, doubling the amount: a long record is scanned again each time.
    mutating func extend(with chunk: Chunk) {
        let copied = count - chunkStart
        let more = min(chunk.count - copied, max(Self.piece, count))
        append(UnsafeRawBufferPointer(start: chunk.bytes + copied, count: more))
    }

    private mutating func append(_ added: UnsafeRawBufferPointer) {
        if count + added.count > capacity {
            capacity = max(2 * capacity, count + added.count)
            let larger = UnsafeMutableRawPointer.allocate(
                byteCount: capacity + Chunk.padding, alignment: 16)
            larger.copyMemory(from: bytes, byteCount: count)
            bytes.deallocate()
            bytes = larger
        }
        if let base = added.baseAddress {
            (bytes + count).copyMemory(from: base, byteCount: added.count)
        }
        count += added.count
        close()
    }

    private func close() {
        (bytes + count).initializeMemory(as: UInt8.self, repeating: 0, count: Chunk.padding)
    }
}
