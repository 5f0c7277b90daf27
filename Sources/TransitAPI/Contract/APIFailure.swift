import Foundation
public import TransitModel

/// The reason why a request failed: the status and the `error` object of the envelope.
public struct APIFailure: Error, Hashable, Sendable {
    /// The codes of failures, one for each cause; clients act on the code, not on the message.
    public enum Code: String, Codable, CaseIterable, Sendable {
        /// No endpoint has this path.
        case unknownPath = "unknown_path"
        /// The endpoint has no parameter with this name.
        case unknownParameter = "unknown_parameter"
        /// A parameter's value has the wrong form, or is out of bounds.
        case badValue = "bad_value"
        /// A required parameter is missing.
        case missingParameter = "missing_parameter"
        /// Two parameters of the request exclude each other, or one is given twice.
        case conflictingParameters = "conflicting_parameters"
        /// The feed has nothing with this id.
        case notFound = "not_found"
        /// The server has no feed with this name.
        case unknownFeed = "unknown_feed"
        /// The version is not kept, or never was.
        case unknownVersion = "unknown_version"
        /// The version once existed here, but was withdrawn.
        case gone
        /// The path exists, but not for this method.
        case methodNotAllowed = "method_not_allowed"
        /// The page that a cursor names belongs to another version or another question.
        case staleCursor = "stale_cursor"
        /// The request has a long body; no body is needed.
        case bodyTooLarge = "body_too_large"
        /// The request has too many header fields, or too long ones.
        case headTooLarge = "head_too_large"
        /// The input is not a request.
        case malformedRequest = "malformed_request"
        /// The request lacks a valid token or signature.
        case unauthorized
        /// The client asks more often than it may.
        case rateLimited = "rate_limited"
        /// The range contains no part of the file.
        case rangeNotSatisfiable = "range_not_satisfiable"
        /// The server currently has no bundle to answer from.
        case unavailable
        /// The server failed; its log says why.
        case serverError = "server_error"

        /// The HTTP status that goes with the code.
        public var status: Int {
            switch self {
            case .unknownPath, .notFound, .unknownFeed, .unknownVersion: 404
            case .unknownParameter, .badValue, .missingParameter, .conflictingParameters,
                .staleCursor, .malformedRequest:
                400
            case .unauthorized: 401
            case .bodyTooLarge: 413
            case .rateLimited: 429
            case .headTooLarge: 431
            case .gone: 410
            case .methodNotAllowed: 405
            case .rangeNotSatisfiable: 416
            case .unavailable: 503
            case .serverError: 500
            }
        }
    }

    /// The fault of one part of the request.
    public struct Detail: Codable, Hashable, Sendable {
        /// The parameter, or the part of the path: `at`, `id`, `path`.
        public var field: String
        /// The fault, and the correct form.
        public var message: String

        /// Creates a detail.
        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The cause.
    public var code: Code
    /// A sentence that a person can act on.
    public var message: String
    /// The faults, part by part; never empty where the status is 4xx.
    public var details: [Detail]

    /// Creates a failure of one field, with the same message for the field as for the whole.
    public init(_ code: Code, field: String, _ message: String) {
        self.init(code, message, details: [Detail(field: field, message: message)])
    }

    /// Creates a failure of several fields, or of none.
    public init(_ code: Code, _ message: String, details: [Detail] = []) {
        self.code = code
        self.message = message
        self.details = details
    }
}

extension APIFailure: UserFacingError {
    /// Returns one sentence for a screen. The failure's own message is for developers.
    public func userMessage(in words: RiderWords) -> String {
        switch APIError(status: code.status, error: ErrorDTO(self)) {
        case .validation: words[.invalidInput]
        case let error: error.userMessage(in: words)
        }
    }

    public var description: String { "\(code.rawValue): \(message)" }
}

extension APIFailure {
    private static let dayParameters: Set = ["at", "date"]

    /// Whether a day or time is malformed.
    public var isAboutDays: Bool {
        code == .badValue && details.contains { Self.dayParameters.contains($0.field) }
    }

    /// Returns the failure with the feed's days added if it is about days, so that the client knows
    /// what to ask for.
    public func namingDays(of validity: FeedValidity) -> APIFailure {
        guard isAboutDays, let first = validity.firstServiceDay, let last = validity.lastServiceDay
        else { return self }
        let days = " The feed has the days \(first) to \(last)."
        var failure = self
        failure.message += days
        failure.details = details.map { detail in
            Self.dayParameters.contains(detail.field)
                ? Detail(field: detail.field, message: detail.message + days) : detail
        }
        return failure
    }
}
