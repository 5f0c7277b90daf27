package import GTFSSchedule
package import TransitModel

package enum FeedDescriptionQuestion: QuestionType {
    package typealias Answer = FeedDTO
    package static let endpoint = Endpoint(
        .feed, "feed", summary: "What the feed says of itself",
        remark: "Publisher, agencies, attributions, licence, days, box and counts.",
        live: Set(RealtimeState.Kind.allCases))
}

package enum AgenciesQuestion: QuestionType {
    package typealias Answer = ListDTO<TransitModel.Agency>
    package static let endpoint = Endpoint(.agencies, "agencies", summary: "The agencies")
}

package enum ServicesQuestion: QuestionType {
    package typealias Answer = ListDTO<ServiceDTO>

    package static let date = TypedParameter<ServiceDate?>(
        "date", meaning: "The services that run on a day.", component: "services_date")
    package static let limit = SharedParameters.limit(100, component: "services_limit")

    package static let endpoint = Endpoint(
        .services, "services", summary: "The services with their days",
        parameters: [date, limit, cursor])
}

package enum FaresQuestion: QuestionType {
    package typealias Answer = FareListDTO

    package static let route = TypedParameter<String?>(
        "route", meaning: "Of Fares v1, those that hold for a route.", component: "fares_route",
        example: "T1")

    package static let endpoint = Endpoint(
        .fares, "fares", summary: "What rides cost", parameters: [route, cursor])
}

package enum TransfersQuestion: QuestionType {
    package typealias Answer = ListDTO<Transfer>

    package static let stop = TypedParameter<String?>(
        "stop", meaning: "The ways to change at a stop, or in its station.", example: "QUAY")
    package static let limit = SharedParameters.limit(100, component: "transfers_limit")

    package static let endpoint = Endpoint(
        .transfers, "transfers", summary: "The ways to change",
        parameters: [stop, limit, cursor])
}

package enum PathwaysQuestion: QuestionType {
    package typealias Answer = ListDTO<Pathway>

    package static let stop = TypedParameter<String?>(
        "stop", meaning: "The ways on foot at a stop, or in its station.",
        component: "pathways_stop", example: "QUAY")
    package static let limit = SharedParameters.limit(100, component: "pathways_limit")

    package static let endpoint = Endpoint(
        .pathways, "pathways", summary: "The ways on foot",
        parameters: [stop, limit, cursor])
}

package enum BookingRuleQuestion: QuestionType {
    package typealias Answer = ModelDTO<BookingRule>
    package static let endpoint = Endpoint(
        .bookingRule, "booking_rules/{id}", summary: "How to book service on demand",
        id: SharedParameters.id(
            "`booking_rule_id`", component: "booking_rule_id", example: "BOOK-NOW"))
}

package enum TranslationsQuestion: QuestionType {
    package typealias Answer = TranslationListDTO

    package static let language = TypedParameter<String?>(
        "language", .text(maximum: 100), meaning: "Those into a language.", example: "ar")
    package static let limit = SharedParameters.limit(100, component: "translations_limit")

    package static let endpoint = Endpoint(
        .translations, "translations", summary: "The names in other languages",
        parameters: [language, limit, cursor])
}

package enum ExtensionsQuestion: QuestionType {
    package typealias Answer = ListDTO<ExtensionTable>
    package static let endpoint = Endpoint(
        .extensions, "extensions",
        summary: "The files and columns that the reference does not know",
        remark: "None where the feed has none, or the bundle was built without them.")
}

package enum ExtensionRowsQuestion: QuestionType {
    package typealias Answer = ModelDTO<ExtensionRows>

    package static let limit = SharedParameters.limit(100, component: "transfers_limit")

    package static let endpoint = Endpoint(
        .extensionRows, "extensions/{table}", summary: "The rows of one of them",
        remark: "In the order of the file.",
        id: Parameter(
            name: "table", form: .id, meaning: "The name of a table of `/extensions`.",
            example: "x_facilities"),
        parameters: [limit, cursor])
}

package enum TablesQuestion: QuestionType {
    package typealias Answer = ListDTO<TableDTO>
    package static let endpoint = Endpoint(
        .tables, "tables", summary: "The tables of the bundle with their rows and bytes",
        remark: """
            All that `gtfs inspect` counts. Bytes are left out where this SQLite cannot tell them.
            """)
}
