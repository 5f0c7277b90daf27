public import Foundation

/// A text for riders about a part of the network (`Alert` of GTFS Realtime). It never changes what
/// runs: an alert that says "no service" may accompany departures that are not canceled.
///
/// Texts are in the language of the source, see ``TransitSource/speaking(_:)``: the one with its
/// tag, else with its language, else without a tag, else in the feed's language, else in English,
/// else the first. They are plain text: a web page must escape them.
public struct ServiceAlert: Codable, Hashable, Sendable, Identifiable {
    /// A span of time that includes its start but not its end. Nil means open. The offsets are those
    /// of the clock at the stop for alerts of a board or of a stop's details, else of the feed's.
    public struct Period: Codable, Hashable, Sendable {
        /// The first instant.
        public var start: LocalInstant?
        /// The first instant after it.
        public var end: LocalInstant?

        /// Creates a period.
        public init(start: LocalInstant? = nil, end: LocalInstant? = nil) {
            self.start = start
            self.end = end
        }

        /// Returns whether an instant is in the span.
        public func contains(_ instant: Date) -> Bool {
            start.map { $0.date <= instant } ?? true && end.map { instant < $0.date } ?? true
        }
    }

    /// A picture, such as a map of a detour.
    public struct Image: Codable, Hashable, Sendable {
        /// The URL of the image.
        public var url: String
        /// The image's format, such as `image/png`.
        public var mediaType: String?

        /// Creates an image.
        public init(url: String, mediaType: String? = nil) {
            self.url = url
            self.mediaType = mediaType
        }
    }

    /// Identifies the alert within its source: the `id` of the entity. If another alert has the
    /// same, a number follows, such as `17#2`.
    public var id: String
    /// The title.
    public var headerText: String?
    /// The text, which does not repeat the title.
    public var descriptionText: String?
    /// The URL of a page with more information.
    public var url: String?
    /// The title, to be spoken.
    public var ttsHeaderText: String?
    /// The text, to be spoken.
    public var ttsDescriptionText: String?
    /// A value of the reference, such as `STRIKE`; a number that this version does not know stays a
    /// number.
    public var cause: String
    /// The cause in the agency's words.
    public var causeDetail: String?
    /// A value of the reference, such as `DETOUR`; a number that this version does not know stays a
    /// number.
    public var effect: String
    /// The effect in the agency's words.
    public var effectDetail: String?
    /// A value of the reference: `SEVERE`, `WARNING`, `INFO` or `UNKNOWN_SEVERITY`, or a number.
    public var severityLevel: String
    /// A picture.
    public var image: Image?
    /// A description of the picture.
    public var imageAlternativeText: String?
    /// When to show the alert to riders; always if empty.
    public var communicationPeriods: [Period]
    /// When service is affected; always if empty.
    public var impactPeriods: [Period]
    /// The parts of the network that the alert applies to: any of them.
    public var informedEntities: [InformedEntity]

    /// Creates a service alert.
    public init(
        id: String, headerText: String? = nil, descriptionText: String? = nil, url: String? = nil,
        ttsHeaderText: String? = nil, ttsDescriptionText: String? = nil,
        cause: String = "UNKNOWN_CAUSE", causeDetail: String? = nil,
        effect: String = "UNKNOWN_EFFECT", effectDetail: String? = nil,
        severityLevel: String = "UNKNOWN_SEVERITY", image: Image? = nil,
        imageAlternativeText: String? = nil, communicationPeriods: [Period] = [],
        impactPeriods: [Period] = [], informedEntities: [InformedEntity] = []
    ) {
        self.id = id
        self.headerText = headerText
        self.descriptionText = descriptionText
        self.url = url
        self.ttsHeaderText = ttsHeaderText
        self.ttsDescriptionText = ttsDescriptionText
        self.cause = cause
        self.causeDetail = causeDetail
        self.effect = effect
        self.effectDetail = effectDetail
        self.severityLevel = severityLevel
        self.image = image
        self.imageAlternativeText = imageAlternativeText
        self.communicationPeriods = communicationPeriods
        self.impactPeriods = impactPeriods
        self.informedEntities = informedEntities
    }

    /// Returns whether to show the alert to riders at a moment.
    public func isShown(at moment: Date) -> Bool {
        communicationPeriods.isEmpty || communicationPeriods.contains { $0.contains(moment) }
    }

    /// Returns whether service is affected at a moment, such as that of a call.
    public func isInForce(at moment: Date) -> Bool {
        impactPeriods.isEmpty || impactPeriods.contains { $0.contains(moment) }
    }
}

extension ServiceAlert {
    /// Returns the alert with the offset of a zone's clock in its periods.
    package func converted(to zone: TimeZone) -> ServiceAlert {
        func converted(_ periods: [Period]) -> [Period] {
            periods.map {
                Period(start: $0.start?.converted(to: zone), end: $0.end?.converted(to: zone))
            }
        }
        var alert = self
        alert.communicationPeriods = converted(communicationPeriods)
        alert.impactPeriods = converted(impactPeriods)
        return alert
    }
}

/// A part of the network: whatever matches all of its values (`EntitySelector` of GTFS Realtime).
public struct InformedEntity: Codable, Hashable, Sendable {
    /// A run, as the message names it.
    public struct Trip: Codable, Hashable, Sendable {
        /// The `trip_id`.
        public var tripID: String?
        /// The `route_id` of the descriptor.
        public var routeID: String?
        /// The `direction_id` of the descriptor.
        public var directionID: Int?
        /// The service day.
        public var startDate: String?
        /// When the run starts.
        public var startTime: String?

        /// Creates a trip.
        public init(
            tripID: String? = nil, routeID: String? = nil, directionID: Int? = nil,
            startDate: String? = nil, startTime: String? = nil
        ) {
            self.tripID = tripID
            self.routeID = routeID
            self.directionID = directionID
            self.startDate = startDate
            self.startTime = startTime
        }
    }

    /// The narrowest part that a selector names.
    public enum Scope: String, CaseIterable, Codable, Sendable {
        /// An agency: the runs of its routes, or the whole feed if it has no other agency.
        case agency
        /// The runs of all routes of a kind.
        case routeType = "route_type"
        /// The runs of a route, or of one direction of it.
        case route
        /// A stop, and the places below it.
        case stop
        /// The calls of a route, or of routes of a kind, at a stop.
        case stopOnRoute = "stop_on_route"
        /// A run.
        case trip
        /// The call of a run at a stop.
        case stopOnTrip = "stop_on_trip"
        /// Nothing that can be identified.
        case unknown
    }

    /// The `agency_id`.
    public var agencyID: String?
    /// The `route_id`.
    public var routeID: String?
    /// The `route_type`, basic or extended.
    public var routeType: Int?
    /// The `direction_id`, for the runs of the route.
    public var directionID: Int?
    /// A run.
    public var trip: Trip?
    /// The `stop_id`.
    public var stopID: String?

    /// Creates an informed entity.
    public init(
        agencyID: String? = nil, routeID: String? = nil, routeType: Int? = nil,
        directionID: Int? = nil, trip: Trip? = nil, stopID: String? = nil
    ) {
        self.agencyID = agencyID
        self.routeID = routeID
        self.routeType = routeType
        self.directionID = directionID
        self.trip = trip
        self.stopID = stopID
    }

    /// The narrowest part: an alert for a route at a stop applies neither to the route nor to the
    /// stop.
    public var scope: Scope {
        if trip != nil { return stopID == nil ? .trip : .stopOnTrip }
        if routeID != nil { return stopID == nil ? .route : .stopOnRoute }
        // A direction is one of a route.
        if directionID != nil { return .unknown }
        if routeType != nil { return stopID == nil ? .routeType : .stopOnRoute }
        if stopID != nil { return .stop }
        return agencyID == nil ? .unknown : .agency
    }
}

// Ids are equal when their bytes are; texts are when they look the same.
extension InformedEntity {
    private struct Exact: Hashable {
        let ids: [ExactText?]
        let codes: [Int?]
        let trip: Trip?
    }

    private var exact: Exact {
        Exact(
            ids: [agencyID?.exact, routeID?.exact, stopID?.exact],
            codes: [routeType, directionID], trip: trip)
    }

    /// Returns whether both name the same part by the same ids.
    public static func == (left: InformedEntity, right: InformedEntity) -> Bool {
        left.exact == right.exact
    }

    /// Hashes the bytes of ids.
    public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
}

extension InformedEntity.Trip {
    private struct Exact: Hashable {
        let texts: [ExactText?]
        let directionID: Int?
    }

    private var exact: Exact {
        Exact(
            texts: [tripID?.exact, routeID?.exact, startDate?.exact, startTime?.exact],
            directionID: directionID)
    }

    /// Returns whether both name the same run by the same ids.
    public static func == (left: Self, right: Self) -> Bool { left.exact == right.exact }

    /// Hashes the bytes of ids.
    public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
}
