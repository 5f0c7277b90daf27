import Dispatch
import SystemLayer

/// The work of the threads that decode a file's chunks, and their results.
///
/// Items are taken from the ring one after the other and numbered; number n is handed over in place
/// n of a circle, and the reader waits for each place in turn.
final class DecodingWork<Decoder: ChunkDecoder>: @unchecked Sendable {
    // Sendable: locks and semaphores ensure that one thread at a time uses a block: the decoding
    // thread, then the reader, until it gives the block back.

    /// An item of the ring and its decoded form.
    struct Decoded {
        let item: ChunkRing.Item
        let block: Decoder.Block?
        /// Whether the file ends here.
        let isLast: Bool
    }

    private struct State {
        var circle: [Decoded?]
        var blocks: [Decoder.Block] = []
        var isStopped = false
    }

    /// The source of items: one thread takes at a time, so that numbers are in order.
    private struct Intake: Sendable {
        var taken = 0
        var isAtEnd = false
    }

    private let decoder: Decoder
    private let dialect: CSVDialect
    private let ahead: ChunkRing.Ahead
    private let threads: Int
    private let intake = Locked(Intake())
    private let state: Locked<State>
    /// This many more items may be taken. One place of the ring stays with the inflating thread, so
    /// whoever waits for an item always gets one.
    private let room = DispatchSemaphore(value: 0)
    private let ready: [DispatchSemaphore]
    private let done = DispatchGroup()
    /// The reader's: how many items it has taken.
    private var read = 0

    init(_ decoder: Decoder, _ dialect: CSVDialect, _ ahead: ChunkRing.Ahead, threads: Int) {
        self.decoder = decoder
        self.dialect = dialect
        self.ahead = ahead
        self.threads = threads
        let places = max(ahead.slots - 1, 1)
        state = Locked(State(circle: Array(repeating: nil, count: places)))
        ready = (0..<places).map { _ in DispatchSemaphore(value: 0) }
        // Not as the initial value: Dispatch traps when a semaphore ends below that.
        for _ in 0..<places { room.signal() }
        for _ in 0..<threads {
            done.enter()
            WorkerThread.start { [self] in
                run()
                done.leave()
            }
        }
    }

    // MARK: The threads

    private func run() {
        var records = MarkedRecords(dialect: dialect)
        var memory = decoder.makeMemory()
        while true {
            room.wait()
            guard let (number, item) = take() else { return }
            var block: Decoder.Block?
            if case .chunk(let chunk) = item {
                let made = takeBlock()
                records.begin(chunk)
                decoder.decode(&records, &memory, into: made)
                block = made
            }
            handOver(number, item, block)
        }
    }

    /// The next item and its number; nil when there is none, or nobody wants it.
    private func take() -> (Int, ChunkRing.Item)? {
        intake.withLock { intake in
            guard !intake.isAtEnd, !state.withLock({ $0.isStopped }) else { return nil }
            let item = ahead.take()
            defer { intake.taken += 1 }
            if case .chunk = item { return (intake.taken, item) }
            intake.isAtEnd = true
            // Wakes those that wait for room, so that they see the end.
            for _ in 0..<threads { room.signal() }
            return (intake.taken, item)
        }
    }

    private func takeBlock() -> Decoder.Block {
        state.withLock { $0.blocks.popLast() } ?? decoder.makeBlock()
    }

    private func handOver(_ number: Int, _ item: ChunkRing.Item, _ block: Decoder.Block?) {
        let place = number % ready.count
        var isLast = true
        if case .chunk = item { isLast = false }
        state.withLock { $0.circle[place] = Decoded(item: item, block: block, isLast: isLast) }
        ready[place].signal()
    }

    // MARK: The reader

    /// Waits for the next item. The previous one is already back in the ring.
    func next() -> Decoded {
        if read > 0 { room.signal() }
        let place = read % ready.count
        read += 1
        ready[place].wait()
        return state.withLock { state in
            defer { state.circle[place] = nil }
            guard let decoded = state.circle[place] else {
                preconditionFailure("an item was announced that is not there")
            }
            return decoded
        }
    }

    /// Frees the block for another chunk.
    func giveBack(_ block: Decoder.Block) {
        state.withLock { $0.blocks.append(block) }
    }

    /// Waits until the threads have ended.
    func stop() {
        state.withLock { $0.isStopped = true }
        for _ in 0..<threads { room.signal() }
        done.wait()
    }

    /// The items that were taken and not read, in order; call it only after everything has stopped.
    func unread() -> [ChunkRing.Item] {
        let taken = intake.withLock { $0.taken }
        return state.withLock { state in
            (read..<max(read, taken)).compactMap { state.circle[$0 % ready.count]?.item }
        }
    }
}
