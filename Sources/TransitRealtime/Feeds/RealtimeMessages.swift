import BundleDelta
public import Foundation
public import GTFSRealtime
import SystemLayer
public import TransitModel

/// The last good message of each source of live data.
public final class RealtimeMessages: Sendable {
    /// What happened to a message.
    public enum Reception: Hashable, Sendable {
        /// The message counts from now on.
        case taken
        /// The message is older than the one that is kept, as happens behind some load balancers;
        /// it is not used.
        case older
        /// The message is the one that took too many steps to match with the timetable; it is not
        /// used.
        case costly
    }

    /// A source with its last good message.
    public struct Kept: Sendable {
        /// The name of the source.
        public let name: String
        private let bytes: KeptBytes
        /// When the message was created according to its header, but not later than it was
        /// received: a producer whose clock, or year, is ahead must neither stay fresh forever nor
        /// block its own next message. Without a time in the header, it is when these bytes first
        /// arrived.
        public let at: Date
        package let counts: [RealtimeState.Kind: Int]
        /// The kinds of live data that the source has sent so far: alerts end, and there may be
        /// none for a while.
        let kinds: Set<RealtimeState.Kind>
        package let entityCount: Int

        /// Whether the message is from an earlier process, which may have missed later ones.
        fileprivate let isOfFolder: Bool
        fileprivate var number = 0

        fileprivate func has(_ message: FeedMessage) -> Bool { bytes.are(message.bytes) }

        /// The message; a large one is decompressed on each access.
        public var message: FeedMessage { bytes.message }

        fileprivate init(
            _ name: String, _ message: FeedMessage, at: Date, after before: Kept? = nil,
            isOfFolder: Bool = false
        ) {
            self.name = name
            self.at = at
            self.isOfFolder = isOfFolder
            var counts: [RealtimeState.Kind: Int] = [:]
            var count = 0
            for entity in message.entities {
                count += 1
                if entity.tripUpdate != nil { counts[.tripUpdates, default: 0] += 1 }
                if entity.vehicle != nil { counts[.vehicles, default: 0] += 1 }
                if entity.alert != nil { counts[.alerts, default: 0] += 1 }
            }
            self.counts = counts
            kinds = Set(counts.keys).union(before?.kinds ?? [])
            entityCount = count
            bytes = KeptBytes(message)
        }
    }

    private struct State {
        var kept: [Kept] = []
        var used: [ExactText: Kept] = [:]
        var refused: [ExactText: Int] = [:]
        /// In the order of requests.
        var asked: [(name: ExactText, hasFailed: Bool)] = []
        var revision = 0

        mutating func keep(_ message: Kept) {
            if let index = kept.firstIndex(where: { $0.name.exact == message.name.exact }) {
                kept[index] = message
            } else {
                kept.append(message)
            }
        }
    }

    private let state = Locked(State())
    private let listeners = Listeners<Void>()
    private let clock: @Sendable () -> Date
    private let folder: MessageFolder?

    /// Creates an empty collection of messages.
    ///
    /// - Parameter clock: the clock by which messages age; apps leave it out.
    public init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
        folder = nil
    }

    /// Creates a collection with the last messages that an earlier process kept in a folder, as far
    /// as they are still valid; later messages are kept there, too. Messages keep their age: none
    /// is taken for new.
    ///
    /// ```swift
    /// let kept = RealtimeMessages(keptIn: folder)  // the messages of the last run, if any
    /// let offline = RealtimeSource(over: bundle, messages: kept)
    /// ```
    ///
    /// - Parameters:
    ///   - folder: a folder for one process at a time, for example in the caches folder of an app.
    ///   - clock: the clock by which messages age; apps leave it out.
    public init(keptIn folder: URL, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
        let files = MessageFolder(folder)
        self.folder = files
        let found = files.messages(at: clock())
        state.withLock { state in
            state.kept = found.map { Kept($0.name, $0.message, at: $0.at, isOfFolder: true) }
        }
    }

    /// Creates a collection of messages from the past, evaluated at the time of the newest of them;
    /// at the present time if none of them has a time.
    public convenience init(asOf messages: [FeedMessage]) {
        let newest = messages.compactMap { UsableValues.instant($0.header.timestamp) }.max()
        let date = newest.map { Date(timeIntervalSince1970: Double($0)) } ?? Date()
        self.init(clock: { date })
    }

    /// Takes a message of a source in place of the previous one, or merges it into that if it is
    /// `DIFFERENTIAL`. Kept messages stay when this method throws.
    ///
    /// - Throws: ``GTFSRealtime/RealtimeDamage`` for bytes that are not a message.
    @discardableResult
    public func receive(_ bytes: [UInt8], from name: String) throws(RealtimeDamage) -> Reception {
        receive(try FeedMessage(bytes), from: name)
    }

    /// Takes a message of a source in place of the previous one, or merges it into that if it is
    /// `DIFFERENTIAL`.
    @discardableResult
    public func receive(_ message: FeedMessage, from name: String) -> Reception {
        let received = clock()
        let stated = UsableValues.instant(message.header.timestamp)
        var at = stated.map { min(Date(timeIntervalSince1970: Double($0)), received) } ?? received
        let (before, refused) = state.withLock { state in
            (
                state.kept.first { $0.name.exact == name.exact }, state.refused[name.exact]
            )
        }
        // One that does not say when it was made is the newest. The one before may be from a time that
        // comes again, because the clock was set back: it keeps out what is older than now at most.
        if let before, stated != nil, at < min(before.at, received) { return .older }
        var whole = message
        if let before, !before.isOfFolder, message.header.incrementality == .differential {
            whole = before.message.changed(by: message)
        }
        if let before, before.at <= received, before.has(whole) {
            // A source without `304` sends the same again and again: it is as old as it is.
            guard before.isOfFolder else { return .taken }
            at = min(at, before.at)
        }
        if let refused, refused == whole.bytes.hashValue { return .costly }
        // Outside of the lock, for which boards wait.
        let kept = Kept(name, whole, at: at, after: before)
        folder?.keep(whole, of: name, at: at)
        state.withLock { state in
            state.revision += 1
            var kept = kept
            kept.number = state.revision
            state.keep(kept)
            state.refused[name.exact] = nil
        }
        listeners.tell(())
        return .taken
    }

    func use(_ current: Current) {
        state.withLock { state in
            for message in current.applied.map(\.kept) { state.used[message.name.exact] = message }
        }
    }

    /// Takes back a message that would cost too much: the last one of its source that did not
    /// counts again. Returns whether other messages count than before, also because another one
    /// arrived meanwhile.
    func refuse(_ name: String, of current: Current) -> Bool {
        guard let message = current.applied.first(where: { $0.kept.name.exact == name.exact })?.kept
        else { return false }
        // Outside of the lock, for which boards wait.
        let hash = message.message.bytes.hashValue
        let (isRefused, last) = state.withLock { state -> (Bool, Kept?) in
            guard state.kept.first(where: { $0.name.exact == name.exact })?.number == message.number
            else {
                return (false, nil)
            }
            let last = state.used[name.exact].flatMap { $0.number == message.number ? nil : $0 }
            state.used[name.exact] = last
            state.refused[name.exact] = hash
            state.revision += 1
            if let last {
                state.keep(last)
            } else {
                state.kept.removeAll { $0.name.exact == name.exact }
            }
            return (true, last)
        }
        guard isRefused else { return true }
        if let last {
            folder?.keep(last.message, of: name, at: last.at)
        } else {
            folder?.remove(name)
        }
        return true
    }

    package var refused: Set<ExactText> { state.withLock { Set($0.refused.keys) } }

    /// The sources are starting until a message arrives.
    func expect(_ names: [String]) {
        state.withLock { $0.asked = names.map { ($0.exact, false) } }
    }

    func noteFailure(of name: String) {
        let isNews = state.withLock { state in
            guard let index = state.asked.firstIndex(where: { $0.name == name.exact }),
                !state.asked[index].hasFailed
            else { return false }
            state.asked[index].hasFailed = true
            return true
        }
        if isNews { listeners.tell(()) }
    }

    package var states: SourceStates {
        let (kept, asked) = state.withLock { ($0.kept, $0.asked) }
        return Self.states(of: kept, asked, at: now)
    }

    /// The messages, in the order in which their sources first sent one.
    public var kept: [Kept] { state.withLock { $0.kept } }

    /// Yields whenever a message is taken.
    public func changes() -> AsyncStream<Void> { listeners.events() }

    var now: Date { clock() }

    package func freshness(of message: Kept) -> RealtimeState.Freshness {
        message.freshness(at: now)
    }

    func current() -> Current {
        let now = clock()
        let (kept, asked, revision) = state.withLock { ($0.kept, $0.asked, $0.revision) }
        let applied = kept.compactMap { kept -> Current.Applied? in
            let age = kept.age(at: now)
            // News of runs is old long before alerts are.
            guard RealtimeState.Kind.alerts.freshness(age: age).isApplied else { return nil }
            let areRunsApplied = RealtimeState.Kind.tripUpdates.freshness(age: age).isApplied
            return Current.Applied(kept: kept, isForAlertsOnly: !areRunsApplied)
        }
        return Current(
            applied: applied, sources: Self.states(of: kept, asked, at: now), now: now,
            key: Current.Key(
                revision: revision,
                applied: applied.map {
                    .init(name: $0.kept.name.exact, isForAlertsOnly: $0.isForAlertsOnly)
                }))
    }

    struct Current: Sendable {
        struct Applied: Sendable {
            let kept: Kept
            let isForAlertsOnly: Bool
        }

        struct Key: Hashable, Sendable {
            struct Source: Hashable, Sendable {
                let name: ExactText
                let isForAlertsOnly: Bool
            }

            let revision: Int
            let applied: [Source]
        }

        let applied: [Applied]
        let sources: SourceStates
        let now: Date
        let key: Key
    }

    private static func states(
        of kept: [Kept], _ asked: [(name: ExactText, hasFailed: Bool)], at now: Date
    ) -> SourceStates {
        let silent = asked.filter { source in !kept.contains { $0.name.exact == source.name } }
        return SourceStates(
            sources: kept.map { .init($0, now: now) }
                + silent.map { .init(silent: $0.name, hasFailed: $0.hasFailed) })
    }
}

/// Large ones are compressed: they are needed again only when the timetable changes.
private enum KeptBytes: Sendable {
    case plain(FeedMessage)
    /// With the number of the plain bytes and their hash.
    case packed([UInt8], count: Int, hash: Int)

    /// The size up to which bytes stay plain. Compression takes about ten milliseconds per
    /// megabyte.
    private static let mostPlain = 8 << 20

    init(_ message: FeedMessage) {
        self = .plain(message)
        guard message.bytes.count > Self.mostPlain else { return }
        do {
            let packed = try message.bytes.withUnsafeBytes {
                try GzipBytes.compressed($0, level: 1)
            }
            self = .packed(
                packed, count: message.bytes.count, hash: message.bytes.hashValue)
        } catch {
            // There is no memory for it; the message stays as it is.
        }
    }

    var message: FeedMessage {
        switch self {
        case .plain(let message): return message
        case .packed(let packed, _, _):
            let bytes = packed.withUnsafeBytes {
                GzipBytes.unpacked($0, atMost: FeedMessage.largestSize)
            }
            return FeedMessage.readable(bytes ?? []).message
        }
    }

    /// Does not decompress them.
    func are(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .plain(let message): message.bytes == bytes
        case .packed(_, let count, let hash): count == bytes.count && hash == bytes.hashValue
        }
    }
}

extension RealtimeMessages.Kept {
    /// Returns how fresh the message is: up to 90 seconds are normal; after 15 minutes it says
    /// nothing about the present. For messages with only alerts the limits are ten minutes and an
    /// hour.
    public func freshness(at now: Date) -> RealtimeState.Freshness {
        SourceStates.Source(self, now: now).state
    }

    /// A clock that has been set back since does not keep it fresh for longer: a message from the
    /// future is worth no more than one equally far in the past.
    func age(at now: Date) -> TimeInterval { abs(now.timeIntervalSince(at)) }
}
