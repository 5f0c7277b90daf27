import BundleWriting
import FeedReading
import Foundation
import HTTPTypes
import Hummingbird
import ServerTestSupport
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel
import TransitRealtime

@testable import TransitServer

/// A server of a bundle with live data that a test hands over, and the same laid over the bundle by
/// `RealtimeSource`, which an app would use.
struct LiveServed: Sendable {
    static let source = "trips"

    let core: ServerCore
    let clock: TestClock
    let bundle: TransitBundle
    /// An app's live data over the bundle.
    let app: RealtimeSource
    private let folder: TestFolder

    /// Half past seven on a Friday, a moment after the message of `feeds/sample-realtime.pb`.
    static let morning = Date(timeIntervalSince1970: 1_795_120_200)

    /// - Parameters:
    ///   - feed: an archive or a folder; by default that of the project.
    ///   - others: names of more sources.
    init(
        _ feed: String = PackageRoot.path + "/feeds/sample", at now: Date = LiveServed.morning,
        fetching: any RealtimeFetching = QueuedReplies(), others: [String] = [],
        headers: @escaping @Sendable () -> [String: String] = { [:] },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        let folder = try TestFolder()
        let path = folder.path + "/town.sqlite"
        _ = try BundleBuild(.init()).run(FeedArchive.open(feed), to: path, progress: { _ in })
        try await self.init(
            folder, path: path, at: now, fetching: fetching, others: others, headers: headers,
            log: log)
    }

    init(
        _ folder: TestFolder, path: String, bundle: String? = nil, at now: Date,
        fetching: any RealtimeFetching = QueuedReplies(), others: [String] = [],
        headers: @escaping @Sendable () -> [String: String] = { [:] },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        self.folder = folder
        let clock = TestClock(now)
        self.clock = clock
        self.bundle = try TransitBundle(path: bundle ?? path)
        var settings = ServerSettings()
        settings.clock = clock.clock
        let feeds = { @Sendable in
            try ([Self.source] + others).map { name in
                let url = try #require(URL(string: "https://example.org/\(name).pb?key=SECRET"))
                return (nil as String?, RealtimeFeed(name, url, headers: headers()))
            }
        }
        let sources = LiveSources(
            try feeds(), fetching: fetching, clock: clock.clock, log: log, reading: feeds)
        core = ServerCore(try await FeedCatalog(path: path, sources: sources), settings)
        app = RealtimeSource(
            over: self.bundle, messages: RealtimeMessages(clock: clock.clock.now))
    }

    var feed: ServedFeed { get throws { try core.catalog.feed(nil) } }

    var live: LiveFeed { get throws { try #require(feed.live) } }

    /// Takes messages, as if sources had sent them, and makes the next generation.
    func receive(_ messages: [UInt8]..., from name: String = LiveServed.source) async throws {
        for message in messages {
            _ = try live.messages.receive(message, from: name)
            _ = try app.messages.receive(message, from: name)
        }
        try await advance()
    }

    func advance() async throws {
        try await live.advance(feed.liveVersions())
    }

    func ask(_ address: String, _ headers: HTTPFields = [:]) async throws -> ResponderReply {
        try await ResponderClient(APIResponder(core)).execute(
            uri: address, method: .get, headers: headers)
    }

    /// The answer, which is what the contract says.
    func answer<Payload: WireForm>(
        _ address: String, as payload: Payload.Type = Payload.self,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Envelope<Payload> {
        let response = try await ask("/api/v1/" + address)
        let bytes = Array(buffer: response.body)
        try #require(
            response.status == .ok, "\(address): \(String(decoding: bytes, as: UTF8.self))",
            sourceLocation: sourceLocation)
        let endpoint = try RequestTarget("/api/v1/" + address).match.endpoint.name.rawValue
        let problems = try OpenAPIDocument.shared.get().problems(of: bytes, answering: endpoint)
        #expect(problems.prefix(5) == [], "\(address)", sourceLocation: sourceLocation)
        return try Envelope<Payload>.decoded(from: Data(bytes))
    }

    /// The rows and alerts of a board of the server, beside those of the app.
    func boards(
        of stop: Stop, _ kind: StopEvent.Kind = .departure, at instant: Date, seconds: Int
    ) async throws -> (server: Board, app: Board) {
        let at = PercentCoding.encoded(Timestamp.text(Int(instant.timeIntervalSince1970)))
        let id = PercentCoding.encodedSegment(stop.stopID)
        let words = kind == .departure ? "departures" : "arrivals"
        let answer: Envelope<Board> = try await answer(
            "stops/\(id)/\(words)?at=\(at)&for=\(seconds)")
        let board = try await app.board(
            BoardQuestion(kind, at: stop, from: instant, .window(Double(seconds))))
        return (answer.data, board)
    }
}

final class QueuedReplies: RealtimeFetching {
    private let replies: Locked<[Result<RealtimeReply, RealtimeFailure>]>
    private let asked = Locked<[[String: String]]>([])

    init(_ replies: [Result<RealtimeReply, RealtimeFailure>] = [.failure(.noAnswer)]) {
        self.replies = Locked(replies)
    }

    var requests: [[String: String]] { asked.withLock { $0 } }

    func fetch(
        _ url: URL, headers: [String: String], atMost limit: Int
    ) async throws -> RealtimeReply {
        asked.withLock { $0.append(headers) }
        let reply = replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        return try reply.get()
    }
}
