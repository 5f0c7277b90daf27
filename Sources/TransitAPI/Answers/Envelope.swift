public import TransitModel

/// The form of every answer: its data, and information about it.
///
/// ```swift
/// let envelope = Envelope(StopDTO(stop), meta: Meta(feed: "city"))
/// let json = String(decoding: envelope.jsonBytes, as: UTF8.self)
/// ```
public struct Envelope<Payload: WireForm>: WireObject, DTO {
    /// The answer's data.
    public var data: Payload
    /// Where the answer comes from, and where it continues.
    public var meta: Meta

    /// Creates an answer.
    public init(_ data: Payload, meta: Meta = Meta()) {
        self.data = data
        self.meta = meta
    }

    init() {
        self.init(Payload(.empty))
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("data", &data)
        // Some servers say `metadata`.
        let other: StaticString = "metadata"
        wire.key(wire.has(other) ? other : "meta", &meta)
    }
}

/// Information about an answer. Everything may be left out.
public struct Meta: WireObject, DTO {
    /// The feed that answered.
    public var feed: String?
    /// The version of its bundle.
    public var bundle: String?
    /// The cursor of the next page; nil on the last one.
    public var next: String?
    /// The cursor of the previous page; nil on the first one.
    public var previous: String?
    /// The state of the live data in the answer; nil where the feed has none, or it was not
    /// requested.
    public var realtime: RealtimeMeta?
    /// Notes on what the answer alone would not show.
    public var notes: [Note] = []

    /// Creates empty information.
    public init() {}

    /// Creates information about an answer.
    public init(
        feed: String? = nil, bundle: String? = nil, next: String? = nil, previous: String? = nil,
        realtime: RealtimeMeta? = nil, notes: [Note] = []
    ) {
        self.feed = feed
        self.bundle = bundle
        self.next = next
        self.previous = previous
        self.realtime = realtime
        self.notes = notes
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("feed", &feed)
        wire.optional("bundle", &bundle)
        wire.optional("next", &next)
        wire.optional("previous", &previous)
        wire.optional("realtime", &realtime)
        wire.optional("notes", &notes)
    }
}

/// The state of the live data in an answer. Its age changes every second, so only the header
/// `Realtime-At` tells it.
public struct RealtimeMeta: WireObject, DTO {
    /// How fresh the data is; a word of a later server keeps its text.
    public var state: WireWord<RealtimeState.Freshness> = WireWord(.expired)

    init() {}

    /// Creates the wire form of a state.
    public init(_ freshness: RealtimeState.Freshness) {
        state = WireWord(freshness)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("state", &state)
    }
}

/// A remark about an answer: it is right, but perhaps not what was meant.
public struct Note: WireObject, DTO {
    /// The codes of notes, one for each cause.
    public enum Code: String, CaseIterable, Sendable {
        /// The requested day is not one of the feed's days, so nothing runs.
        case outsideFeed = "outside_feed"
        /// The trip does not run on the requested day, which is one of the feed's.
        case notRunning = "not_running"
        /// Some of the requested ids are not in the feed.
        case missingIDs = "missing_ids"
        /// Clocks went forward over the requested local time.
        case skippedLocalTime = "skipped_local_time"
        /// Clocks went back over the requested local time; the first of the two times is meant.
        case repeatedLocalTime = "repeated_local_time"
        /// Some trips of the requested day are in no timetable, because the feed does not define
        /// their stops, or gives none.
        case hiddenTrips = "hidden_trips"
        /// Rows of the timetable lack calls, because the feed does not define their stops.
        case hiddenCalls = "hidden_calls"
        /// There is more than an answer can hold, and there is no next page.
        case truncated
        /// The live data is older than it should be, but still applied.
        case realtimeStale = "realtime_stale"
        /// The live data is too old to be applied: the answer is the plain timetable.
        case realtimeExpired = "realtime_expired"
        /// No live data has arrived yet: the answer is the plain timetable.
        case realtimeMissing = "realtime_missing"
        /// Some sources of live data have sent nothing, or nothing about the present: there the
        /// answer is the plain timetable.
        case realtimePartial = "realtime_partial"
        /// The live data seems to belong to another version of the feed: few of its trips are in
        /// this one.
        case realtimeOtherVersion = "realtime_other_version"
        /// Trips make detours (`TripModifications`), which are not applied: calls that they replace
        /// are marked, but the stops that replace them are missing.
        case realtimeModified = "realtime_modified"
    }

    /// The code of the note.
    public var code: WireWord<Code> = WireWord(.truncated)
    /// The parameter that led to it.
    public var field: String?
    /// A sentence for people.
    public var message = ""
    /// The ids in question, if any.
    public var ids: [String] = []

    init() {}

    /// Creates a note.
    public init(_ code: Code, field: String? = nil, _ message: String, ids: [String] = []) {
        self.code = WireWord(code)
        self.field = field
        self.message = message
        self.ids = ids
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("code", &code)
        wire.optional("field", &field)
        wire.key("message", &message)
        wire.optional("ids", &ids)
    }
}

/// The answer to a request that fails.
public struct ErrorEnvelope: WireObject, DTO {
    /// The error.
    public var error = ErrorDTO()
    /// The feed, if one was named.
    public var meta = Meta()

    init() {}

    /// Creates the wire form of a failure.
    public init(_ failure: APIFailure, meta: Meta = Meta()) {
        error = ErrorDTO(failure)
        self.meta = meta
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("error", &error)
        wire.key("meta", &meta)
    }
}

/// The reason why a request has no answer.
public struct ErrorDTO: WireObject, DTO {
    /// The cause; a code of a later server keeps its text.
    public var code: WireWord<APIFailure.Code> = WireWord(.serverError)
    /// A sentence that a person can act on.
    public var message = ""
    /// The faults, part by part.
    public var details: [APIFailure.Detail] = []

    init() {}

    /// Creates the wire form of a failure.
    public init(_ failure: APIFailure) {
        code = WireWord(failure.code)
        message = failure.message
        details = failure.details
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("code", &code)
        wire.key("message", &message)
        wire.key("details", &details)
    }

    /// The failure that the server meant; a code that this version does not know counts as a
    /// failure of the server.
    public var failure: APIFailure {
        APIFailure(code.known ?? .serverError, message, details: details)
    }
}

extension APIFailure.Detail: WireObject {
    init() {
        self.init(field: "", message: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("field", &field)
        wire.key("message", &message)
    }
}

/// A text: the title of the server, or a sign that it answers.
public struct MessageDTO: WireObject, DTO {
    /// The text.
    public var message = ""

    init() {}

    /// Creates a message.
    public init(_ message: String) {
        self.message = message
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("message", &message)
    }
}
