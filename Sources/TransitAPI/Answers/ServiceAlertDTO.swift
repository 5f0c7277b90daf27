public import Foundation
public import TransitModel

/// A text for riders about a part of the network.
public struct ServiceAlertDTO: WireObject, DTO {
    /// The alert; its periods are ``communicationPeriods`` and ``impactPeriods``.
    public private(set) var model = ServiceAlert(id: "")
    /// When riders shall see it.
    public var communicationPeriods: [PeriodDTO] = []
    /// When service is affected.
    public var impactPeriods: [PeriodDTO] = []

    /// A span of time.
    public struct PeriodDTO: WireObject, DTO {
        /// The first instant; open if missing.
        public var start: ZonedInstant?
        /// The first instant after the span; open if missing.
        public var end: ZonedInstant?

        init() {}

        init(_ period: ServiceAlert.Period, in zone: TimeZone) {
            start = period.start.map { ZonedInstant($0, in: zone) }
            end = period.end.map { ZonedInstant($0, in: zone) }
        }

        mutating func visit(_ wire: inout some Wire) {
            wire.optional("start", &start)
            wire.optional("end", &end)
        }

        var model: ServiceAlert.Period {
            ServiceAlert.Period(start: start?.date, end: end?.date)
        }
    }

    init() {}

    /// Creates the wire form of an alert, with the offset of a zone's clock in its periods.
    public init(_ alert: ServiceAlert, in zone: TimeZone) {
        model = alert
        communicationPeriods = alert.communicationPeriods.map { PeriodDTO($0, in: zone) }
        impactPeriods = alert.impactPeriods.map { PeriodDTO($0, in: zone) }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("id", &model.id)
        wire.optional("header_text", &model.headerText)
        wire.optional("description_text", &model.descriptionText)
        wire.optional("url", &model.url)
        wire.optional("tts_header_text", &model.ttsHeaderText)
        wire.optional("tts_description_text", &model.ttsDescriptionText)
        wire.key("cause", &model.cause)
        wire.optional("cause_detail", &model.causeDetail)
        wire.key("effect", &model.effect)
        wire.optional("effect_detail", &model.effectDetail)
        wire.key("severity_level", &model.severityLevel)
        wire.optional("image", &model.image)
        wire.optional("image_alternative_text", &model.imageAlternativeText)
        wire.optional("communication_period", &communicationPeriods)
        wire.optional("impact_period", &impactPeriods)
        wire.optional("informed_entity", &model.informedEntities)
        model.communicationPeriods = communicationPeriods.map(\.model)
        model.impactPeriods = impactPeriods.map(\.model)
    }
}

extension ServiceAlert.Image: WireObject {
    init() {
        self.init(url: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("url", &url)
        wire.optional("media_type", &mediaType)
    }
}

extension InformedEntity: WireObject {
    init() {
        self.init(agencyID: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        // It follows from the others, and saves readers the rule.
        var scope = scope.rawValue
        wire.key("scope", &scope)
        wire.optional("agency_id", &agencyID)
        wire.optional("route_id", &routeID)
        wire.optional("route_type", &routeType)
        wire.optional("direction_id", &directionID)
        wire.optional("trip", &trip)
        wire.optional("stop_id", &stopID)
    }
}

extension InformedEntity.Trip: WireObject {
    init() {
        self.init(tripID: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("trip_id", &tripID)
        wire.optional("route_id", &routeID)
        wire.optional("direction_id", &directionID)
        wire.optional("start_date", &startDate)
        wire.optional("start_time", &startTime)
    }
}
