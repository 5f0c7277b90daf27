package import GTFSSchedule
package import TransitModel

package enum RoutesQuestion: QuestionType {
    package typealias Answer = RouteListDTO

    package static let text = TypedParameter<String?>(
        "q", SharedParameters.text, meaning: "Finds routes by typed text.",
        component: "routes_q", example: "line")
    package static let types = SharedParameters.types
    package static let agency = TypedParameter<String?>(
        "agency", meaning: "The routes of an agency.", example: "PLT")
    package static let ids = TypedParameter<[String]>(
        "ids", meaning: "The routes of these ids.", component: "routes_ids")
    package static let rids = TypedParameter<[Int64]>(
        "rids", meaning: "The routes of these keys.")

    package static let endpoint = Endpoint(
        .routes, "routes", summary: "The routes by mode",
        remark: "One of `q`, `ids` and `rids` at most.",
        parameters: [text, types, agency, ids, rids, cursor],
        alternatives: ["q", "ids", "rids"])
}

package enum RouteQuestion: QuestionType {
    package typealias Answer = RouteDetailsDTO

    package static let part = SharedParameters.part

    package static let endpoint = Endpoint(
        .route, "routes/{id}", summary: "A route with its directions",
        id: SharedParameters.routeID, parameters: [part, realtime],
        live: [.alerts])
}

package enum RouteStopsQuestion: QuestionType {
    package typealias Answer = RouteStopsDTO

    package static let direction = SharedParameters.direction

    package static let endpoint = Endpoint(
        .routeStops, "routes/{id}/stops", summary: "The stops of a route in travel order",
        id: SharedParameters.routeID, parameters: [direction])
}

package enum TimetableQuestion: QuestionType {
    package typealias Answer = TimetableListDTO

    package static let date = TypedParameter<ServiceDate?>(
        "date", meaning: "The service day; today where the agency is.",
        component: "timetable_date")
    package static let direction = SharedParameters.direction

    package static let endpoint = Endpoint(
        .timetable, "routes/{id}/timetable", summary: "The timetables of a route on a day",
        id: SharedParameters.routeID, parameters: [date, direction], moments: ["date"])
}
