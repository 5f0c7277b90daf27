package import GTFSSchedule
package import TransitModel

package enum AlertsQuestion: QuestionType {
    package typealias Answer = ListDTO<ServiceAlert>

    package static let stop = TypedParameter<String?>(
        "stop", meaning: "Those about a stop, and about places above and below it.",
        component: "alerts_stop", example: "CJ_P2")
    package static let route = TypedParameter<String?>(
        "route", meaning: "Those about a route, or a direction of it.",
        component: "alerts_route", example: "T1")
    package static let trip = TypedParameter<String?>(
        "trip",
        meaning: "Those about a trip, its calls and its stops; with `date` about that run.",
        component: "alerts_trip", example: "T1-WD-N1")
    package static let date = TypedParameter<ServiceDate?>(
        "date", meaning: "The service day of the run of `trip`.", component: "alerts_date")
    package static let startTime = SharedParameters.startTime
    package static let scope = TypedParameter<AlertScope?>(
        "scope", meaning: "`feed` for those about the feed as a whole.", example: "feed")
    package static let agency = TypedParameter<String?>(
        "agency", meaning: "Those that name an agency, or a route of it.",
        component: "alerts_agency", example: "PLT")
    package static let types = TypedParameter<[TransitModel.RouteType]>(
        "mode", meaning: "Those that name a route of these modes, or a kind of routes.",
        component: "alerts_mode", example: "rail")
    package static let moment = TypedParameter<AskedInstant?>(
        "active", .moment,
        meaning: "Those that riders shall see at this moment; without it all.")
    package static let limit = SharedParameters.limit(100, component: "alerts_limit")

    package static let endpoint = Endpoint(
        .alerts, "alerts", summary: "Texts for riders about the network",
        remark: """
            From live data: never below `/versions/`. `stop`, `route`, `trip` and `scope` find \
            what is about that thing, and without them all is found.
            """,
        parameters: [
            stop, route, trip, date, startTime, scope, agency, types, moment, limit,
            cursor,
        ],
        alternatives: ["stop", "route", "trip", "scope"],
        dependencies: [["date", "trip"], ["start_time", "date"]], live: [.alerts])
}

package enum AlertQuestion: QuestionType {
    package typealias Answer = ServiceAlert
    package static let endpoint = Endpoint(
        .alert, "alerts/{id}", summary: "A text for riders",
        remark: "From live data: never below `/versions/`.",
        id: SharedParameters.id("`id` of an alert", component: "alert_id", example: "lift"),
        live: [.alerts])
}

package enum VehiclesQuestion: QuestionType {
    package typealias Answer = ListDTO<LiveVehicle>

    package static let box = TypedParameter<BoundingBox?>(
        "bbox", meaning: "The vehicles in a part of the map.", component: "vehicles_bbox")
    package static let route = TypedParameter<String?>(
        "route", meaning: "On runs of a route.", component: "vehicles_route", example: "T1")
    package static let trip = TypedParameter<String?>(
        "trip", meaning: "On runs of a trip.", component: "vehicles_trip")
    package static let ids = TypedParameter<[String]>(
        "ids", meaning: "The vehicles of these ids.", component: "vehicles_ids")
    package static let limit = SharedParameters.limit(100, component: "vehicles_limit")

    package static let endpoint = Endpoint(
        .vehicles, "vehicles", summary: "Where vehicles are",
        remark: "From live data: never below `/versions/`.",
        parameters: [box, route, trip, ids, limit, cursor], live: [.vehicles])
}

package enum RealtimeQuestion: QuestionType {
    package typealias Answer = RealtimeReportDTO
    package static let endpoint = Endpoint(
        .realtime, "realtime", summary: "The sources of live data, and how it fits the timetable",
        remark: "Below `/versions/` there is none: no sources.",
        live: Set(RealtimeState.Kind.allCases))
}

/// The alerts that are about no stop, route or trip, by the words of `scope`.
package enum AlertScope: String, CaseIterable, AskedScalar {
    /// Alerts for the feed as a whole: those of an agency.
    case feed
}
