/// Where a CSV reader gets the chunks of one file.
package protocol ByteSource: AnyObject {
    /// The next chunk, valid until the following call; nil at the end of the file.
    func nextChunk() throws(FeedError) -> Chunk?

    /// Skips the rest of the file, which is checked as if it were read.
    func pass() throws(FeedError)

    /// A folder for bytes that should not stay in memory.
    var scratchFolder: String { get }
}

extension ByteSource {
    package var scratchFolder: String { ArchiveOptions.systemTemporaryDirectory }

    package func pass() throws(FeedError) {
        while try nextChunk() != nil {}
    }

    /// The next piece of the file, to see how it begins; empty at its end.
    package func readPiece() throws(FeedError) -> [UInt8] {
        guard let chunk = try nextChunk() else { return [] }
        return Array(UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count))
    }
}

/// The bytes of a file that are already in memory: for tests, tools and small files.
package final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private var offset = 0
    private let chunk: Chunk
    private let isMarked: Bool

    /// - Parameter isMarked: whether records are taken from marks where possible, as when a feed is
    ///   read; otherwise all are scanned, which must make no difference.
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
