import TransitModel

extension ServiceAlert: WireObject {
    init() {
        self.init(id: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("id", &id)
        wire.optional("header_text", &headerText)
        wire.optional("description_text", &descriptionText)
        wire.optional("url", &url)
        wire.optional("tts_header_text", &ttsHeaderText)
        wire.optional("tts_description_text", &ttsDescriptionText)
        wire.key("cause", &cause)
        wire.optional("cause_detail", &causeDetail)
        wire.key("effect", &effect)
        wire.optional("effect_detail", &effectDetail)
        wire.key("severity_level", &severityLevel)
        wire.optional("image", &image)
        wire.optional("image_alternative_text", &imageAlternativeText)
        wire.optional("communication_period", &communicationPeriods)
        wire.optional("impact_period", &impactPeriods)
        wire.optional("informed_entity", &informedEntities)
    }
}

extension ServiceAlert.Period: WireObject {
    init() {
        self.init(start: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("start", &start)
        wire.optional("end", &end)
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
