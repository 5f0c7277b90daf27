public import Foundation
import TransitModel

/// Why a question to a server has no answer, by what can be done about it.
public enum APIError: Error, Hashable, Sendable {
    /// The server wants a token, or another one.
    case unauthorized(message: String)
    /// The question is not one that the server answers; what is wrong, part by part.
    case validation(errors: [APIFailure.Detail])
    /// What was asked for is not there. ``missing(_:id:)`` tells a missing id from a missing path.
    case notFound(code: APIFailure.Code, message: String)
    /// Too many questions; after so many seconds the server answers again, where it says so.
    case rateLimited(retryAfter: Int?)
    /// The server failed. `code` is one of ``APIFailure/Code``, that of a later server, or `http_502`
    /// where something before the server answered.
    case server(code: String, message: String)
    /// No answer of the server arrived.
    case network(NetworkFailure)
    /// An answer arrived that cannot be read.
    case decoding(reason: String)

    /// Why no answer of the server arrived.
    public struct NetworkFailure: Hashable, Sendable {
        /// What went wrong, as far as it matters to what is done then.
        public enum Kind: String, Hashable, Sendable {
            /// There is no network, no such host, or nobody listens there.
            case unreachable
            /// The connection ended before the answer did.
            case cut
            /// Nothing came in time.
            case timeout
            /// The certificate is not one to trust: nobody knows who answered.
            case untrusted
            /// What came is not HTTP, or breaks its rules.
            case malformed
            /// Somebody else answered, such as the page where one logs in to the network of a hotel.
            case portal
        }

        /// What went wrong.
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

/// How the statuses and codes of answers become errors.
extension APIError {
    /// The error that an answer means.
    ///
    /// - Parameters:
    ///   - status: any but 2xx and 3xx.
    ///   - error: the `error` object of the answer; nil where the body is none of ours.
    ///   - retryAfter: what the answer says of when to ask again, in seconds.
    public init(status: Int, error: ErrorDTO?, retryAfter: Int? = nil) {
        let message = error?.message ?? "HTTP status \(status)"
        switch status {
        case 401, 403: self = .unauthorized(message: message)
        case 400, 422:
            let details = error?.failure.details ?? []
            // What is known of it must not get lost.
            let whole = error.map { [APIFailure.Detail(field: "", message: $0.message)] } ?? []
            self = .validation(errors: details.isEmpty ? whole : details)
        case 404, 410:
            let usual: APIFailure.Code = status == 410 ? .gone : .unknownPath
            self = .notFound(code: error?.code.known ?? usual, message: message)
        case 408: self = .network(NetworkFailure(.timeout, message))
        case 429: self = .rateLimited(retryAfter: retryAfter)
        case 402..<600: self = .server(code: error?.code.text ?? "http_\(status)", message: message)
        default: self = .network(NetworkFailure(.malformed, message))
        }
    }

    /// The error as sources have it: `TransitSourceError.notFound` where the server says that its feed
    /// lacks the id, else this error.
    public func missing(_ kind: String, id: String) -> any Error {
        switch self {
        case .notFound(code: .notFound, _), .notFound(code: .gone, _):
            TransitSourceError.notFound(kind: kind, id: id)
        default: self
        }
    }
}

/// What a rider is told.
extension APIError: LocalizedError, CustomStringConvertible {
    /// One sentence that says what to do, for a screen.
    public var userMessage: String {
        switch self {
        case .unauthorized: "Please log in again to continue"
        case .validation(let errors): errors.first?.message ?? "Please check your input"
        case .notFound: "This is not in the timetable any more. Please search again"
        case .rateLimited(nil): "Too many requests. Please try again in a moment"
        case .rateLimited(1?): "Too many requests. Please try again in a second"
        case .rateLimited(let seconds?):
            "Too many requests. Please try again in \(seconds) seconds"
        case .server: "Something went wrong. Please try again"
        case .network(let failure):
            switch failure.kind {
            case .portal: "Open a browser and log in to this network first"
            case .untrusted: "This connection is not safe. Please use another network"
            case .unreachable, .cut, .timeout, .malformed: "Check your internet connection"
            }
        case .decoding: "Unable to process server response"
        }
    }

    public var errorDescription: String? { userMessage }

    /// For a log: the case and what is known.
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
