import Foundation
import GTFSSchedule
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitRealtime

/// However many listen, a board is created once: when it changes by itself or another bundle takes
/// over.
@available(iOS 17, macOS 14, *)
final class BoardHub: Sendable {
    struct Topic: Hashable, Sendable {
        let feed: String
        let version: String?
        let question: Question
        /// The languages that the client reads, the best first: which of them texts are in changes
        /// with the alerts, and with the version.
        var languages: [String] = []
    }

    private struct Watch: Sendable {
        let id = UUID()
        var shown: ShownBoard
        var listeners: [UUID: AsyncStream<ServerEvent>.Continuation] = [:]
        var task: Task<Void, Never>?

        func send(_ events: [ServerEvent]) {
            for event in events {
                for listener in listeners.values { listener.yield(event) }
            }
        }

        func end() {
            for listener in listeners.values { listener.finish() }
            task?.cancel()
        }
    }

    private struct State: Sendable {
        var watches: [Topic: Watch] = [:]
        var isClosed = false
        var made = 0
    }

    private let catalog: FeedCatalog
    private let settings: ServerSettings
    private let places: BoardPlaces
    private let state = Locked(State())

    init(_ catalog: FeedCatalog, _ settings: ServerSettings, places: BoardPlaces) {
        self.catalog = catalog
        self.settings = settings
        self.places = places
    }

    static let heartbeatSeconds = 15

    /// - Parameter seen: the id of the event that the client saw last; it is not sent again.
    func events(_ topic: Topic, after seen: String?) async throws -> AsyncStream<ServerEvent> {
        // Reports a wrong question before the stream begins, while there is still a status to
        // report it.
        let isWatched = state.withLock { $0.watches[topic] != nil }
        // From now on: another version may take over while the first board is made.
        let changes =
            [catalog.changes()]
            + [try catalog.feed(topic.feed).live?.changes()].compactMap { $0 }
        let first = isWatched ? nil : try await board(topic)
        if first != nil { state.withLock { $0.made += 1 } }
        // A board shows the present: slow clients miss past states.
        let (stream, continuation) = AsyncStream.makeStream(
            of: ServerEvent.self, bufferingPolicy: .bufferingNewest(4))
        let id = UUID()
        let hasJoined = state.withLock { state in
            guard !state.isClosed else {
                continuation.finish()
                return true
            }
            // Another request may have been first; then this board is superfluous and is not sent.
            guard var watch = state.watches[topic] ?? first.map({ Watch(shown: $0) }) else {
                return false
            }
            if watch.shown.id != seen { continuation.yield(watch.shown.event) }
            watch.listeners[id] = continuation
            if watch.task == nil {
                let id = watch.id
                watch.task = Task { [weak self] in
                    await self?.follow(topic, id, changes: changes)
                }
            }
            state.watches[topic] = watch
            return true
        }
        continuation.onTermination = { [weak self] _ in self?.leave(topic, id) }
        // If the board ended while this client wanted to join, the next attempt finds none, and
        // makes one.
        return hasJoined ? stream : try await events(topic, after: seen)
    }

    func language(of topic: Topic) -> String? {
        state.withLock { $0.watches[topic]?.shown.language }
    }

    private func leave(_ topic: Topic, _ id: UUID) {
        let watch = state.withLock { state -> Watch? in
            guard state.watches[topic]?.listeners.removeValue(forKey: id) != nil,
                state.watches[topic]?.listeners.isEmpty == true
            else { return nil }
            return state.watches.removeValue(forKey: topic)
        }
        watch?.end()
    }

    func close() {
        let watches = state.withLock { state in
            state.isClosed = true
            defer { state.watches = [:] }
            return Array(state.watches.values)
        }
        for watch in watches { watch.end() }
    }

    func keepAlive() async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: .seconds(Self.heartbeatSeconds))
            } catch {
                return
            }
            for watch in state.withLock({ $0.watches.values }) { watch.send([.heartbeat]) }
        }
    }

    var totals: (listeners: Int, made: Int) {
        state.withLock { state in
            (state.watches.values.reduce(0) { $0 + $1.listeners.count }, state.made)
        }
    }

    // MARK: Following

    private func board(_ topic: Topic) async throws -> ShownBoard {
        let (offered, state) = try catalog.offered(
            topic.feed, version: topic.version, by: settings.clock)
        let bundle = try await catalog.bundles.bundle(offered.version)
        var view: LiveView?
        var places: Set<StopID> = []
        if topic.question.hasRealtime, let own = offered.live {
            places = try await own.places(
                of: topic.question, offered.version, in: bundle.bundle, known: self.places)
            let made = try await own.made(of: offered.version, over: bundle)
            view = made.showing(made.part(at: places, of: topic.question.liveKind))
        }
        let resolution = Resolution(
            offered, over: bundle, live: view, wishes: topic.languages)
        let board = try await Answerer(
            topic.question, in: resolution.context(source: resolution.source)
        ).streamedBoard()
        let takeover = topic.version == nil ? state.takeover(after: offered.now) : nil
        return try ShownBoard(
            version: offered.version.name, answer: board.answer,
            live: resolution.live.map { ($0.stamp, places, $0.event) },
            language: resolution.contentLanguage,
            wantsRows: Asked<DepartureStreamQuestion>(topic.question).changes == 1,
            wakes: Self.wake(board.changes, takeover, after: offered.now))
    }

    private func isOver(_ shown: ShownBoard, _ topic: Topic) throws -> Bool {
        let offered = try catalog.offered(
            topic.feed, version: topic.version, by: settings.clock
        ).version
        guard offered.now < shown.wakes, offered.version.name == shown.version else { return true }
        guard let live = shown.live, let view = offered.live?.view(of: offered.version) else {
            return false
        }
        let kind = topic.question.liveKind
        return view.part(at: live.places, of: kind).stamp != live.stamp
    }

    private static func wake(_ change: Date?, _ takeover: Date?, after now: Date) -> Date {
        let nextMinute = AnswerContext.minute(of: now) + 60
        // An answer counts whole minutes: a board that changes at 08:00:30 differs from 08:01 on.
        let minute = change.map { change in
            let cut = AnswerContext.minute(of: change)
            return max(nextMinute, cut < change ? cut + 60 : cut)
        }
        // If the bundle does not know, an hour is soon enough.
        return min(minute ?? now + 3600, takeover ?? .distantFuture)
    }

    private func follow(_ topic: Topic, _ id: UUID, changes: [AsyncStream<Void>]) async {
        let alarms = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let news = changes.map { changes in
            Task { for await _ in changes { alarms.continuation.yield() } }
        }
        defer { for news in news { news.cancel() } }
        var alarm = alarms.stream.makeAsyncIterator()
        while !Task.isCancelled {
            guard let before = state.withLock({ $0.watches[topic]?.shown }) else { return }
            let wait = settings.clock.wait
            let timer = Task {
                try await wait(before.wakes)
                alarms.continuation.yield()
            }
            defer { timer.cancel() }
            guard await alarm.next() != nil else { return }
            do {
                guard try isOver(before, topic) else { continue }
                let shown = try await board(topic)
                state.withLock { state in
                    guard let watch = state.watches[topic], watch.id == id else { return }
                    watch.send(shown.events(instead: watch.shown))
                    state.watches[topic]?.shown = shown
                    state.made += 1
                }
            } catch {
                guard !Task.isCancelled else { return }
                // The new bundle lacks the stop, or cannot be opened.
                let failure = ErrorEnvelope(APIFailure(telling: error)).jsonBytes
                let watch = state.withLock { state in
                    state.watches[topic]?.id == id ? state.watches.removeValue(forKey: topic) : nil
                }
                let data = String(decoding: failure, as: UTF8.self)
                watch?.send([ServerEvent(kind: .failure, data: data)])
                watch?.end()
                return
            }
        }
    }
}

@available(iOS 17, macOS 14, *)
struct ServerEvent: Hashable, Sendable {
    enum Kind: String, Sendable {
        case board
        case bundle
        case realtime
        case update
        case remove
        /// The reason why no more boards follow; the stream ends.
        case failure
    }

    let kind: Kind?
    var id: String?
    let data: String

    static let heartbeat = ServerEvent(kind: nil, data: "still here")

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
}
