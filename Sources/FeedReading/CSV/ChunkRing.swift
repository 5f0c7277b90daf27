import Dispatch
import SystemLayer

/// A bounded queue of chunks between the inflating thread and the readers.
///
/// There is one writer; every reader gets every item, in order. A slot is handed to the readers,
/// and once all of them have given it back, it is the writer's again.
///
/// A sleeping thread wakes late, and systems tend to wake it on the processor of the waking thread,
/// behind that thread's work, although another processor is idle. So the writer rarely sleeps:
/// without a free slot it does the readers' work, if they have set any, and when it must wait it
/// does so until half of the slots are free, or a reader waits.
final class ChunkRing: Sendable {
    enum Item: Sendable {
        case chunk(Chunk)
        case endOfFile
        case failure(FeedError)
    }

    struct Reader: Sendable {
        var taken = 0
        var released = 0
        /// The reader wants nothing before the end of the file.
        var isPassing = false
        var hasLeft = false
    }

    struct State: Sendable {
        var items: [Item]
        /// By slot: how many readers have not given it back.
        var holders: [Int]
        var readers: [Reader]
        var published = 0
        var free: Int
        var isWriterWaiting = false
        var waitingReaders = 0
    }

    private let chunks: [Chunk]
    let state: Locked<State>
    private let room = DispatchSemaphore(value: 0)
    private let filled: [DispatchSemaphore]
    /// By reader, for the time while no slot is free.
    fileprivate let sideWork: Locked<[(@Sendable () -> Bool)?]>

    init(slots: Int, chunkSize: Int, readers: Int = 1) {
        chunks = (0..<slots).map { _ in Chunk(capacity: chunkSize) }
        filled = (0..<readers).map { _ in DispatchSemaphore(value: 0) }
        sideWork = Locked(Array(repeating: nil, count: readers))
        state = Locked(
            State(
                items: Array(repeating: .endOfFile, count: slots),
                holders: Array(repeating: 0, count: slots),
                readers: Array(repeating: Reader(), count: readers), free: slots))
    }

    // MARK: The writer's side

    func acquire() -> Chunk {
        while true {
            if let chunk = state.withLock({ takeSlot(&$0) }) { return chunk }
            if workForReaders() { continue }
            let chunk = state.withLock { state in
                let chunk = takeSlot(&state)
                state.isWriterWaiting = chunk == nil
                return chunk
            }
            if let chunk { return chunk }
            room.wait()
        }
    }

    private func takeSlot(_ state: inout State) -> Chunk? {
        guard state.free > 0 else { return nil }
        state.free -= 1
        return chunks[state.published % chunks.count]
    }

    func publish(_ item: Item) {
        state.withLock { state in
            let slot = state.published % state.items.count
            state.published += 1
            state.items[slot] = item
            state.holders[slot] = 0
            for index in state.readers.indices where !state.readers[index].hasLeft {
                if state.readers[index].isPassing, case .chunk = item {
                    state.readers[index].taken += 1
                    state.readers[index].released += 1
                    continue
                }
                state.readers[index].isPassing = false
                state.holders[slot] += 1
                filled[index].signal()
            }
            if state.holders[slot] == 0 { state.free += 1 }
        }
    }

    func finish() {
        while workForReaders() {}
    }

    var hasSideWork: Bool { sideWork.withLock { works in works.contains { $0 != nil } } }

    private func workForReaders() -> Bool {
        sideWork.withLock { works in works.contains { $0?() ?? false } }
    }

    // MARK: A reader's side

    func take(_ reader: Int) -> Item {
        if let item = takeIfThere(reader) { return item }
        state.withLock { state in
            state.waitingReaders += 1
            wakeWriterIfUseful(&state)
        }
        filled[reader].wait()
        state.withLock { $0.waitingReaders -= 1 }
        return takeFilled(reader)
    }

    func takeIfThere(_ reader: Int) -> Item? {
        guard filled[reader].wait(timeout: .now()) == .success else { return nil }
        return takeFilled(reader)
    }

    /// Returns the end of the file, or what keeps it from being read. The chunks before, which this
    /// reader neither sees nor waits for, must not have been taken ahead.
    func takeEnd(_ reader: Int) -> Item {
        state.withLock { state in
            state.readers[reader].isPassing = true
            while state.readers[reader].taken < state.published {
                let slot = state.readers[reader].taken % state.items.count
                guard case .chunk = state.items[slot] else {
                    state.readers[reader].isPassing = false
                    return
                }
                filled[reader].wait()
                state.readers[reader].taken += 1
                giveBack(reader, &state)
            }
        }
        filled[reader].wait()
        return takeFilled(reader)
    }

    private func takeFilled(_ reader: Int) -> Item {
        state.withLock { state in
            let slot = state.readers[reader].taken % state.items.count
            state.readers[reader].taken += 1
            return state.items[slot]
        }
    }

    func release(_ reader: Int) {
        state.withLock { giveBack(reader, &$0) }
    }

    /// Takes nothing more, so the writer need not wait. Harmless when repeated.
    func leave(_ reader: Int) {
        state.withLock { state in
            guard !state.readers[reader].hasLeft else { return }
            state.readers[reader].hasLeft = true
            while state.readers[reader].released < state.published { giveBack(reader, &state) }
        }
    }

    private func giveBack(_ reader: Int, _ state: inout State) {
        let slot = state.readers[reader].released % state.items.count
        state.readers[reader].released += 1
        state.holders[slot] -= 1
        guard state.holders[slot] == 0 else { return }
        state.free += 1
        wakeWriterIfUseful(&state)
    }

    /// A writer sleeps until it can fill many slots, or one that a reader waits for.
    private func wakeWriterIfUseful(_ state: inout State) {
        let isEnough = state.free * 2 >= state.items.count || state.waitingReaders > 0
        if state.free > 0, isEnough { wakeWriter(&state) }
    }

    fileprivate func wakeWriter(_ state: inout State) {
        guard state.isWriterWaiting else { return }
        state.isWriterWaiting = false
        room.signal()
    }

    /// Lets a reader's other threads take items; the reader itself still gives them back.
    struct LookAhead: Sendable {
        fileprivate let ring: ChunkRing
        fileprivate let reader: Int

        var slots: Int { ring.chunks.count }

        func take() -> Item { ring.take(reader) }

        func takeIfThere() -> Item? { ring.takeIfThere(reader) }

        /// The writer does one piece of the work at a time while no slot is free, without waiting;
        /// false if there is none. The previous work no longer runs when this returns.
        func setSideWork(_ work: (@Sendable () -> Bool)?) {
            ring.sideWork.withLock { $0[reader] = work }
            if work != nil { ring.state.withLock { ring.wakeWriter(&$0) } }
        }
    }

    func ahead(_ reader: Int) -> LookAhead { LookAhead(ring: self, reader: reader) }
}
