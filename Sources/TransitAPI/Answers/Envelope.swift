/// The form of every answer: its data, and information about it.
///
/// ```swift
/// let envelope = Envelope(StopDTO(stop), meta: Meta(feed: "city"))
/// let json = String(decoding: envelope.jsonBytes, as: UTF8.self)
/// ```
public struct Envelope<Payload: DTO>: DTO {
    /// The answer's data.
    public var data: Payload
    /// Where the answer comes from, and where it continues.
    public var meta: Meta

    /// An answer.
    public init(_ data: Payload, meta: Meta = Meta()) {
        self.data = data
        self.meta = meta
    }

    public init(_ wire: WireReader) {
        data = wire.object("data")
        // Some servers say `metadata`.
        meta = wire.has("metadata") ? wire.object("metadata") : wire.object("meta")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(data, "data")
        wire.put(meta, "meta")
    }
}

/// Information about an answer. Everything may be left out.
public struct Meta: DTO {
    /// The feed that answered.
    public var feed: String?
    /// The version of its bundle.
    public var bundle: String?
    /// The cursor of the page after this one; nil on the last.
    public var next: String?
    /// The cursor of the page before this one; nil on the first.
    public var previous: String?
    /// Remarks about what the answer alone would not show.
    public var notes: [Note]

    /// Information about an answer.
    public init(
        feed: String? = nil, bundle: String? = nil, next: String? = nil, previous: String? = nil,
        notes: [Note] = []
    ) {
        self.feed = feed
        self.bundle = bundle
        self.next = next
        self.previous = previous
        self.notes = notes
    }

    public init(_ wire: WireReader) {
        feed = wire.optionalText("feed")
        bundle = wire.optionalText("bundle")
        next = wire.optionalText("next")
        previous = wire.optionalText("previous")
        notes = wire.optionalList("notes")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(feed, "feed")
        wire.put(bundle, "bundle")
        wire.put(next, "next")
        wire.put(previous, "previous")
        wire.putUnlessEmpty(notes, "notes")
    }
}

/// A remark about an answer: it is right, but perhaps not what was meant.
public struct Note: DTO {
    /// One code for one cause.
    public enum Code: String, CaseIterable, Sendable {
        /// The requested day is not one of the feed's days, so nothing runs.
        case outsideFeed = "outside_feed"
        /// The trip does not run on the requested day, which is one of the feed's.
        case notRunning = "not_running"
        /// Some of the requested ids are not in the feed.
        case missingIDs = "missing_ids"
        /// Clocks went forward over the requested local time.
        case skippedLocalTime = "skipped_local_time"
        /// Clocks went back over the requested local time; the first of the two is meant.
        case repeatedLocalTime = "repeated_local_time"
        /// Trips run on the requested day that are in no timetable, because the feed does not
        /// define their stops, or gives none.
        case hiddenTrips = "hidden_trips"
        /// Rows of the timetable lack calls, because the feed does not define their stops.
        case hiddenCalls = "hidden_calls"
        /// There is more than one answer can hold, and no next page.
        case truncated
    }

    /// Its subject.
    public var code: WireWord<Code>
    /// The parameter that led to it.
    public var field: String?
    /// A sentence for people.
    public var message: String
    /// The ids in question, if any.
    public var ids: [String]

    /// A remark.
    public init(_ code: Code, field: String? = nil, _ message: String, ids: [String] = []) {
        self.code = WireWord(code)
        self.field = field
        self.message = message
        self.ids = ids
    }

    public init(_ wire: WireReader) {
        code = wire.word("code", default: .truncated)
        field = wire.optionalText("field")
        message = wire.text("message")
        ids = wire.optionalTexts("ids")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(code, "code")
        wire.put(field, "field")
        wire.put(message, "message")
        wire.putUnlessEmpty(ids, "ids")
    }
}

/// The answer to a request that fails.
public struct ErrorEnvelope: DTO {
    /// The error.
    public var error: ErrorDTO
    /// The feed, if one was named.
    public var meta: Meta

    /// A failure as it is sent.
    public init(_ failure: APIFailure, meta: Meta = Meta()) {
        error = ErrorDTO(failure)
        self.meta = meta
    }

    public init(_ wire: WireReader) {
        error = wire.object("error")
        meta = wire.object("meta")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(error, "error")
        wire.put(meta, "meta")
    }
}

/// The reason why a request has no answer.
public struct ErrorDTO: DTO {
    /// The cause; a code of a later server keeps its text.
    public var code: WireWord<APIFailure.Code>
    /// A sentence that a person can act on.
    public var message: String
    /// The faults, part by part.
    public var details: [ErrorDetailDTO]

    /// A failure as it is sent.
    public init(_ failure: APIFailure) {
        code = WireWord(failure.code)
        message = failure.message
        details = failure.details.map(ErrorDetailDTO.init)
    }

    public init(_ wire: WireReader) {
        code = wire.word("code", default: .serverError)
        message = wire.text("message")
        details = wire.list("details")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(code, "code")
        wire.put(message, "message")
        wire.put(details, "details")
    }

    /// The failure that the server meant; one with a code that this version does not know counts as
    /// a failure of the server.
    public var failure: APIFailure {
        APIFailure(code.known ?? .serverError, message, details: details.map(\.detail))
    }
}

/// The fault of one part of a request.
public struct ErrorDetailDTO: DTO {
    /// The parameter, or the part of the path.
    public var field: String
    /// The fault, and the right form.
    public var message: String

    /// A detail as it is sent.
    public init(_ detail: APIFailure.Detail) {
        field = detail.field
        message = detail.message
    }

    public init(_ wire: WireReader) {
        field = wire.text("field")
        message = wire.text("message")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(field, "field")
        wire.put(message, "message")
    }

    /// The detail that the server meant.
    public var detail: APIFailure.Detail { .init(field: field, message: message) }
}

/// A text: the title of the server, or a sign that it answers.
public struct MessageDTO: DTO {
    /// The text.
    public var message: String

    /// A text.
    public init(_ message: String) {
        self.message = message
    }

    public init(_ wire: WireReader) {
        message = wire.text("message")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(message, "message")
    }
}
