import TransitModel

/// `translations.txt` may have its names in other languages.
protocol Translatable {
    /// Without its extension.
    static var translationTable: String { get }
    static var translatedFields: [(name: String, path: WritableKeyPath<Self, String?>)] { get }
    /// Translations refer to the row by it; nil when its file has none.
    var translationRecord: String? { get }
}

extension Translatable {
    func translated(_ rows: TranslationRows) throws -> Self {
        var values: [String: String] = [:]
        for field in Self.translatedFields {
            if let text = self[keyPath: field.path], !text.isEmpty { values[field.name] = text }
        }
        guard !values.isEmpty else { return self }
        let texts = try rows.translations(
            table: Self.translationTable, record: translationRecord, values: values)
        var translated = self
        for field in Self.translatedFields {
            if let text = texts[field.name] { translated[keyPath: field.path] = text }
        }
        return translated
    }
}

extension Stop: Translatable {
    static let translationTable = "stops"
    static var translatedFields: [(name: String, path: WritableKeyPath<Stop, String?>)] {
        [
            ("stop_name", \.nameOrNil), ("stop_desc", \.stopDesc), ("stop_url", \.stopURL),
            ("stop_code", \.stopCode), ("platform_code", \.platformCode),
        ]
    }
    var translationRecord: String? { stopID }
    private var nameOrNil: String? {
        get { stopName }
        set { stopName = newValue ?? "" }
    }
}

extension Route: Translatable {
    static let translationTable = "routes"
    static var translatedFields: [(name: String, path: WritableKeyPath<Route, String?>)] {
        [
            ("route_short_name", \.shortNameOrNil), ("route_long_name", \.longNameOrNil),
            ("route_desc", \.routeDesc), ("route_url", \.routeURL),
        ]
    }
    var translationRecord: String? { routeID }
    private var shortNameOrNil: String? {
        get { routeShortName }
        set { routeShortName = newValue ?? "" }
    }
    private var longNameOrNil: String? {
        get { routeLongName }
        set { routeLongName = newValue ?? "" }
    }
}

extension Trip: Translatable {
    static let translationTable = "trips"
    static var translatedFields: [(name: String, path: WritableKeyPath<Trip, String?>)] {
        [("trip_headsign", \.tripHeadsign), ("trip_short_name", \.tripShortName)]
    }
    var translationRecord: String? { tripID }
}

extension Agency: Translatable {
    static let translationTable = "agency"
    static var translatedFields: [(name: String, path: WritableKeyPath<Agency, String?>)] {
        [
            ("agency_name", \.agencyName), ("agency_url", \.agencyURL),
            ("agency_phone", \.agencyPhone), ("agency_fare_url", \.agencyFareURL),
            ("agency_email", \.agencyEmail),
        ]
    }
    var translationRecord: String? { agencyID }
}

extension Level: Translatable {
    static let translationTable = "levels"
    static var translatedFields: [(name: String, path: WritableKeyPath<Level, String?>)] {
        [("level_name", \.levelName)]
    }
    var translationRecord: String? { levelID }
}

extension Pathway: Translatable {
    static let translationTable = "pathways"
    static var translatedFields: [(name: String, path: WritableKeyPath<Pathway, String?>)] {
        [
            ("signposted_as", \.signpostedAs),
            ("reversed_signposted_as", \.reversedSignpostedAs),
        ]
    }
    var translationRecord: String? { pathwayID?.text }
}

extension FeedInfo: Translatable {
    static let translationTable = "feed_info"
    static var translatedFields: [(name: String, path: WritableKeyPath<FeedInfo, String?>)] {
        [
            ("feed_publisher_name", \.feedPublisherName),
            ("feed_publisher_url", \.feedPublisherURL),
            ("feed_contact_email", \.feedContactEmail),
            ("feed_contact_url", \.feedContactURL),
        ]
    }
    var translationRecord: String? { nil }
}

extension Attribution: Translatable {
    static let translationTable = "attributions"
    static var translatedFields: [(name: String, path: WritableKeyPath<Attribution, String?>)] {
        [
            ("organization_name", \.organizationName), ("attribution_url", \.attributionURL),
            ("attribution_email", \.attributionEmail),
            ("attribution_phone", \.attributionPhone),
        ]
    }
    var translationRecord: String? { attributionID }
}
