public import Foundation
import SystemLayer
public import TransitAPI

/// Answers from a list, for previews and tests.
///
/// ```swift
/// let transport = MockTransport()
/// transport.reply(
///     to: "/api/v1/stops", .json(#"{"data":{"stops":[{"stop_id":"A","stop_name":"Quay"}]}}"#))
/// let client = TransitClient(server, transport: transport)
/// let name = try await client.stop(id: "A").stopName  // "Quay"
/// ```
public final class MockTransport: Transport {
    /// The reply to a request.
    public struct Reply: Sendable {
        /// The status.
        public var status: Int
        /// The fields of the head by lower-case name.
        public var headers: [String: String]
        /// The body.
        public var body: Data
        /// The time until the head arrives.
        public var delay: Duration
        /// The reason why there is no answer; nil when there is one.
        public var failure: TransportError?
        /// The number of bytes of the body after which the connection ends; nil to send all of it.
        public var cutAfter: Int?

        /// Creates an answer.
        public init(
            status: Int = 200, headers: [String: String] = [:], body: Data = Data(),
            delay: Duration = .zero, failure: TransportError? = nil, cutAfter: Int? = nil
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.delay = delay
            self.failure = failure
            self.cutAfter = cutAfter
        }

        /// Returns an answer in the form of a server's.
        public static func answer(_ payload: some WireForm, meta: Meta = Meta()) -> Reply {
            .json(String(decoding: Envelope(payload, meta: meta).jsonBytes, as: UTF8.self))
        }

        /// Returns an answer with a text of JSON.
        public static func json(
            _ text: String, status: Int = 200, headers: [String: String] = [:]
        ) -> Reply {
            let type = ["content-type": "application/json"]
            return Reply(
                status: status, headers: type.merging(headers) { $1 }, body: Data(text.utf8))
        }

        /// Returns an answer without a body.
        public static func status(_ status: Int, headers: [String: String] = [:]) -> Reply {
            Reply(status: status, headers: headers)
        }

        /// Returns an error in the form of our server's.
        public static func failure(_ failure: APIFailure) -> Reply {
            .json(
                String(decoding: ErrorEnvelope(failure).jsonBytes, as: UTF8.self),
                status: failure.code.status)
        }

        /// Returns a reply that is no answer.
        public static func failure(_ kind: TransportError.Kind) -> Reply {
            Reply(failure: TransportError(kind, "as the test wants it"))
        }
    }

    private struct State {
        var replies: [String: [Reply]] = [:]
        var requests: [TransportRequest] = []
    }

    private let state = Locked(State())
    private let respond: (@Sendable (TransportRequest) async throws -> Reply)?

    /// Creates a transport with the replies set by ``reply(to:_:)``; all other paths are not found.
    public init() {
        respond = nil
    }

    /// Creates a transport that answers with a closure.
    public init(_ respond: @escaping @Sendable (TransportRequest) async throws -> Reply) {
        self.respond = respond
    }

    /// Sets the replies to successive requests for a path; the last one repeats.
    ///
    /// ```swift
    /// transport.reply(to: "/api/v1/feed", .status(401))
    /// var failure: APIError?
    /// do { _ = try await client.feed() } catch let error as APIError { failure = error }
    /// ```
    ///
    /// - Parameters:
    ///   - path: the path with its query, or without one to match any query.
    ///   - replies: the replies, which replace earlier ones.
    public func reply(to path: String, _ replies: Reply...) {
        state.withLock { $0.replies[path] = replies }
    }

    /// All requests so far.
    public var requests: [TransportRequest] { state.withLock { $0.requests } }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        let canned = state.withLock { state in
            state.requests.append(request)
            return Self.next(for: request.url, in: &state)
        }
        let reply = try await respond?(request) ?? canned
        if reply.delay > .zero {
            try await Task.sleep(for: min(reply.delay, request.timeout))
            if reply.delay > request.timeout {
                throw TransportError(.timeout, "the answer takes too long")
            }
        }
        if let failure = reply.failure { throw failure }
        let rest = Locked<Data?>(reply.body.prefix(reply.cutAfter ?? .max))
        return TransportResponse(
            status: reply.status, headers: reply.headers,
            body: TransportBody {
                try Task.checkCancellation()
                let part = rest.withLock { rest in
                    defer { rest = nil }
                    return rest
                }
                if let part, !part.isEmpty { return part }
                if reply.cutAfter != nil { throw TransportError(.cut, "as the test wants it") }
                return nil
            })
    }

    private static func next(for url: URL, in state: inout State) -> Reply {
        let target = ServerAddress.target(of: url)
        let path = String(target.prefix { $0 != "?" })
        for key in [target, path] {
            guard let replies = state.replies[key], let reply = replies.first else { continue }
            if replies.count > 1 { state.replies[key]?.removeFirst() }
            return reply
        }
        return .failure(APIFailure(.unknownPath, field: "path", "Nothing has the path \(path)."))
    }
}

extension TransitClient {
    /// A transport for tests, under a name that nothing else shadows.
    public typealias Mock = MockTransport
}
