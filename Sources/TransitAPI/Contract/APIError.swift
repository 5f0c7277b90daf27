import Foundation
public import TransitModel

/// The reason why a question to a server failed, by what can be done about it.
public enum APIError: Error, Hashable, Sendable {
    /// The server requires a token, or a different one.
    case unauthorized(message: String)
    /// The server rejects the question; what is wrong, part by part.
    case validation(errors: [APIFailure.Detail])
    /// The requested thing does not exist. ``missing(_:id:)`` tells a missing id from a missing
    /// path.
    case notFound(code: APIFailure.Code, message: String)
    /// Too many questions; after this many seconds the server answers again, if it says so.
    case rateLimited(retryAfter: Int?)
    /// The server failed. `code` is one of ``APIFailure/Code``, one of a later server, or
    /// `http_502` where something in front of the server answered.
    case server(code: String, message: String)
    /// No answer from the server arrived.
    case network(NetworkFailure)
    /// An answer arrived, but is unreadable.
    case decoding(reason: String)

    /// The reason why no answer from the server arrived.
    public struct NetworkFailure: Hashable, Sendable {
        /// The kind of failure, which determines what to do.
        public enum Kind: String, Hashable, Sendable {
            /// There is no network, no such host, or no server listens there.
            case unreachable
            /// The connection ended before the answer did.
            case cut
            /// Nothing came in time.
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
        /// In words, for a log.
        public var reason: String

        /// A failure.
        public init(_ kind: Kind, _ reason: String) {
            self.kind = kind
            self.reason = reason
        }
    }
}

extension APIError {
    /// The error that an answer means.
    ///
    /// - Parameters:
    ///   - status: any but 2xx and 3xx.
    ///   - error: the `error` object of the answer; nil where the body is not one of ours.
    ///   - retryAfter: in how many seconds to ask again, according to the answer.
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

    /// The error in the form of sources: `TransitSourceError.notFound` where the server says that
    /// its feed lacks the id, else this error.
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

    /// One sentence for a screen that says what to do. Of a rejected question it is the server's own.
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

    /// For a log: the case and its details.
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
