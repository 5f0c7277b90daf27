import Foundation
import GTFSRealtime
import Hummingbird
import ServerTestSupport
import TestSupport
import TransitModel
import TransitRealtime

@testable import TransitClient
@testable import TransitServer

/// A feed with messages of GTFS Realtime, as of these: the sample with its own.
struct LiveSample {
    let built: BuiltBundle
    let source: RealtimeSource
    private let messages: [[UInt8]]
    let now: Date
    /// Friday 20 November 2026, half past seven in the morning in Sydney: half a minute after the message.
    static let morning = Date(timeIntervalSince1970: 1_795_120_200)
    static let day = ServiceDate(dayNumber: 20_777)

    static var message: [UInt8] {
        get throws {
            let path = PackageRoot.path + "/feeds/sample-realtime.pb"
            return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    /// - Parameter clock: by which the message gets old.
    init(clock: @escaping @Sendable () -> Date = { LiveSample.morning }) async throws {
        built = try await BuiltBundle.sample.value
        messages = [try Self.message]
        now = Self.morning
        let kept = RealtimeMessages(clock: clock)
        try kept.receive(Self.message, from: "0")
        source = RealtimeSource(over: built.bundle, messages: kept)
    }

    /// - Parameter messages: each of a source of its own.
    init(_ built: BuiltBundle, messages: [[UInt8]]) throws {
        self.built = built
        self.messages = messages
        let read = try messages.map { try FeedMessage($0) }
        let kept = RealtimeMessages(asOf: read)
        for (number, message) in read.enumerated() { kept.receive(message, from: "\(number)") }
        now = kept.kept.map(\.at).max() ?? Self.morning
        source = RealtimeSource(over: built.bundle, messages: kept)
    }

    /// The servers that clients of tests ask.
    enum Server: CaseIterable {
        /// One that makes and reads the forms of the API, and nothing else.
        case forms
        /// That of `gtfs serve`, headers and bodies included.
        case http
    }

    @available(macOS 14, iOS 17, *)
    func client(of server: Server) async throws -> any TransitSource {
        switch server {
        case .forms: LiveAsker(source, over: built).source
        case .http:
            TransitClient(
                AskedQuestions.server, transport: ServedTransport(core: try await core()),
                settings: .patient)
        }
    }

    @available(macOS 14, iOS 17, *)
    func core() async throws -> ServerCore {
        var settings = ServerSettings()
        settings.clock = ServerClock(
            now: { [now] in now }, wait: { _ in try await Task.sleep(for: .seconds(3600)) })
        let feeds = messages.indices.map {
            (feed: String?.none, source: RealtimeFeed("\($0)", AskedQuestions.server))
        }
        let sources = LiveSources(
            feeds, fetching: TransportFetching(MockTransport(), patience: .seconds(86_400)),
            clock: settings.clock)
        let core = ServerCore(
            try await FeedCatalog(path: built.path, sources: sources), settings)
        let served = try core.catalog.feed(nil)
        for (number, message) in messages.enumerated() {
            _ = try served.live?.messages.receive(message, from: "\(number)")
        }
        try await served.live?.advance(served.liveVersions())
        return core
    }
}

/// Hands requests to a server of this process, which lives as long as the transport.
@available(macOS 14, iOS 17, *)
private struct ServedTransport: Transport {
    let core: ServerCore

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await RouterTransport(client: ResponderClient(APIResponder(core))).send(request)
    }
}
