import Dispatch

/// A bounded queue of chunks between the thread that inflates and the thread that parses.
///
/// One writer, one reader. Each slot belongs to one side at a time: `filled` hands it to the
/// reader, `free` hands it back.
final class ChunkRing: @unchecked Sendable {
    // Sendable: a slot is touched only by the side that a semaphore has given it to, and the
    // indices by one side each.

    /// What comes out of the queue.
    enum Item {
        case chunk(Chunk)
        case endOfFile
        case failure(FeedError)
    }

    private let chunks: [Chunk]
    private var items: [Item]
    private let filled = DispatchSemaphore(value: 0)
    private let free = DispatchSemaphore(value: 0)
    private var writeIndex = 0
    private var readIndex = 0

    init(slots: Int, chunkSize: Int) {
        chunks = (0..<slots).map { _ in Chunk(capacity: chunkSize) }
        items = Array(repeating: .endOfFile, count: slots)
        // Not the initial value: Dispatch traps when a semaphore ends below that, as this one does
        // when reading stops half-way.
        for _ in 0..<slots { free.signal() }
    }

    /// The writer's side: waits for a slot and returns its chunk to fill.
    func acquire() -> Chunk {
        free.wait()
        return chunks[writeIndex]
    }

    /// The writer's side: hands the acquired slot to the reader.
    func publish(_ item: Item) {
        items[writeIndex] = item
        writeIndex = (writeIndex + 1) % items.count
        filled.signal()
    }

    /// The reader's side: waits for the next item.
    func take() -> Item {
        filled.wait()
        let item = items[readIndex]
        readIndex = (readIndex + 1) % items.count
        return item
    }

    /// The reader's side: gives the slot of the last item back.
    func release() {
        free.signal()
    }
}
