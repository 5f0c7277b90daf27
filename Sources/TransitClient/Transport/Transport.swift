public import Foundation
import TransitAPI
public import TransitModel

/// Sends requests: the only part that differs between Apple's systems, servers and tests.
///
/// A transport follows no redirects to other hosts, repeats no requests and caches nothing. Soon
/// after its task is canceled it throws `CancellationError`.
public protocol Transport: Sendable {
    /// Sends a request, and returns once the head of the answer has arrived.
    ///
    /// - Throws: `TransportError` when no answer came, `CancellationError` when canceled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A `GET`, the only method of a read-only API.
public struct TransportRequest: Hashable, Sendable {
    /// The requested address.
    public var url: URL
    /// The fields of the head by lower-case name.
    public var headers: [String: String]
    /// The time to wait for the head of the answer, or for the next part of its body.
    public var timeout: Duration
    /// Whether connections that cost money, and low-data mode, may be used.
    public var allowsExpensiveNetwork: Bool

    /// Creates a request.
    public init(
        url: URL, headers: [String: String] = [:], timeout: Duration = .seconds(15),
        allowsExpensiveNetwork: Bool = true
    ) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.allowsExpensiveNetwork = allowsExpensiveNetwork
    }
}

/// The head of an answer, and its body as it arrives.
public struct TransportResponse: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The fields of the head by lower-case name; repeated ones are joined by commas.
    public var headers: [String: String]
    /// The body.
    public var body: TransportBody

    /// Creates an answer.
    public init(status: Int, headers: [String: String] = [:], body: TransportBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The parts of a body, each requested after the previous one was taken: a slow reader slows the
/// sender, and memory use stays constant.
public struct TransportBody: AsyncSequence, Sendable {
    /// A part, as it arrived.
    public typealias Element = Data

    private let next: @Sendable () async throws -> Data?

    /// - Parameter next: returns the next part, or nil at the end; throws `TransportError` when the
    ///   body breaks off.
    public init(_ next: @escaping @Sendable () async throws -> Data?) {
        self.next = next
    }

    public func makeAsyncIterator() -> Iterator { Iterator(next: next) }

    /// Reads the parts; a body can be read once.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let next: @Sendable () async throws -> Data?

        /// Returns the next part; nil at the end.
        public mutating func next() async throws -> Data? { try await next() }
    }
}

/// The reason why a transport has no answer.
public struct TransportError: Error, Hashable, Sendable {
    /// The kind of failure, which determines what to do.
    public enum Kind: String, Hashable, Sendable {
        /// There is no network, no such host, or no server listening there.
        case unreachable
        /// The connection ended before the answer did.
        case cut
        /// Nothing arrived in time.
        case timeout
        /// The certificate is not trusted, or not the pinned one.
        case untrusted
        /// The answer is not HTTP, or contradicts itself.
        case malformed
    }

    /// The kind of error.
    public var kind: Kind
    /// A description of the failure without the address, which may contain secrets.
    public var reason: String

    /// Creates an error.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

extension TransportError: UserFacingError {
    public func userMessage(in words: RiderWords) -> String {
        APIError.network(.init(self)).userMessage(in: words)
    }

    public var description: String { "\(kind.rawValue): \(reason)" }
}

extension TransitClient {
    /// Sends requests, under a name that nothing else shadows.
    public typealias Sending = Transport
    /// A request, under a name that nothing else shadows.
    public typealias Request = TransportRequest
    /// An answer, under a name that nothing else shadows.
    public typealias Response = TransportResponse
    /// The body of an answer, under a name that nothing else shadows.
    public typealias ResponseBody = TransportBody
    /// The reason why there is no answer, under a name that nothing else shadows.
    public typealias SendingError = TransportError
}

package func inTime<Value: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: time)
            throw TransportError(.timeout, "nothing came in time")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
