public import GTFSSchedule

extension Endpoint {
    /// All endpoints. If two match a path, the first counts. The paths and parameters of
    /// `schema/openapi.yaml` are written from this table.
    public static let all: [Endpoint] = [
        Endpoint(
            .feed, "feed", summary: "What the feed says of itself",
            remark: "Publisher, agencies, attributions, licence, days, box and counts."),
        Endpoint(
            .stops, "stops", summary: "Stops by text, place, box or ids",
            remark: """
                One of `q`, `near`, `bbox`, `ids` and `sids` at most; without any of them all \
                stops. `radius` and `as` need `near`, and `as` excludes `kind`.
                """,
            parameters: [
                Parameter("q", text, meaning: "Finds stops by typed text.", example: "quay"),
                Parameter("near", .place, meaning: "The stops around a place, the nearest first."),
                Parameter(
                    "radius", .integer(1...100_000),
                    meaning: """
                        How far around `near`, in meters; without it the nearest, however far.
                        """),
                Parameter(
                    "as", placeForm, usual: PlaceForm.stops.rawValue,
                    meaning: """
                        Whether platforms are stops around `near`, or their stations stand for \
                        them; {usual}.
                        """),
                Parameter("bbox", .box, meaning: "The stops in a part of the map."),
                Parameter(
                    "ids", .ids(maximum: 100), meaning: "The stops of these ids, in their order."),
                Parameter(
                    "sids", .keys(maximum: 100),
                    meaning: "The stops of these keys, in their order."),
                Parameter(
                    "kind", .words(of: StopKind.allCases.map(\.rawValue)),
                    meaning: "Of these kinds.", example: "station"),
                limit(50, component: "limit"), cursor,
            ],
            alternatives: ["q", "near", "bbox", "ids", "sids"],
            dependencies: [["radius", "near"], ["as", "near"]]),
        Endpoint(
            .stop, "stops/{id}", summary: "All about a stop",
            remark: """
                The stop, its station, platforms, entrances, levels, routes, pathways and transfers.
                """,
            id: stopID,
            parameters: [
                Parameter(
                    "date", .date, meaning: "The day whose service on demand is wanted.",
                    example: day),
                parts, realtime,
            ]),
        Endpoint(
            .departures, "stops/{id}/departures", summary: "What leaves a stop",
            remark: boardRemark, id: stopID, parameters: board + [others, cursor],
            alternatives: ["for", "n"]),
        Endpoint(
            .arrivals, "stops/{id}/arrivals", summary: "What arrives at a stop",
            remark: boardRemark, id: stopID, parameters: board + [others, cursor],
            alternatives: ["for", "n"]),
        Endpoint(
            .departureStream, "stops/{id}/departures/stream",
            summary: "The board of a stop whenever it changes",
            remark: """
                Server-sent events: `board` (an envelope of `Board`), `bundle` (a `BundleEvent`) \
                when another version answers from then on, and `failure` (an `ErrorEnvelope`) when \
                no board comes any more.
                """,
            id: stopID,
            parameters: [
                Parameter(
                    "n", .integer(1...100), usual: "20",
                    meaning: "How many departures a board has; {usual}.",
                    component: "departure_stream_n", example: "5"),
                realtime,
                Parameter(
                    "changes", .integer(0...1), usual: "0",
                    meaning: """
                        1 for events `update` and `remove` of rows after a first `board`; {usual}.
                        """,
                    example: "1"),
            ],
            statuses: [401, 404, 410, 429, 503]),
        Endpoint(
            .destinations, "stops/{id}/destinations",
            summary: "Where one can go without a change",
            remark: """
                All stops that some trip reaches from here, the nearest by calls first. Boarding \
                must be possible here, and alighting there.
                """,
            id: stopID,
            parameters: [
                Parameter(
                    "as", placeForm, usual: PlaceForm.stops.rawValue,
                    meaning: """
                        Whether platforms are destinations, or their stations stand for them; \
                        {usual}.
                        """,
                    component: "destinations_as"),
                limit(50, component: "limit"), cursor,
            ]),
        Endpoint(
            .boards, "departures", summary: "What leaves several stops", remark: boardRemark,
            parameters: [
                Parameter(
                    "stops", .ids(maximum: 100), isRequired: true,
                    meaning: "The stops whose boards are wanted, in their order.", example: "QUAY")
            ] + board, alternatives: ["for", "n"]),
        Endpoint(
            .routes, "routes", summary: "The routes by mode",
            remark: "One of `q`, `ids` and `rids` at most.",
            parameters: [
                Parameter(
                    "q", text, meaning: "Finds routes by typed text.", component: "routes_q",
                    example: "line"),
                modes,
                Parameter("agency", .id, meaning: "The routes of an agency.", example: "PLT"),
                Parameter(
                    "ids", .ids(maximum: 100), meaning: "The routes of these ids.",
                    component: "routes_ids"),
                Parameter("rids", .keys(maximum: 100), meaning: "The routes of these keys."),
                cursor,
            ], alternatives: ["q", "ids", "rids"]),
        Endpoint(
            .route, "routes/{id}", summary: "A route with its directions", id: routeID,
            parameters: [parts, realtime]),
        Endpoint(
            .routeStops, "routes/{id}/stops", summary: "The stops of a route in travel order",
            id: routeID, parameters: [direction]),
        Endpoint(
            .timetable, "routes/{id}/timetable", summary: "The timetables of a route on a day",
            id: routeID,
            parameters: [
                Parameter(
                    "date", .date, meaning: "The service day; today where the agency is.",
                    component: "timetable_date", example: day),
                direction,
            ]),
        Endpoint(
            .trip, "trips/{id}", summary: "A trip with its calls",
            remark: "`date` or `at`, not both. `start_time` needs one of them.",
            id: Parameter(
                "id", .id, meaning: "The `trip_id`, percent-encoded as one segment.",
                component: "trip_id", example: "T1-WD-N1"),
            parameters: [
                Parameter(
                    "date", .date, meaning: "The service day, whose instants are wanted.",
                    component: "trip_date", example: day),
                Parameter(
                    "at", .moment,
                    meaning: "The run that is nearest to a time, on whichever service day.",
                    component: "trip_at", example: morning),
                startTime, parts, realtime,
            ],
            alternatives: ["date", "at"], dependencies: [["start_time", "date", "at"]]),
        Endpoint(
            .shape, "shapes/{id}", summary: "A path",
            remark: """
                `from` and `to` need each other, and `trip` needs them; without it any trip that \
                takes the path will do.
                """,
            id: Parameter(
                "id", .id, meaning: "The `shape_id`, percent-encoded as one segment.",
                component: "shape_id", example: "T1N"),
            parameters: [
                Parameter(
                    "format", .word(of: ShapeFormat.allCases.map(\.rawValue)),
                    usual: ShapeFormat.polyline6.rawValue,
                    meaning: "How the path is written; {usual}.", example: "geojson"),
                Parameter(
                    "trip", .id,
                    meaning: """
                        The trip whose part of the path is wanted; without it any that takes the \
                        path.
                        """),
                Parameter(
                    "from", stopSequence, meaning: "The stop_sequence where the part begins."),
                Parameter("to", stopSequence, meaning: "The stop_sequence where the part ends."),
            ],
            dependencies: [["trip", "from"], ["from", "to"], ["to", "from"]]),
        Endpoint(.agencies, "agencies", summary: "The agencies"),
        Endpoint(
            .services, "services", summary: "The services with their days",
            parameters: [
                Parameter(
                    "date", .date, meaning: "The services that run on a day.",
                    component: "services_date", example: day),
                limit(100, component: "services_limit"), cursor,
            ]),
        Endpoint(
            .fares, "fares", summary: "What rides cost",
            parameters: [
                Parameter(
                    "route", .id, meaning: "Of Fares v1, those that hold for a route.",
                    component: "fares_route", example: "T1"),
                cursor,
            ]),
        Endpoint(
            .transfers, "transfers", summary: "The ways to change",
            parameters: [
                Parameter(
                    "stop", .id, meaning: "The ways to change at a stop, or in its station.",
                    example: "QUAY"),
                limit(100, component: "transfers_limit"), cursor,
            ]),
        Endpoint(
            .pathways, "pathways", summary: "The ways on foot",
            parameters: [
                Parameter(
                    "stop", .id, meaning: "The ways on foot at a stop, or in its station.",
                    component: "pathways_stop", example: "QUAY"),
                limit(100, component: "pathways_limit"), cursor,
            ]),
        Endpoint(
            .bookingRule, "booking_rules/{id}", summary: "How to book service on demand",
            id: Parameter(
                "id", .id, meaning: "The `booking_rule_id`, percent-encoded as one segment.",
                component: "booking_rule_id", example: "BOOK-NOW")),
        Endpoint(
            .translations, "translations", summary: "The names in other languages",
            parameters: [
                Parameter(
                    "language", .text(maximum: 100), meaning: "Those into a language.",
                    example: "ar"),
                limit(100, component: "translations_limit"), cursor,
            ]),
        Endpoint(
            .extensions, "extensions",
            summary: "The files and columns that the reference does not know",
            remark: "None where the feed has none, or the bundle was built without them."),
        Endpoint(
            .extensionRows, "extensions/{table}", summary: "The rows of one of them",
            remark: "In the order of the file.",
            id: Parameter(
                "table", .id, meaning: "The name of a table of `/extensions`.",
                example: "x_facilities"),
            parameters: [limit(100, component: "transfers_limit"), cursor]),
        Endpoint(
            .tables, "tables", summary: "The tables of the bundle with their rows and bytes",
            remark: """
                All that `gtfs inspect` counts. Bytes are left out where this SQLite cannot tell \
                them.
                """),
        Endpoint(
            .alerts, "alerts", summary: "Texts for riders about the network",
            remark: """
                From live data: never below `/versions/`. `stop`, `route`, `trip` and `scope` find \
                what is about that thing, and without them all is found.
                """,
            parameters: [
                Parameter(
                    "stop", .id,
                    meaning: "Those about a stop, and about places above and below it.",
                    component: "alerts_stop", example: "CJ_P2"),
                Parameter(
                    "route", .id, meaning: "Those about a route, or a direction of it.",
                    component: "alerts_route", example: "T1"),
                Parameter(
                    "trip", .id,
                    meaning: """
                        Those about a trip, its calls and its stops; with `date` about that run.
                        """,
                    component: "alerts_trip", example: "T1-WD-N1"),
                Parameter(
                    "date", .date, meaning: "The service day of the run of `trip`.",
                    component: "alerts_date", example: day),
                startTime,
                Parameter(
                    "scope", .word(of: AlertScope.allCases.map(\.rawValue)),
                    meaning: "`feed` for those about the feed as a whole.", example: "feed"),
                Parameter(
                    "agency", .id, meaning: "Those that name an agency, or a route of it.",
                    component: "alerts_agency", example: "PLT"),
                Parameter(
                    "mode", mode,
                    meaning: "Those that name a route of these modes, or a kind of routes.",
                    component: "alerts_mode", example: "rail"),
                Parameter(
                    "active", .moment,
                    meaning: "Those that riders shall see at this moment; without it all.",
                    example: morning),
                limit(100, component: "alerts_limit"), cursor,
            ],
            alternatives: ["stop", "route", "trip", "scope"],
            dependencies: [["date", "trip"], ["start_time", "date"]]),
        Endpoint(
            .alert, "alerts/{id}", summary: "A text for riders",
            remark: "From live data: never below `/versions/`.",
            id: Parameter(
                "id", .id, meaning: "The `id` of an alert, percent-encoded as one segment.",
                component: "alert_id", example: "lift")),
        Endpoint(
            .vehicles, "vehicles", summary: "Where vehicles are",
            remark: "From live data: never below `/versions/`.",
            parameters: [
                Parameter(
                    "bbox", .box, meaning: "The vehicles in a part of the map.",
                    component: "vehicles_bbox"),
                Parameter(
                    "route", .id, meaning: "On runs of a route.", component: "vehicles_route",
                    example: "T1"),
                Parameter(
                    "trip", .id, meaning: "On runs of a trip.", component: "vehicles_trip"),
                Parameter(
                    "ids", .ids(maximum: 100), meaning: "The vehicles of these ids.",
                    component: "vehicles_ids"),
                limit(100, component: "vehicles_limit"), cursor,
            ]),
        Endpoint(
            .realtime, "realtime",
            summary: "The sources of live data, and how it fits the timetable",
            remark: "Below `/versions/` there is none: no sources."),
        Endpoint(
            .manifest, "bundle/manifest", summary: "The manifest of a publish folder, byte by byte",
            remark: """
                Its signature is the file `manifest-<first 16 digits of its SHA-256>.sig` beside it.
                """),
        Endpoint(
            .file, "bundle/{name}", summary: "A file that the manifest names",
            remark: "Ranges are answered, also with `If-Range`.",
            id: Parameter(
                "name", .id, meaning: "A name that the manifest has.", component: "file_name"),
            statuses: [206, 304, 401, 404, 410, 416, 429, 503]),
        Endpoint(
            .root, "", scope: .server, summary: "The title of the server", response: "Message",
            statuses: [304, 401, 429]),
        Endpoint(
            .ping, "api/ping", scope: .server, summary: "Whether the process answers",
            response: "Message", statuses: []),
        Endpoint(
            .feeds, "api/v1/feeds", scope: .server, summary: "The feeds of the server",
            statuses: [304, 401, 429]),
        Endpoint(
            .status, "status", scope: .server, summary: "How the server and its feeds do",
            statuses: [401, 429]),
        Endpoint(
            .openapi, "openapi.yaml", scope: .server, summary: "This file", response: "Contract",
            statuses: [304, 401, 429]),
        Endpoint(
            .healthz, "healthz", scope: .server, summary: "Whether the process lives",
            response: "Words", statuses: []),
        Endpoint(
            .readyz, "readyz", scope: .server, summary: "Whether the server can answer",
            parameters: [
                Parameter(
                    "live", .integer(0...1), usual: "0",
                    meaning: """
                        1 for a server that is ready once a message of each feed with sources of \
                        live data has arrived, however old; {usual}.
                        """,
                    example: "1")
            ],
            response: "Words", statuses: [503]),
        Endpoint(
            .metrics, "metrics", scope: .server,
            summary: "Figures for Prometheus, on an address of their own", response: "Figures",
            statuses: [404]),
    ]

    private static let board = [
        Parameter(
            "at", .instant, meaning: "From when on; now, cut to the minute.", example: morning),
        Parameter("for", .duration, meaning: "For how long.", example: "90m"),
        Parameter(
            "n", .integer(1...500), usual: "20",
            meaning: "How many; {usual} where `for` is not given either."),
        Parameter("route", .ids(maximum: 20), meaning: "On these routes."),
        modes, direction, realtime,
    ]
    private static let boardRemark = "`for` or `n`, not both."

    private static let stopID = Parameter(
        "id", .id,
        meaning: "The `stop_id` or `sid:` and its key, percent-encoded as one segment.",
        component: "stop_id", example: "QUAY")
    private static let routeID = Parameter(
        "id", .id,
        meaning: "The `route_id` or `rid:` and its key, percent-encoded as one segment.",
        component: "route_id", example: "T1")
    private static let realtime = Parameter(
        "realtime", .word(of: RealtimeWish.allCases.map(\.rawValue)),
        usual: RealtimeWish.on.rawValue,
        meaning: """
            Whether live data counts, where the feed has any; {usual}. `off` gives the plain \
            timetable.
            """,
        example: "on")
    private static let startTime = Parameter(
        "start_time", .time,
        meaning: "The run of a trip of frequencies.txt, by when it leaves its first stop.")
    private static let cursor = Parameter(
        "cursor", .cursor,
        meaning: "Goes on where an answer to the same question ended or began.")
    private static let direction = Parameter(
        "direction", .integer(0...1), meaning: "Of this direction_id.", example: "0")
    private static let modes = Parameter(
        "mode", mode, meaning: "Of these modes.", example: "rail")
    private static let parts = Parameter(
        "with", .word(of: DetailsPart.allCases.map(\.rawValue)),
        meaning: """
            What to add; `extensions` are the rows of unknown files and columns that have the same \
            id.
            """,
        component: "part", example: "extensions")
    private static let others = Parameter(
        "with", .ids(maximum: 99), meaning: "Other stops that the same board is of.")

    private static func limit(_ usual: Int, component: String) -> Parameter {
        Parameter(
            "limit", .integer(1...500), usual: "\(usual)",
            meaning: "How many at most; {usual}.", component: component, example: "\(usual)")
    }

    private static let text = Parameter.Form.text(maximum: Parameter.Form.longestID)
    private static let stopSequence = Parameter.Form.integer(0...Int(Int32.max))
    private static let mode = Parameter.Form.words(of: Mode.allCases.map(\.rawValue))
    private static let placeForm = Parameter.Form.word(of: PlaceForm.allCases.map(\.rawValue))

    // Of the sample.
    private static let day = "20261123"
    private static let morning = "2026-11-23T08:00:00"
}

/// The kinds of places, by the words of `kind`: the values of `location_type`.
public enum StopKind: String, CaseIterable, Codable, Sendable {
    /// A place where riders board and alight.
    case stop
    /// A building or area with platforms.
    case station
    /// A place where riders enter or leave a station.
    case entrance
    /// A point inside a station that joins pathways.
    case node
    /// A part of a platform.
    case boardingArea = "boarding_area"

    /// The value of `location_type`.
    public var locationType: LocationType {
        switch self {
        case .stop: .stop
        case .station: .station
        case .entrance: .entrance
        case .node: .genericNode
        case .boardingArea: .boardingArea
        }
    }
}

/// The form of the places around a place, by the words of `as`.
public enum PlaceForm: String, CaseIterable, Codable, Sendable {
    /// Stops with platforms, and stations.
    case stops
    /// Stations in place of their platforms, at the distance of the nearest platform.
    case stations
}

/// A part of an answer that must be requested, by the words of `with`.
public enum DetailsPart: String, CaseIterable, Codable, Sendable {
    /// Rows of files and columns that the reference does not know.
    case extensions
}

/// Whether an answer includes live data, by the words of `realtime`.
public enum RealtimeWish: String, CaseIterable, Codable, Sendable {
    /// Live data if the feed has any; the same as leaving the parameter out.
    case on
    /// The plain timetable.
    case off
}

/// The alerts that are about no stop, route or trip, by the words of `scope`.
public enum AlertScope: String, CaseIterable, Codable, Sendable {
    /// Alerts for the feed as a whole: those of an agency.
    case feed
}

/// The form in which a path is written.
public enum ShapeFormat: String, CaseIterable, Codable, Sendable {
    /// One text, as map libraries read it, with six decimals.
    case polyline6
    /// A `LineString`, or a `Point` where there is only one, with the decimals of the bundle.
    case geojson
}
