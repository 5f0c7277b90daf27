/// Where a CSV reader gets the chunks of one file.
package protocol ByteSource: AnyObject {
    /// The next chunk, valid until the following call; nil at the end of the file.
    func nextChunk() throws(FeedError) -> Chunk?
}

extension ByteSource {
    /// All that is left of the file, for files that are read whole, and what it was converted from.
    package func readAll() throws(FeedError) -> (bytes: [UInt8], encoding: TextEncoding) {
        var bytes: [UInt8] = []
        var encoding = TextEncoding.utf8
        while let chunk = try nextChunk() {
            encoding = chunk.encoding
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count))
        }
        return (bytes, encoding)
    }

    /// The next piece of the file, to look at how it begins; none at its end.
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

    package init(_ bytes: [UInt8], chunkSize: Int = 1 << 16) {
        self.bytes = bytes
        chunk = Chunk(capacity: chunkSize)
    }

    package func nextChunk() throws(FeedError) -> Chunk? {
        let count = min(chunk.capacity, bytes.count - offset)
        guard count > 0 else { return nil }
        UnsafeMutableRawBufferPointer(start: chunk.bytes, count: count)
            .copyBytes(from: bytes[offset..<offset + count])
        chunk.count = count
        offset += count
        chunk.finish()
        return chunk
    }
}
