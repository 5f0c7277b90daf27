public import TransitModel

/// A source of live data, without its location, which may contain a key.
public struct RealtimeSourceDTO: WireObject, DTO {
    /// The name of the source.
    public var name = ""
    /// The kinds of entities that it sent: `trip_updates`, `vehicles`, `alerts`.
    public var kinds: [String] = []
    /// How fresh its last good message is; a word of a later server keeps its text.
    public var state: WireWord<RealtimeState.Freshness> = WireWord(.starting)
    /// When it last answered with a message, or that nothing is new; RFC 3339.
    public var fetchedAt: String?
    /// The time of its last good message; RFC 3339.
    public var headerAt: String?
    /// The age of that message, if the answer is of this moment.
    public var ageSeconds: Int?
    /// Entities of that message.
    public var entities = 0
    /// Trip updates that count on boards.
    public var matched = 0
    /// Trip updates that do not.
    public var unmatched = 0
    /// The reason why the last request returned nothing; nil when it did return something.
    public var problem: String?

    /// Creates a source that has not answered yet.
    public init() {}

    mutating func visit(_ wire: inout some Wire) {
        wire.key("name", &name)
        wire.optional("kinds", &kinds)
        wire.key("state", &state)
        wire.optional("fetched_at", &fetchedAt)
        wire.optional("header_at", &headerAt)
        wire.optional("age_seconds", &ageSeconds)
        wire.key("entities", &entities)
        wire.key("matched", &matched)
        wire.key("unmatched", &unmatched)
        wire.optional("problem", &problem)
    }
}
