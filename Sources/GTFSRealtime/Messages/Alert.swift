/// A text for riders about a part of the network.
public struct Alert: Sendable {
    /// Why; `UNKNOWN_CAUSE` if nil.
    public private(set) var cause: Cause?
    /// The consequence; `UNKNOWN_EFFECT` if nil.
    public private(set) var effect: Effect?
    /// How serious it is; `UNKNOWN_SEVERITY` if nil.
    public private(set) var severityLevel: SeverityLevel?

    private let slice: MessageSlice
    private var places = Places()

    private struct Places {
        var url = FieldPlace()
        var headerText = FieldPlace()
        var descriptionText = FieldPlace()
        var ttsHeaderText = FieldPlace()
        var ttsDescriptionText = FieldPlace()
        var image = FieldPlace()
        var imageAlternativeText = FieldPlace()
        var causeDetail = FieldPlace()
        var effectDetail = FieldPlace()
    }

    /// When riders shall see it; always if there is none, and no ``communicationPeriods``. Deprecated in favor
    /// of these and ``impactPeriods``.
    public var activePeriods: RepeatedField<TimeRange> { RepeatedField(slice, Key.activePeriods) }

    /// When riders shall see it; ``activePeriods`` if there is none.
    public var communicationPeriods: RepeatedField<TimeRange> {
        RepeatedField(slice, Key.communicationPeriods)
    }

    /// When service is affected; ``activePeriods`` if there is none.
    public var impactPeriods: RepeatedField<TimeRange> { RepeatedField(slice, Key.impactPeriods) }

    /// The affected parts of the network.
    public var informedEntities: RepeatedField<EntitySelector> {
        RepeatedField(slice, Key.informedEntities)
    }

    /// A page with more.
    public var url: TranslatedString? { text(.url, places.url) }

    /// The title.
    public var headerText: TranslatedString? { text(.headerText, places.headerText) }

    /// The text.
    public var descriptionText: TranslatedString? { text(.descriptionText, places.descriptionText) }

    /// The title, to be spoken.
    public var ttsHeaderText: TranslatedString? { text(.ttsHeaderText, places.ttsHeaderText) }

    /// The text, to be spoken.
    public var ttsDescriptionText: TranslatedString? {
        text(.ttsDescriptionText, places.ttsDescriptionText)
    }

    /// A picture, such as a map of a detour.
    public var image: TranslatedImage? {
        slice.message(Key.image, at: places.image).map(TranslatedImage.init(reading:))
    }

    /// The picture, described.
    public var imageAlternativeText: TranslatedString? {
        text(.imageAlternativeText, places.imageAlternativeText)
    }

    /// The cause in the agency's words.
    public var causeDetail: TranslatedString? { text(.causeDetail, places.causeDetail) }

    /// The effect in the agency's words.
    public var effectDetail: TranslatedString? { text(.effectDetail, places.effectDetail) }

    private func text(_ key: Key, _ place: FieldPlace) -> TranslatedString? {
        slice.message(key, at: place).map(TranslatedString.init(reading:))
    }
}

extension Alert: ReadMessage {
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .activePeriods, .communicationPeriods, .impactPeriods, .informedEntities: break
        case .cause: field.read(&cause)
        case .effect: field.read(&effect)
        case .url: places.url.note(field)
        case .headerText: places.headerText.note(field)
        case .descriptionText: places.descriptionText.note(field)
        case .ttsHeaderText: places.ttsHeaderText.note(field)
        case .ttsDescriptionText: places.ttsDescriptionText.note(field)
        case .severityLevel: field.read(&severityLevel)
        case .image: places.image.note(field)
        case .imageAlternativeText: places.imageAlternativeText.note(field)
        case .causeDetail: places.causeDetail.note(field)
        case .effectDetail: places.effectDetail.note(field)
        }
    }
}

/// A span of time, `start` included and `end` not.
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
    /// The `direction_id` of `trips.txt`, of the route's trips; 0 is a value.
    public internal(set) var directionID: UInt32?
}

extension TimeRange: WholeMessage {
    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .start: field.read(&start)
        case .end: field.read(&end)
        }
    }
}

extension EntitySelector: WholeMessage {
    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .agencyID: field.read(&agencyID)
        case .routeID: field.read(&routeID)
        case .routeType: field.read(&routeType)
        case .trip: field.read(&trip)
        case .stopID: field.read(&stopID)
        case .directionID: field.read(&directionID)
        }
    }
}
