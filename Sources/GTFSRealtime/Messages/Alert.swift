/// A text for riders about a part of the network.
public struct Alert: Sendable {
    /// The cause; `UNKNOWN_CAUSE` if nil.
    public private(set) var cause: Cause?
    /// The effect; `UNKNOWN_EFFECT` if nil.
    public private(set) var effect: Effect?
    /// How serious it is; `UNKNOWN_SEVERITY` if nil.
    public private(set) var severityLevel: SeverityLevel?

    /// When to show the alert to riders; always if empty and there are no ``communicationPeriods``.
    /// Deprecated in favor of these and ``impactPeriods``.
    public private(set) var activePeriods = RepeatedField<TimeRange>()

    /// When to show the alert to riders; ``activePeriods`` if empty.
    public private(set) var communicationPeriods = RepeatedField<TimeRange>()

    /// When service is affected; ``activePeriods`` if empty.
    public private(set) var impactPeriods = RepeatedField<TimeRange>()

    /// The affected parts of the network.
    public private(set) var informedEntities = RepeatedField<EntitySelector>()

    /// A page with more information.
    public private(set) var url: TranslatedString?

    /// The title.
    public private(set) var headerText: TranslatedString?

    /// The text.
    public private(set) var descriptionText: TranslatedString?

    /// The title, to be spoken.
    public private(set) var ttsHeaderText: TranslatedString?

    /// The text, to be spoken.
    public private(set) var ttsDescriptionText: TranslatedString?

    /// A picture, such as a map of a detour.
    public private(set) var image: TranslatedImage?

    /// A description of the picture.
    public private(set) var imageAlternativeText: TranslatedString?

    /// The cause in the agency's words.
    public private(set) var causeDetail: TranslatedString?

    /// The effect in the agency's words.
    public private(set) var effectDetail: TranslatedString?
}

extension Alert: ReadMessage {
    static let fields = Fields<Self>(
        "Alert",
        .list(1, "active_period", \.activePeriods),
        .list(2, "communication_period", \.communicationPeriods),
        .list(3, "impact_period", \.impactPeriods),
        .list(5, "informed_entity", \.informedEntities),
        .code(6, "cause", \.cause),
        .code(7, "effect", \.effect),
        .slice(8, "url", \.url),
        .slice(10, "header_text", \.headerText),
        .slice(11, "description_text", \.descriptionText),
        .slice(12, "tts_header_text", \.ttsHeaderText),
        .slice(13, "tts_description_text", \.ttsDescriptionText),
        .code(14, "severity_level", \.severityLevel),
        .slice(15, "image", \.image),
        .slice(16, "image_alternative_text", \.imageAlternativeText),
        .slice(17, "cause_detail", \.causeDetail),
        .slice(18, "effect_detail", \.effectDetail))
}

/// A span of time that includes `start` but not `end`.
public struct TimeRange: Hashable, Sendable {
    /// Seconds since 1970; no beginning if nil.
    public internal(set) var start: UInt64?
    /// Seconds since 1970; no end if nil.
    public internal(set) var end: UInt64?
}

/// A part of the network: that for which all of its values hold.
public struct EntitySelector: Hashable, Sendable {
    /// The `agency_id` of `agency.txt`.
    public internal(set) var agencyID: String?
    /// The `route_id` of `routes.txt`.
    public internal(set) var routeID: String?
    /// The `route_type` of `routes.txt`.
    public internal(set) var routeType: Int32?
    /// A run.
    public internal(set) var trip: TripDescriptor?
    /// The `stop_id` of `stops.txt`.
    public internal(set) var stopID: String?
    /// The `direction_id` of `trips.txt`, for the route's trips; 0 is a value.
    public internal(set) var directionID: UInt32?
}

extension TimeRange: WholeMessage {
    static let fields = Fields<Self>(
        "TimeRange",
        .value(1, "start", \.start),
        .value(2, "end", \.end))
}

extension EntitySelector: WholeMessage {
    static let fields = Fields<Self>(
        "EntitySelector",
        .value(1, "agency_id", \.agencyID),
        .value(2, "route_id", \.routeID),
        .value(3, "route_type", \.routeType),
        .message(4, "trip", \.trip),
        .value(5, "stop_id", \.stopID),
        .value(6, "direction_id", \.directionID))
}
