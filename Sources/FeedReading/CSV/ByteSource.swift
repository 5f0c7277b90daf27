package protocol ByteSource: AnyObject {
    /// Valid until the following call; nil at the end of the file.
    func nextChunk() throws(FeedError) -> Chunk?

    /// The rest is checked as if it were read.
    func pass() throws(FeedError)

    /// For bytes that should not stay in memory.
    var scratchFolder: String { get }
}

extension ByteSource {
    package var scratchFolder: String { ArchiveOptions.systemTemporaryDirectory }

    package func pass() throws(FeedError) {
        while try nextChunk() != nil {}
    }

    package func readPiece() throws(FeedError) -> [UInt8] {
        guard let chunk = try nextChunk() else { return [] }
        return Array(UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count))
    }
}

package final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private var offset = 0
    private let chunk: Chunk
    private let isMarked: Bool

    /// If `isMarked`, records are taken from marks where possible, as when a feed is read;
    /// otherwise all are scanned, which must make no difference.
    package init(_ bytes: [UInt8], chunkSize: Int = 1 << 16, isMarked: Bool = true) {
        self.bytes = bytes
        self.isMarked = isMarked
        chunk = Chunk(capacity: chunkSize)
    }

    package func nextChunk() throws(FeedError) -> Chunk? {
        let count = min(chunk.capacity, bytes.count - offset)
        guard count > 0 else { return nil }
        UnsafeMutableRawBufferPointer(start: chunk.bytes, count: count)
            .copyBytes(from: bytes[offset..<offset + count])
        chunk.count = count
        offset += count
        chunk.finish(isMarked: isMarked)
        return chunk
    }
}
