public import Foundation

/// Where messages of GTFS Realtime come from.
public struct RealtimeFeed: Hashable, Sendable {
    /// The name of the source in reports; the location may contain a key.
    public var name: String
    /// The location: an `https:`, `http:` or `file:` URL.
    public var url: URL
    /// The header fields of requests, such as a key.
    public var headers: [String: String]
    /// The time between two requests.
    public var interval: Duration

    /// Creates a source.
    public init(
        _ name: String, _ url: URL, headers: [String: String] = [:],
        every interval: Duration = .seconds(15)
    ) {
        self.name = name
        self.url = url
        self.headers = headers
        self.interval = interval
    }
}

/// Sends the requests of a ``RealtimeRefresher``; `TransitClient` provides an implementation over
/// its transports.
public protocol RealtimeFetching: Sendable {
    /// Fetches a resource; an answer with any status counts as an answer.
    ///
    /// - Parameter limit: the maximum size of the body in bytes; throws if it has more.
    func fetch(
        _ url: URL, headers: [String: String], atMost limit: Int
    ) async throws -> RealtimeReply
}

/// The reason why a request for a message has no usable answer. It names no address.
public enum RealtimeFailure: String, CaseIterable, Error, Sendable {
    /// There is no connection, or it ended early.
    case noAnswer = "no_answer"
    /// The message is larger than any real one.
    case tooLarge = "too_large"
    /// The source takes too long, redirects to a location that is not followed, or cannot be
    /// trusted.
    case unusable
    /// There is no file at the location.
    case noFile = "no_file"
}

/// The answer to a request for a message.
public struct RealtimeReply: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The header fields by lower-case name.
    public var headers: [String: String]
    /// The body, compressed or not.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
