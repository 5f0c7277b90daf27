import Dispatch
import SystemLayer

/// The work of the threads that decode a file's chunks, and their results.
///
/// Items are taken from the ring one after the other and numbered; number n is handed over in place
/// n of a circle, and the reader waits for each place in turn. As long as it would have to wait, it
/// decodes items itself, and so does the inflating thread when the ring is full: on two processors,
/// where no other thread decodes, neither of the two sleeps for long. Threads that wait for each
/// other leave a processor idle for a fifth of the time.
final class DecodingWork<Decoder: ChunkDecoder>: @unchecked Sendable {
    // Sendable: locks and semaphores ensure that one thread at a time uses a block: the decoding
    // thread, then the reader, until it gives the block back.

    struct Decoded {
        let item: ChunkRing.Item
        let block: Decoder.Block?
        let isLast: Bool
    }

    private struct Tools: ~Copyable {
        var records: MarkedRecords
        var memory: Decoder.Memory

        init(_ decoder: Decoder, _ dialect: CSVDialect) {
            records = MarkedRecords(dialect: dialect)
            memory = decoder.makeMemory()
        }
    }

    private struct State {
        var circle: [Decoded?]
        var blocks: [Decoder.Block] = []
        var isStopped = false
    }

    /// One thread takes at a time, so that numbers are in order.
    private struct Intake: Sendable {
        var taken = 0
        var isAtEnd = false
    }

    private let decoder: Decoder
    private let dialect: CSVDialect
    private let ahead: ChunkRing.LookAhead
    private let threads: Int
    private let intake = Locked(Intake())
    private let state: Locked<State>
    /// This many more items may be taken. One place of the ring stays with the inflating thread, so
    /// a thread that waits for an item always gets one.
    private let room = DispatchSemaphore(value: 0)
    private let ready: [DispatchSemaphore]
    private let done = DispatchGroup()
    /// How many items the reader has taken, and what it decodes with.
    private var read = 0
    private var own: Tools
    private var aside: Tools

    init(_ decoder: Decoder, dialect: CSVDialect, ahead: ChunkRing.LookAhead, threads: Int) {
        self.decoder = decoder
        self.dialect = dialect
        self.ahead = ahead
        self.threads = threads
        let places = max(ahead.slots - 1, 1)
        state = Locked(State(circle: Array(repeating: nil, count: places)))
        ready = (0..<places).map { _ in DispatchSemaphore(value: 0) }
        own = Tools(decoder, dialect)
        aside = Tools(decoder, dialect)
        // Not as the initial value: Dispatch traps when a semaphore ends below that.
        for _ in 0..<places { room.signal() }
        for _ in 0..<threads {
            done.enter()
            WorkerThread.start { [self] in
                run()
                done.leave()
            }
        }
        ahead.setSideWork { [self] in
            guard let taken = takeIfThere() else { return false }
            decode(taken, &aside)
            return true
        }
    }

    // MARK: The threads

    private func run() {
        var tools = Tools(decoder, dialect)
        while true {
            room.wait()
            guard let taken = intake.withLock({ take(&$0) { ahead.take() } }) else { return }
            decode(taken, &tools)
        }
    }

    private typealias Taken = (number: Int, item: ChunkRing.Item)

    private func take(_ intake: inout Intake, _ next: () -> ChunkRing.Item?) -> Taken? {
        guard !intake.isAtEnd, !state.withLock({ $0.isStopped }), let item = next() else {
            return nil
        }
        defer { intake.taken += 1 }
        if case .chunk = item { return (intake.taken, item) }
        intake.isAtEnd = true
        // Wakes those that wait for room, so that they see the end.
        for _ in 0..<threads { room.signal() }
        return (intake.taken, item)
    }

    private func takeIfThere() -> Taken? {
        guard room.wait(timeout: .now()) == .success else { return nil }
        // The holder of the intake takes the next item.
        let taken = intake.withLockIfFree { take(&$0) { ahead.takeIfThere() } } ?? nil
        if taken == nil { room.signal() }
        return taken
    }

    private func decode(_ taken: Taken, _ tools: inout Tools) {
        var block: Decoder.Block?
        if case .chunk(let chunk) = taken.item {
            let made = takeBlock()
            tools.records.begin(chunk)
            decoder.decode(&tools.records, &tools.memory, into: made)
            block = made
        }
        handOver(taken.number, item: taken.item, block: block)
    }

    private func takeBlock() -> Decoder.Block {
        state.withLock { $0.blocks.popLast() } ?? decoder.makeBlock()
    }

    private func handOver(_ number: Int, item: ChunkRing.Item, block: Decoder.Block?) {
        let place = number % ready.count
        var isLast = true
        if case .chunk = item { isLast = false }
        state.withLock { $0.circle[place] = Decoded(item: item, block: block, isLast: isLast) }
        ready[place].signal()
    }

    // MARK: The reader

    func next() -> Decoded {
        if read > 0 { room.signal() }
        let place = read % ready.count
        read += 1
        while ready[place].wait(timeout: .now()) == .timedOut {
            guard let taken = takeForReader() else {
                ready[place].wait()
                break
            }
            decode(taken, &own)
        }
        return state.withLock { state in
            defer { state.circle[place] = nil }
            guard let decoded = state.circle[place] else {
                preconditionFailure("an item was announced that is not there")
            }
            return decoded
        }
    }

    /// Nil when the reader had better wait for its own item.
    private func takeForReader() -> Taken? {
        guard threads == 0 else { return takeIfThere() }
        guard room.wait(timeout: .now()) == .success else { return nil }
        // The inflating thread holds the intake for a moment at most, and waits for no item. So the
        // reader waits for its own, if it is not taken yet.
        let taken = intake.withLock { intake in
            let isOwn = intake.taken == read - 1
            return take(&intake) { isOwn ? ahead.take() : ahead.takeIfThere() }
        }
        if taken == nil { room.signal() }
        return taken
    }

    func giveBack(_ block: Decoder.Block) {
        state.withLock { $0.blocks.append(block) }
    }

    func stop() {
        ahead.setSideWork(nil)
        state.withLock { $0.isStopped = true }
        for _ in 0..<threads { room.signal() }
        done.wait()
    }

    /// In order; call it only after everything has stopped.
    func unread() -> [ChunkRing.Item] {
        let taken = intake.withLock { $0.taken }
        return state.withLock { state in
            (read..<max(read, taken)).compactMap { state.circle[$0 % ready.count]?.item }
        }
    }
}
