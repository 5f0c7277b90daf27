import BundleDelta
import Foundation
public import GTFSRealtime
import SystemLayer
package import TransitModel

/// Fetches messages from their sources again and again.
///
/// A request tells which message is already present, so that an unchanged one is not sent again. A
/// source that fails keeps its last good message and is requested again within ten seconds, or at
/// its own interval if that is longer than a minute: whatever it answers, it may recover at any
/// moment. A source that sends more than can be used is requested less and less often, down to
/// every two minutes; one that answers with status 429 after the seconds in its `Retry-After`, up
/// to two minutes.
public actor RealtimeRefresher {
    /// What happened to a request.
    public enum Outcome: Hashable, Sendable {
        /// A message arrived and counts.
        case taken
        /// The message is the one that is already present.
        case unchanged
        /// The message is older than the one that is already present.
        case older
        /// The message takes too many steps to match with the timetable, as it did before.
        case costly
        /// The source answered with a status other than 200 and 304, or with 304 although it has
        /// sent no message yet that could be unchanged.
        case refused(status: Int)
        /// The body is not a message.
        case damaged(RealtimeDamage)
        /// There was no usable answer.
        case failed(RealtimeFailure)

        /// Whether the source fails in a way that makes it cheap to try again.
        var isOutage: Bool {
            switch self {
            case .taken, .unchanged, .older, .costly, .failed(.tooLarge): false
            case .refused, .damaged, .failed: true
            }
        }

        /// Whether the source works.
        public var isSuccess: Bool {
            switch self {
            case .taken, .unchanged, .older: true
            case .costly, .refused, .damaged, .failed: false
            }
        }
    }

    private struct Source {
        var feed: RealtimeFeed
        var validators: [String: String] = [:]
        var hasSent = false
        /// Since the last successful one.
        var failures = 0
        var isDown = false
        /// As the last answer asks.
        var wait = Duration.zero
    }

    private static let sizeLimit = FeedMessage.largestSize
    private static let longestPause = Duration.seconds(120)
    /// How often a source that is down is requested, unless its interval is long because requests
    /// are few or expensive.
    private static let pauseOfOutage = Duration.seconds(9)
    private static let longInterval = Duration.seconds(60)

    private let messages: RealtimeMessages
    private let fetching: any RealtimeFetching
    private let counted: Locked<[ExactText: RealtimeFetches]>
    private var sources: [Source]

    /// - Parameters:
    ///   - feeds: the sources, with distinct names.
    ///   - messages: where messages go.
    ///   - fetching: sends the requests; files are read without it.
    public init(
        _ feeds: [RealtimeFeed], into messages: RealtimeMessages, by fetching: any RealtimeFetching
    ) {
        self.messages = messages
        self.fetching = fetching
        sources = feeds.map { Source(feed: $0) }
        messages.expect(feeds.map(\.name))
        counted = Locked(
            Dictionary(feeds.map { ($0.name.exact, RealtimeFetches()) }, uniquingKeysWith: { $1 }))
    }

    package nonisolated var fetches: [ExactText: RealtimeFetches] { counted.withLock { $0 } }

    package func useHeaders(of feeds: [RealtimeFeed]) {
        for index in sources.indices {
            let own = feeds.first { $0.name.exact == sources[index].feed.name.exact }
            if let own { sources[index].feed.headers = own.headers }
        }
    }

    /// Requests every source once, all at the same time, and returns the outcome of each, by name.
    @discardableResult
    public func refresh() async -> [String: Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            for index in sources.indices {
                group.addTask { (index, await self.ask(index)) }
            }
            var outcomes: [String: Outcome] = [:]
            for await (index, outcome) in group { outcomes[sources[index].feed.name] = outcome }
            return outcomes
        }
    }

    /// Requests each source again and again, until the task is canceled. A source that hangs does
    /// not hold up others.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            for index in sources.indices { group.addTask { await self.follow(index) } }
        }
    }

    private func follow(_ index: Int) async {
        while !Task.isCancelled {
            _ = await ask(index)
            do {
                try await Task.sleep(for: pause(index))
            } catch {
                return
            }
        }
    }

    package func pause(_ index: Int) -> Duration {
        let source = sources[index]
        let pause = Self.pause(
            every: source.feed.interval, failures: source.failures, isDown: source.isDown)
        // Sources of one operator shall not be asked at the same moment for ever.
        return max(pause * Double.random(in: 0.9...1.1), min(source.wait, Self.longestPause))
    }

    /// `failures` counts the requests since the last successful one.
    package static func pause(every interval: Duration, failures: Int, isDown: Bool) -> Duration {
        if isDown { return interval > longInterval ? interval : min(interval, pauseOfOutage) }
        var pause = interval
        for _ in 0..<min(failures, 10) { pause = max(pause, min(pause * 2, longestPause)) }
        return pause
    }

    private func ask(_ index: Int) async -> Outcome {
        let start = ThisProcess.steadySeconds
        let (outcome, bytes) = await outcome(index)
        sources[index].failures = outcome.isSuccess ? 0 : sources[index].failures + 1
        sources[index].isDown = outcome.isOutage
        if !outcome.isSuccess { messages.noteFailure(of: sources[index].feed.name) }
        let seconds = ThisProcess.steadySeconds - start
        counted.withLock {
            $0[sources[index].feed.name.exact]?.add(
                outcome, bytes: bytes, seconds: seconds, at: messages.now)
        }
        return outcome
    }

    private func outcome(_ index: Int) async -> (Outcome, bytes: Int) {
        let reply: RealtimeReply
        sources[index].wait = .zero
        do {
            reply = try await self.reply(to: sources[index])
        } catch {
            return (.failed(error as? RealtimeFailure ?? .noAnswer), 0)
        }
        return (take(reply, index), reply.body.count)
    }

    private func take(_ reply: RealtimeReply, _ index: Int) -> Outcome {
        let source = sources[index]
        if reply.status == 304, source.hasSent { return .unchanged }
        guard reply.status == 200 else {
            if reply.status == 429, let seconds = UInt32(reply.headers["retry-after"] ?? "") {
                sources[index].wait = .seconds(seconds)
            }
            return .refused(status: reply.status)
        }
        do throws(RealtimeDamage) {
            let bytes = Self.unpacked(reply.body)
            let reception = try messages.receive(bytes, from: source.feed.name)
            sources[index].hasSent = true
            switch reception {
            case .older: return .older
            case .costly: return .costly
            case .taken: break
            }
            let names = ["etag": "if-none-match", "last-modified": "if-modified-since"]
            sources[index].validators = [:]
            for (name, condition) in names {
                sources[index].validators[condition] = reply.headers[name]
            }
            return .taken
        } catch {
            return .damaged(error)
        }
    }

    private func reply(to source: Source) async throws -> RealtimeReply {
        let url = source.feed.url
        guard !url.isFileURL else {
            guard let body = try Self.file(url.path) else { throw RealtimeFailure.noFile }
            return RealtimeReply(status: 200, body: body)
        }
        let headers = source.feed.headers.merging(source.validators) { $1 }
        return try await fetching.fetch(url, headers: headers, atMost: Self.sizeLimit)
    }

    /// Nil if there is none, and for a device or a pipe, which would have no end.
    private static func file(_ path: String) throws -> [UInt8]? {
        do throws(FileError) {
            return try WholeFile.read(path, atMost: sizeLimit)
        } catch .tooLarge {
            throw RealtimeFailure.tooLarge
        } catch {
            return nil
        }
    }

    private static func unpacked(_ body: [UInt8]) -> [UInt8] {
        guard body.starts(with: [0x1F, 0x8B]) else { return body }
        return body.withUnsafeBytes { GzipBytes.unpacked($0, atMost: sizeLimit) } ?? body
    }
}
