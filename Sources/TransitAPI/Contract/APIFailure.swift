public import TransitModel

/// Why a request has no answer: the status and the `error` object of the envelope.
public struct APIFailure: Error, Hashable, Sendable {
    /// One code for one cause; clients decide by it, not by the message.
    public enum Code: String, Codable, CaseIterable, Sendable {
        /// No endpoint has this path.
        case unknownPath = "unknown_path"
        /// The endpoint has no parameter of this name.
        case unknownParameter = "unknown_parameter"
        /// A parameter's value has not the form that it wants, or is out of bounds.
        case badValue = "bad_value"
        /// A parameter that the question cannot do without is missing.
        case missingParameter = "missing_parameter"
        /// Two parameters of the request exclude each other, or one is given twice.
        case conflictingParameters = "conflicting_parameters"
        /// The feed has nothing of this id.
        case notFound = "not_found"
        /// The server has no feed of this name.
        case unknownFeed = "unknown_feed"
        /// The version is not kept, or never was.
        case unknownVersion = "unknown_version"
        /// What was once here has been taken away: a version that was withdrawn.
        case gone
        /// The path is answered, but not for this method.
        case methodNotAllowed = "method_not_allowed"
        /// The page that a cursor names belongs to another version or another question.
        case staleCursor = "stale_cursor"
        /// The request has a body, and a long one; none is needed.
        case bodyTooLarge = "body_too_large"
        /// The head of the request has too many header fields, or too long ones.
        case headTooLarge = "head_too_large"
        /// What was sent is not a request.
        case malformedRequest = "malformed_request"
        /// The request lacks a token or a signature that is right.
        case unauthorized
        /// The client asks more often than it may.
        case rateLimited = "rate_limited"
        /// No part of the file lies in the range.
        case rangeNotSatisfiable = "range_not_satisfiable"
        /// The server has no bundle to answer from now.
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

    /// What is wrong with one part of the request.
    public struct Detail: Codable, Hashable, Sendable {
        /// The parameter, or the part of the path: `at`, `id`, `path`.
        public var field: String
        /// What is wrong with it, and what would be right.
        public var message: String

        /// One detail.
        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The cause.
    public var code: Code
    /// A sentence that a person can act on.
    public var message: String
    /// What is wrong, part by part; never empty where the status is 4xx.
    public var details: [Detail]

    /// A failure of one field, with the same words for the field as for the whole.
    public init(_ code: Code, field: String, _ message: String) {
        self.init(code, message, details: [Detail(field: field, message: message)])
    }

    /// A failure of several fields, or of none.
    public init(_ code: Code, _ message: String, details: [Detail] = []) {
        self.code = code
        self.message = message
        self.details = details
    }
}

extension APIFailure {
    /// The parameters that take a day, or a time of one.
    private static let dayParameters: Set = ["at", "date"]

    /// Whether a day or time of another form was asked for.
    public var isAboutDays: Bool {
        code == .badValue && details.contains { Self.dayParameters.contains($0.field) }
    }

    /// The failure with the days that the feed has, where it is about days: whoever asked knows then
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
