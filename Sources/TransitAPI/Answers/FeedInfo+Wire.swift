public import TransitModel

extension FeedInfo: WireObject {
    init() {
        self.init(feedVersion: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("feed_publisher_name", &feedPublisherName)
        wire.optional("feed_publisher_url", &feedPublisherURL)
        wire.optional("feed_lang", &feedLang)
        wire.optional("default_lang", &defaultLang)
        wire.optional("feed_start_date", digits: &feedStartDate)
        wire.optional("feed_end_date", digits: &feedEndDate)
        wire.optional("feed_version", &feedVersion)
        wire.optional("feed_contact_email", &feedContactEmail)
        wire.optional("feed_contact_url", &feedContactURL)
    }
}

extension Wire {
    fileprivate mutating func optional(_ name: StaticString, digits number: inout Int?) {
        var date = number.flatMap(Int32.init(exactly:)).flatMap(ServiceDate.init(yyyymmdd:))
        optional(name, &date)
        number = date.map { Int($0.yyyymmdd) }
    }
}

extension Attribution: WireObject {
    init() {
        self.init(attributionID: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("attribution_id", &attributionID)
        wire.optional("agency_id", &agencyID)
        wire.optional("route_id", &routeID)
        wire.optional("trip_id", &tripID)
        wire.optional("organization_name", &organizationName)
        wire.optional("is_producer", &isProducer)
        wire.optional("is_operator", &isOperator)
        wire.optional("is_authority", &isAuthority)
        wire.optional("attribution_url", &attributionURL)
        wire.optional("attribution_email", &attributionEmail)
        wire.optional("attribution_phone", &attributionPhone)
    }
}
