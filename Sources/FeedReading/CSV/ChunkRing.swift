import Dispatch

/// A bounded queue of chunks between the thread that inflates and those that read.
///
/// One writer; every reader gets every item, in order. `filled` hands a slot to a reader, and once
/// all readers gave it back, `free` hands it to the writer.
final class ChunkRing: @unchecked Sendable {
    // Sendable: a slot's chunk and item are written while no reader has it, which `lock` and the
    // semaphores see to. What is counted is guarded by `lock`.

    /// What comes out of the queue.
    enum Item {
        case chunk(Chunk)
        case endOfFile
        case failure(FeedError)
    }

    private struct Reader {
        let filled = DispatchSemaphore(value: 0)
        /// Items taken and given back so far.
        var taken = 0
        var released = 0
        var hasLeft = false
    }

    private let chunks: [Chunk]
    private let free = DispatchSemaphore(value: 0)
    private let lock = DispatchSemaphore(value: 1)
    private var items: [Item]
    /// By slot: how many readers have not given it back.
    private var holders: [Int]
    private var readers: [Reader]
    private var published = 0

    init(slots: Int, chunkSize: Int, readers: Int = 1) {
        chunks = (0..<slots).map { _ in Chunk(capacity: chunkSize) }
        items = Array(repeating: .endOfFile, count: slots)
        holders = Array(repeating: 0, count: slots)
        self.readers = (0..<readers).map { _ in Reader() }
        // Not the initial value: Dispatch traps when a semaphore ends below that, as this one does
        // when reading stops half-way.
        for _ in 0..<slots { free.signal() }
    }

    /// The writer's side: waits for a slot and returns its chunk to fill.
    func acquire() -> Chunk {
        free.wait()
        return locked { chunks[published % chunks.count] }
    }

    /// The writer's side: hands the acquired slot to the readers.
    func publish(_ item: Item) {
        locked {
            let slot = published % items.count
            published += 1
            items[slot] = item
            holders[slot] = 0
            for index in readers.indices where !readers[index].hasLeft {
                holders[slot] += 1
                readers[index].filled.signal()
            }
            if holders[slot] == 0 { free.signal() }
        }
    }

    /// A reader's side: waits for the next item.
    func take(_ reader: Int) -> Item {
        locked { readers[reader].filled }.wait()
        return locked {
            let slot = readers[reader].taken % items.count
            readers[reader].taken += 1
            return items[slot]
        }
    }

    /// A reader's side: gives the slot of the last item back.
    func release(_ reader: Int) {
        locked { giveBack(reader) }
    }

    /// A reader's side: nothing more is taken, and the writer need not wait. Harmless when repeated.
    func leave(_ reader: Int) {
        locked {
            guard !readers[reader].hasLeft else { return }
            readers[reader].hasLeft = true
            while readers[reader].released < published { giveBack(reader) }
        }
    }

    private func giveBack(_ reader: Int) {
        let slot = readers[reader].released % items.count
        readers[reader].released += 1
        holders[slot] -= 1
        if holders[slot] == 0 { free.signal() }
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.wait()
        defer { lock.signal() }
        return body()
    }
}
