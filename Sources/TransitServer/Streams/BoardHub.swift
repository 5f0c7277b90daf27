import Foundation
import NIOCore
import SystemLayer
import TransitAPI

/// Sends boards to all who follow them. However many listen, a board is made once: when it changes
/// by itself or another bundle takes over.
@available(iOS 17, macOS 14, *)
final class BoardHub: Sendable {
    /// The board that a client follows.
    struct Topic: Hashable, Sendable {
        let feed: String
        /// The version in the path; nil for the current one.
        let version: String?
        let question: Question
    }

    private struct State: Sendable {
        var watches: [Topic: BoardWatch] = [:]
        var isClosed = false
        var made = 0
    }

    private let catalog: FeedCatalog
    private let settings: ServerSettings
    private let state = Locked(State())

    init(_ catalog: FeedCatalog, _ settings: ServerSettings) {
        self.catalog = catalog
        self.settings = settings
    }

    /// Seconds between two heartbeats on a stream that has nothing else to send.
    static let heartbeatSeconds = 15

    /// The events of a board: it is sent at once, and whenever it changes.
    ///
    /// - Parameter seen: the id of the event that the client saw last; it is not sent again.
    /// - Throws: what the first board throws, as for an unknown stop.
    func events(_ topic: Topic, after seen: String?) async throws -> AsyncStream<ServerEvent> {
        // Reports a wrong question before the stream begins, while there is still a status to
        // report it.
        let watch = state.withLock { $0.watches[topic] }
        // From now on: another version may take over while the first board is made.
        let changes = catalog.changes()
        let first = watch == nil ? try await board(topic) : nil
        if first != nil { state.withLock { $0.made += 1 } }
        // A board shows the present: slow clients miss past states.
        let (stream, continuation) = AsyncStream.makeStream(
            of: ServerEvent.self, bufferingPolicy: .bufferingNewest(4))
        let id = UUID()
        let joined = state.withLock { state -> Joined in
            guard !state.isClosed else {
                continuation.finish()
                return .known
            }
            if let known = state.watches[topic], known.add(continuation, id, after: seen) {
                return .known
            }
            guard let first else { return .ended }
            // Another request may have been first; then this board is superfluous and is not sent.
            let watch = BoardWatch(first)
            _ = watch.add(continuation, id, after: seen)
            state.watches[topic] = watch
            return .new(watch)
        }
        continuation.onTermination = { [weak self] _ in self?.leave(topic, id) }
        switch joined {
        case .known: break
        case .new(let watch):
            watch.start { [weak self] in await self?.follow(topic, watch, changes: changes) }
        // The board ended while this client wanted to join: the next attempt finds none, and makes
        // one.
        case .ended: return try await events(topic, after: seen)
        }
        return stream
    }

    /// How a client joined a board.
    private enum Joined {
        case known
        case new(BoardWatch)
        case ended
    }

    private func leave(_ topic: Topic, _ id: UUID) {
        let watch = state.withLock { state -> BoardWatch? in
            guard let watch = state.watches[topic], watch.remove(id) else { return nil }
            state.watches[topic] = nil
            return watch
        }
        watch?.stop()
    }

    /// Ends all streams, for a server that stops.
    func close() {
        let watches = state.withLock { state in
            state.isClosed = true
            defer { state.watches = [:] }
            return Array(state.watches.values)
        }
        for watch in watches { watch.end() }
    }

    /// Sends heartbeats to all, until the task is cancelled.
    func keepAlive() async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: .seconds(Self.heartbeatSeconds))
            } catch {
                return
            }
            for watch in state.withLock({ Array($0.watches.values) }) {
                watch.send([.heartbeat], shown: nil)
            }
        }
    }

    /// How many listen, and how many boards were made for them.
    var totals: (listeners: Int, made: Int) {
        let (watches, made) = state.withLock { (Array($0.watches.values), $0.made) }
        return (watches.reduce(0) { $0 + $1.count }, made)
    }

    // MARK: Following

    /// A board, and when it expires.
    private func board(_ topic: Topic) async throws -> BoardWatch.Shown {
        let state = try catalog.feed(topic.feed).offered()
        let now = settings.clock.now()
        let version = try state.version(topic.version, at: now)
        let bundle = try await catalog.bundles.bundle(version)
        let context = AnswerContext(
            bundle: bundle.bundle, source: bundle.bundle, feed: topic.feed, version: version.name,
            now: ServerClock.minute(of: now))
        let board = try await Answerer(topic.question, in: context).streamedBoard()
        let takeover = topic.version == nil ? state.takeover(after: now) : nil
        return BoardWatch.Shown(
            version: version.name, body: String(decoding: board.body.bytes, as: UTF8.self),
            wakes: Self.wake(board.changes, takeover, after: now))
    }

    /// When to look again: in the minute in which the board changes, or when a version takes over.
    private static func wake(_ change: Date?, _ takeover: Date?, after now: Date) -> Date {
        let nextMinute = ServerClock.minute(of: now) + 60
        // An answer counts whole minutes: a board that changes at 08:00:30 differs from 08:01 on.
        let minute = change.map { change in
            let cut = ServerClock.minute(of: change)
            return max(nextMinute, cut < change ? cut + 60 : cut)
        }
        // If the bundle does not know, an hour is soon enough.
        return min(minute ?? now + 3600, takeover ?? .distantFuture)
    }

    /// Remakes the board until the last listener has gone.
    private func follow(
        _ topic: Topic, _ watch: BoardWatch, changes: AsyncStream<Void>
    ) async {
        let alarms = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let swaps = Task { for await _ in changes { alarms.continuation.yield() } }
        defer { swaps.cancel() }
        var alarm = alarms.stream.makeAsyncIterator()
        while !Task.isCancelled {
            let wakes = watch.shown.wakes
            let wait = settings.clock.wait
            let timer = Task {
                try await wait(wakes)
                alarms.continuation.yield()
            }
            defer { timer.cancel() }
            guard await alarm.next() != nil else { return }
            do {
                let shown = try await board(topic)
                watch.send(shown.events(instead: watch.shown), shown: shown)
                // Counted after sending, so that the board has been sent when the figure changes.
                state.withLock { $0.made += 1 }
            } catch {
                guard !Task.isCancelled else { return }
                // The new bundle lacks the stop, or cannot be opened.
                let failure = APIFailure(telling: error)
                watch.send(
                    [
                        ServerEvent(
                            .failure,
                            data: String(decoding: ErrorEnvelope(failure).jsonBytes, as: UTF8.self))
                    ], shown: nil)
                state.withLock { state in
                    if state.watches[topic] === watch { state.watches[topic] = nil }
                }
                watch.end()
                return
            }
        }
    }
}

/// One board and its followers.
@available(iOS 17, macOS 14, *)
final class BoardWatch: Sendable {
    /// A board as it was sent last.
    struct Shown: Sendable {
        let version: String
        let body: String
        /// When it expires.
        let wakes: Date

        /// Names the board, so that a returning client is not sent what it has.
        var id: String { EntityTag(of: [version, body]).text.filter { $0 != "\"" } }

        /// The board as an event.
        var event: ServerEvent { ServerEvent(.board, id: id, data: body) }

        /// The events to send when this replaces another.
        func events(instead old: Shown) -> [ServerEvent] {
            var events: [ServerEvent] = []
            if version != old.version {
                let data = String(
                    decoding: BundleEventDTO(bundle: version).jsonBytes, as: UTF8.self)
                events.append(ServerEvent(.bundle, data: data))
            }
            if version != old.version || body != old.body { events.append(event) }
            return events
        }
    }

    private struct State: Sendable {
        var shown: Shown
        var listeners: [UUID: AsyncStream<ServerEvent>.Continuation] = [:]
        var isEnded = false
        var task: Task<Void, Never>?
    }

    private let state: Locked<State>

    init(_ shown: Shown) {
        state = Locked(State(shown: shown))
    }

    /// The board as it was sent last.
    var shown: Shown { state.withLock { $0.shown } }

    /// How many listen.
    var count: Int { state.withLock { $0.listeners.count } }

    /// Starts the task that keeps the board up to date.
    func start(_ follow: @escaping @Sendable () async -> Void) {
        let task = Task { await follow() }
        let isLate = state.withLock { state in
            state.task = task
            return state.isEnded
        }
        if isLate { task.cancel() }
    }

    /// Adds a listener and sends it the shown board; false when the watch has ended.
    func add(
        _ listener: AsyncStream<ServerEvent>.Continuation, _ id: UUID, after seen: String?
    ) -> Bool {
        state.withLock { state in
            guard !state.isEnded else { return false }
            if state.shown.id != seen { listener.yield(state.shown.event) }
            state.listeners[id] = listener
            return true
        }
    }

    /// Removes a listener; true when none is left, which ends the watch.
    func remove(_ id: UUID) -> Bool {
        state.withLock { state in
            state.listeners[id] = nil
            if state.listeners.isEmpty { state.isEnded = true }
            return state.listeners.isEmpty
        }
    }

    /// Sends events to all.
    ///
    /// - Parameter shown: the board that is shown from now on; unchanged when nil.
    func send(_ events: [ServerEvent], shown: Shown?) {
        state.withLock { state in
            if let shown { state.shown = shown }
            for event in events {
                for listener in state.listeners.values { listener.yield(event) }
            }
        }
    }

    /// Stops the task that keeps it up to date.
    func stop() {
        state.withLock { $0.task }?.cancel()
    }

    /// Ends the streams of all.
    func end() {
        let listeners = state.withLock { state in
            state.isEnded = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
        stop()
    }
}

/// An event of `text/event-stream`, or a comment that keeps the connection alive.
@available(iOS 17, macOS 14, *)
struct ServerEvent: Hashable, Sendable {
    /// The values of `event:`.
    enum Kind: String, Sendable {
        /// The board as it is now.
        case board
        /// Another version of the bundle answers from now on.
        case bundle
        /// The reason why no more boards follow; the stream ends.
        case failure
    }

    /// Nil for a comment.
    let kind: Kind?
    /// The id that a returning client sends in `Last-Event-ID`.
    let id: String?
    let data: String

    init(_ kind: Kind, id: String? = nil, data: String) {
        self.kind = kind
        self.id = id
        self.data = data
    }

    private init(comment: String) {
        kind = nil
        id = nil
        data = comment
    }

    /// Shows that the connection is still open.
    static let heartbeat = ServerEvent(comment: "still here")

    /// The event as sent.
    var text: String {
        guard let kind else { return ": \(data)\n\n" }
        var text = "event: \(kind.rawValue)\n"
        if let id { text += "id: \(id)\n" }
        // A line break within the data would end it.
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += "data: \(line)\n"
        }
        return text + "\n"
    }

    /// The bytes to send.
    var buffer: ByteBuffer { ByteBuffer(string: text) }
}
