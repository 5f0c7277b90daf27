import Dispatch
import SystemLayer

/// A bounded queue of chunks between the inflating thread and the readers.
///
/// There is one writer; every reader gets every item, in order. `filled` hands a slot to a reader,
/// and once all readers have given it back, `free` hands it to the writer.
final class ChunkRing: Sendable {
    /// An item of the queue.
    enum Item: Sendable {
        case chunk(Chunk)
        case endOfFile
        case failure(FeedError)
    }

    private struct Reader: Sendable {
        /// Items taken and given back so far.
        var taken = 0
        var released = 0
        var hasLeft = false
    }

    /// State that both writer and readers change.
    private struct State: Sendable {
        var items: [Item]
        /// By slot: how many readers have not given it back.
        var holders: [Int]
        var readers: [Reader]
        var published = 0
    }

    private let chunks: [Chunk]
    private let free = DispatchSemaphore(value: 0)
    /// By reader.
    private let filled: [DispatchSemaphore]
    private let state: Locked<State>

    init(slots: Int, chunkSize: Int, readers: Int = 1) {
        chunks = (0..<slots).map { _ in Chunk(capacity: chunkSize) }
        filled = (0..<readers).map { _ in DispatchSemaphore(value: 0) }
        state = Locked(
            State(
                items: Array(repeating: .endOfFile, count: slots),
                holders: Array(repeating: 0, count: slots),
                readers: Array(repeating: Reader(), count: readers)))
        // Not as the initial value: Dispatch traps when a semaphore ends below that, which happens
        // here when reading stops half-way.
        for _ in 0..<slots { free.signal() }
    }

    /// The writer's side: waits for a slot and returns its chunk to fill.
    func acquire() -> Chunk {
        free.wait()
        return chunks[state.withLock { $0.published % chunks.count }]
    }

    /// The writer's side: hands the acquired slot to the readers.
    func publish(_ item: Item) {
        state.withLock { state in
            let slot = state.published % state.items.count
            state.published += 1
            state.items[slot] = item
            state.holders[slot] = 0
            for index in state.readers.indices where !state.readers[index].hasLeft {
                state.holders[slot] += 1
                filled[index].signal()
            }
            if state.holders[slot] == 0 { free.signal() }
        }
    }

    /// A reader's side: waits for the next item.
    func take(_ reader: Int) -> Item {
        filled[reader].wait()
        return takeFilled(reader)
    }

    /// A reader's side: the next item if it is there.
    func takeIfThere(_ reader: Int) -> Item? {
        guard filled[reader].wait(timeout: .now()) == .success else { return nil }
        return takeFilled(reader)
    }

    private func takeFilled(_ reader: Int) -> Item {
        state.withLock { state in
            let slot = state.readers[reader].taken % state.items.count
            state.readers[reader].taken += 1
            return state.items[slot]
        }
    }

    /// A reader's side: gives the slot of the last item back.
    func release(_ reader: Int) {
        state.withLock { giveBack(reader, &$0) }
    }

    /// A reader's side: takes nothing more, and the writer need not wait. Harmless when repeated.
    func leave(_ reader: Int) {
        state.withLock { state in
            guard !state.readers[reader].hasLeft else { return }
            state.readers[reader].hasLeft = true
            while state.readers[reader].released < state.published { giveBack(reader, &state) }
        }
    }

    /// Lets a reader's other threads take items; the reader itself still gives them back.
    struct Ahead: Sendable {
        fileprivate let ring: ChunkRing
        fileprivate let reader: Int

        var slots: Int { ring.chunks.count }

        /// Waits for the next item.
        func take() -> Item { ring.take(reader) }

        /// The next item if it is there.
        func takeIfThere() -> Item? { ring.takeIfThere(reader) }
    }

    func ahead(_ reader: Int) -> Ahead { Ahead(ring: self, reader: reader) }

    private func giveBack(_ reader: Int, _ state: inout State) {
        let slot = state.readers[reader].released % state.items.count
        state.readers[reader].released += 1
        state.holders[slot] -= 1
        if state.holders[slot] == 0 { free.signal() }
    }
}
