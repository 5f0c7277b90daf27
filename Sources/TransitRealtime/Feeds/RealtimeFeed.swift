public import Foundation

/// Where messages of GTFS Realtime come from.
public struct RealtimeFeed: Hashable, Sendable {
    /// Names the source in reports; a location may have a key in it.
    public var name: String
    /// A `https:`, `http:` or `file:` URL.
    public var url: URL
    /// Fields for requests, such as a key.
    public var headers: [String: String]
    /// The time between two requests.
    public var interval: Duration

    /// A source.
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

/// Sends the requests of a ``RealtimeRefresher``; `TransitClient` has one over its transports.
public protocol RealtimeFetching: Sendable {
    /// Gets a resource; an answer of any status is an answer.
    ///
    /// - Parameter limit: the most bytes of the body; with more it throws.
    func fetch(
        _ url: URL, headers: [String: String], atMost limit: Int
    ) async throws -> RealtimeReply
}

/// The reason why a request for a message has no answer that is used, which names no address.
public enum RealtimeFailure: String, CaseIterable, Error, Sendable {
    /// There is no connection, or it ended early.
    case noAnswer = "no_answer"
    /// The message has more bytes than any.
    case tooLarge = "too_large"
    /// The source takes too long, sends readers on to a place that is not asked, or cannot be trusted.
    case unusable
    /// The place of the message is not that of a file.
    case noFile = "no_file"
}

/// The answer to a request for a message.
public struct RealtimeReply: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The fields of the head by lower-case name.
    public var headers: [String: String]
    /// The body, packed or not.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
