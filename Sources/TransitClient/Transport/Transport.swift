public import Foundation

/// Sends requests: the one thing that differs between Apple's systems, servers and tests.
///
/// A transport does nothing by itself: it follows no redirects to other hosts, tries nothing twice,
/// keeps nothing. It ends soon after its task was cancelled, with `CancellationError`.
public protocol Transport: Sendable {
    /// Sends a request and returns once the head of the answer is there.
    ///
    /// - Throws: `TransportError` where no answer came, `CancellationError` when cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A `GET`, the only method of a read-only API.
public struct TransportRequest: Hashable, Sendable {
    /// What is asked for.
    public var url: URL
    /// The fields of the head by their names, in lower case.
    public var headers: [String: String]
    /// How long the head of the answer, or the next part of its body, may be awaited.
    public var timeout: Duration
    /// False where nothing may be sent over connections that cost, or in low-data mode.
    public var allowsExpensiveNetwork: Bool

    /// A request.
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
    /// The fields of the head by their names, in lower case; those that come twice joined by commas.
    public var headers: [String: String]
    /// What follows the head.
    public var body: TransportBody

    /// An answer.
    public init(status: Int, headers: [String: String] = [:], body: TransportBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The parts of a body, each asked for when the one before was taken: who reads slowly holds the
/// sender up, and memory stays flat.
public struct TransportBody: AsyncSequence, Sendable {
    /// A part, as it arrived.
    public typealias Element = Data

    private let next: @Sendable () async throws -> Data?

    /// - Parameter next: the next part; nil at the end. Throws `TransportError` where the body is
    ///   cut off before its end.
    public init(_ next: @escaping @Sendable () async throws -> Data?) {
        self.next = next
    }

    public func makeAsyncIterator() -> Iterator { Iterator(next: next) }

    /// Reads the parts; a body can be read once.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let next: @Sendable () async throws -> Data?

        /// The next part; nil at the end.
        public mutating func next() async throws -> Data? { try await next() }
    }
}

/// Why a transport has no answer.
public struct TransportError: Error, Hashable, Sendable {
    /// What went wrong, as far as it matters to what is done then.
    public enum Kind: String, Hashable, Sendable {
        /// There is no network, no such host, or nobody listens there.
        case unreachable
        /// The connection ended before the answer did.
        case cut
        /// Nothing came in time.
        case timeout
        /// The certificate is not one to trust, or not the one that is pinned.
        case untrusted
        /// What came is no HTTP, or breaks its own words.
        case malformed
    }

    /// What went wrong.
    public var kind: Kind
    /// In words, without the address, which may hold secrets.
    public var reason: String

    /// A failure.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

extension TransportError: LocalizedError {
    public var errorDescription: String? { reason }
}

extension TransitClient {
    /// How its requests are sent, by a name that no other hides.
    public typealias Sending = Transport
    /// What is sent, by a name that no other hides.
    public typealias Request = TransportRequest
    /// What comes back, by a name that no other hides.
    public typealias Response = TransportResponse
    /// What follows the head of an answer, by a name that no other hides.
    public typealias ResponseBody = TransportBody
    /// Why nothing comes back, by a name that no other hides.
    public typealias SendingError = TransportError
}
