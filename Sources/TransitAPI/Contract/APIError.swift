import Foundation
public import TransitModel

/// The reason why a question to a server failed, classified by what can be done about it.
public enum APIError: Error, Hashable, Sendable {
    /// The server requires a token, or a different one.
    case unauthorized(message: String)
    /// The server rejects the question; the faults, part by part.
    case validation(errors: [APIFailure.Detail])
    /// The requested thing does not exist. ``missing(_:id:)`` distinguishes a missing id from a
    /// missing path.
    case notFound(code: APIFailure.Code, message: String)
    /// Too many questions; the server answers again after this many seconds, if it says so.
    case rateLimited(retryAfter: Int?)
    /// The server failed. `code` is one of ``APIFailure/Code``, a code of a later server, or
    /// `http_502` where something in front of the server answered.
    case server(code: String, message: String)
    /// No answer arrived from the server.
    case network(NetworkFailure)
    /// An answer arrived but is unreadable.
    case decoding(reason: String)

    /// The reason why no answer arrived from the server.
    public struct NetworkFailure: Hashable, Sendable {
        /// The kind of failure, which determines what to do.
        public enum Kind: String, Hashable, Sendable {
            /// There is no network, no such host, or no server listening there.
            case unreachable
            /// The connection ended before the answer did.
            case cut
            /// Nothing arrived in time.
            case timeout
            /// The certificate is not trusted, so the sender is unknown.
            case untrusted
            /// The answer is not HTTP, or breaks its rules.
            case malformed
            /// Something else answered, such as the login page of a hotel's network.
            case portal
        }

        /// The kind of error.
        public var kind: Kind
        /// A description of the failure, for a log.
        public var reason: String

        /// Creates a failure.
        public init(_ kind: Kind, _ reason: String) {
            self.kind = kind
            self.reason = reason
        }
    }
}

extension APIError {
    /// Creates the error that an answer means.
    ///
    /// - Parameters:
    ///   - status: any status but 2xx and 3xx.
    ///   - error: the `error` object of the answer; nil where the body is not one of ours.
    ///   - retryAfter: the seconds after which to ask again, according to the answer.
    public init(status: Int, error: ErrorDTO?, retryAfter: Int? = nil) {
        let message = error?.message ?? "HTTP status \(status)"
        switch status {
        case 401, 403: self = .unauthorized(message: message)
        case 400, 422:
            let details = error?.failure.details ?? []
            // Keeps everything that the server said.
            let whole = error.map { [APIFailure.Detail(field: "", message: $0.message)] } ?? []
            self = .validation(errors: details.isEmpty ? whole : details)
        case 404, 410:
            // An answer that is not one of ours says nothing about the feed.
            self = .notFound(code: error?.code.known ?? .unknownPath, message: message)
        case 408: self = .network(NetworkFailure(.timeout, message))
        case 429: self = .rateLimited(retryAfter: retryAfter)
        case 402..<600: self = .server(code: error?.code.text ?? "http_\(status)", message: message)
        default: self = .network(NetworkFailure(.malformed, message))
        }
    }

    /// Returns the error in the form that sources use: `TransitSourceError.notFound` where the
    /// server says that its feed lacks the id, else this error.
    public func missing(_ kind: String, id: String) -> any Error {
        switch self {
        case .notFound(code: .notFound, _), .notFound(code: .gone, _):
            TransitSourceError.notFound(kind: kind, id: id)
        default: self
        }
    }
}

extension APIError: UserFacingError {
    /// One sentence for a screen that says what to do, in English.
    ///
    /// ```swift
    /// let error = APIError.network(.init(.unreachable, "no route to host"))
    /// let message = error.userMessage  // "Check your internet connection"
    /// ```
    public var userMessage: String {
        // Files that import this module alone do not see the protocol's.
        userMessage(in: .english)
    }

    /// Returns one sentence for a screen that says what to do. For a rejected question it is the
    /// server's own.
    public func userMessage(in words: RiderWords) -> String {
        switch self {
        case .unauthorized: words[.notLoggedIn]
        case .validation(let errors): errors.first?.message ?? words[.invalidInput]
        case .notFound(code: .notFound, _), .notFound(code: .gone, _): words[.notInTimetable]
        case .notFound(code: .unknownFeed, _): words[.unknownFeed]
        case .notFound(code: .unknownVersion, _): words[.unknownVersion]
        case .notFound: words[.unknownAddress]
        case .rateLimited(nil): words[.tooManyRequests]
        case .rateLimited(1?): words[.tooManyRequestsInSecond]
        case .rateLimited(let seconds?): words.text(.tooManyRequestsInSeconds, n: "\(seconds)")
        case .server: words[.somethingWrong]
        case .network(let failure):
            switch failure.kind {
            case .portal: words[.captivePortal]
            case .untrusted: words[.unsafeConnection]
            case .unreachable, .cut, .timeout, .malformed: words[.noConnection]
            }
        case .decoding: words[.unreadableAnswer]
        }
    }

    /// The case and its details, for a log.
    public var description: String {
        switch self {
        case .unauthorized(let message): "unauthorized: \(message)"
        case .validation(let errors):
            "validation: "
                + errors.map { $0.field.isEmpty ? $0.message : "\($0.field): \($0.message)" }
                .joined(separator: " ")
        case .notFound(let code, let message): "\(code.rawValue): \(message)"
        case .rateLimited(let seconds):
            "rate limited" + (seconds.map { ", for \($0) s" } ?? "")
        case .server(let code, let message): "server: \(code): \(message)"
        case .network(let failure): "network: \(failure.kind.rawValue): \(failure.reason)"
        case .decoding(let reason): "decoding: \(reason)"
        }
    }
}
