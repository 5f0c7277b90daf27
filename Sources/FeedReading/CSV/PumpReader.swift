/// The files of a pump, for one of its readers.
///
/// A reader belongs to one thread, to which it is handed before anything is read.
package final class PumpReader: Sendable {
    private let ring: ChunkRing
    private let index: Int

    init(_ ring: ChunkRing, index: Int) {
        self.ring = ring
        self.index = index
    }

    /// The bytes of the next file of the plan. The previous file must have been read to its end.
    package func nextFile() -> any ByteSource { FileSource(ring, reader: index) }

    /// Nothing is read any more; the pump need not wait.
    package func stop() {
        ring.leave(index)
    }
}

/// One file's chunks, as they come out of the ring.
private final class FileSource: ByteSource {
    private let ring: ChunkRing
    private let reader: Int
    private var holdsSlot = false
    private var isDone = false

    init(_ ring: ChunkRing, reader: Int) {
        self.ring = ring
        self.reader = reader
    }

    func nextChunk() throws(FeedError) -> Chunk? {
        if holdsSlot { ring.release(reader) }
        holdsSlot = false
        guard !isDone else { return nil }
        let item = ring.take(reader)
        if case .chunk(let chunk) = item {
            holdsSlot = true
            return chunk
        }
        isDone = true
        ring.release(reader)
        if case .failure(let error) = item { throw error }
        return nil
    }
}
