public import GTFSSchedule

extension Endpoint {
    /// Every endpoint. If two fit a path, the first counts. `schema/openapi.yaml` says what each
    /// parameter does.
    public static let all: [Endpoint] = [
        Endpoint(.feed, "feed"),
        Endpoint(
            .stops, "stops",
            parameters: [
                Parameter("q", text),
                Parameter("near", .place),
                Parameter("radius", .integer(1...100_000)),
                placeForm,
                Parameter("bbox", .box),
                Parameter("ids", .ids(maximum: 100)),
                Parameter("sids", .keys(maximum: 100)),
                Parameter("kind", .words(of: StopKind.allCases.map(\.rawValue))),
                limit, cursor,
            ],
            alternatives: ["q", "near", "bbox", "ids", "sids"],
            dependencies: [["radius", "near"], ["as", "near"]]),
        Endpoint(.stop, "stops/{id}", parameters: [date, parts, realtime]),
        Endpoint(
            .departures, "stops/{id}/departures", parameters: board + [others, cursor],
            alternatives: ["for", "n"]),
        Endpoint(
            .arrivals, "stops/{id}/arrivals", parameters: board + [others, cursor],
            alternatives: ["for", "n"]),
        Endpoint(
            .departureStream, "stops/{id}/departures/stream",
            parameters: [
                Parameter("n", .integer(1...100)), realtime,
                Parameter("changes", .integer(0...1)),
            ]),
        Endpoint(
            .destinations, "stops/{id}/destinations", parameters: [placeForm, limit, cursor]),
        Endpoint(
            .boards, "departures",
            parameters: [
                Parameter(
                    "stops", .ids(maximum: 100),
                    need: "The stops whose boards are wanted, in their order.")
            ] + board, alternatives: ["for", "n"]),
        Endpoint(
            .routes, "routes",
            parameters: [
                Parameter("q", text),
                modes,
                Parameter("agency", .id),
                Parameter("ids", .ids(maximum: 100)),
                Parameter("rids", .keys(maximum: 100)),
                cursor,
            ], alternatives: ["q", "ids", "rids"]),
        Endpoint(.route, "routes/{id}", parameters: [parts, realtime]),
        Endpoint(.routeStops, "routes/{id}/stops", parameters: [direction]),
        Endpoint(.timetable, "routes/{id}/timetable", parameters: [date, direction]),
        Endpoint(
            .trip, "trips/{id}",
            parameters: [date, Parameter("at", .moment), startTime, parts, realtime],
            alternatives: ["date", "at"], dependencies: [["start_time", "date", "at"]]),
        Endpoint(
            .shape, "shapes/{id}",
            parameters: [
                Parameter("format", .word(of: ShapeFormat.allCases.map(\.rawValue))),
                Parameter("trip", .id),
                Parameter("from", stopSequence),
                Parameter("to", stopSequence),
            ],
            dependencies: [["trip", "from"], ["from", "to"], ["to", "from"]]),
        Endpoint(.agencies, "agencies"),
        Endpoint(.services, "services", parameters: [date, limit, cursor]),
        Endpoint(.fares, "fares", parameters: [Parameter("route", .id), cursor]),
        Endpoint(.transfers, "transfers", parameters: [Parameter("stop", .id), limit, cursor]),
        Endpoint(.pathways, "pathways", parameters: [Parameter("stop", .id), limit, cursor]),
        Endpoint(.bookingRule, "booking_rules/{id}"),
        Endpoint(
            .translations, "translations",
            parameters: [Parameter("language", .text(maximum: 100)), limit, cursor]),
        Endpoint(.extensions, "extensions"),
        Endpoint(.extensionRows, "extensions/{table}", parameters: [limit, cursor]),
        Endpoint(.tables, "tables"),
        Endpoint(
            .alerts, "alerts",
            parameters: [
                Parameter("stop", .id), Parameter("route", .id), Parameter("trip", .id), date,
                startTime, Parameter("scope", .word(of: AlertScope.allCases.map(\.rawValue))),
                Parameter("agency", .id), modes, Parameter("active", .moment), limit, cursor,
            ],
            alternatives: ["stop", "route", "trip", "scope"],
            dependencies: [["date", "trip"], ["start_time", "date"]]),
        Endpoint(.alert, "alerts/{id}"),
        Endpoint(
            .vehicles, "vehicles",
            parameters: [
                Parameter("bbox", .box), Parameter("route", .id), Parameter("trip", .id),
                Parameter("ids", .ids(maximum: 100)), limit, cursor,
            ]),
        Endpoint(.realtime, "realtime"),
        Endpoint(.manifest, "bundle/manifest"),
        Endpoint(.file, "bundle/{name}"),
        Endpoint(.root, "", scope: .server),
        Endpoint(.ping, "api/ping", scope: .server),
        Endpoint(.feeds, "api/v1/feeds", scope: .server),
        Endpoint(.status, "status", scope: .server),
        Endpoint(.openapi, "openapi.yaml", scope: .server),
        Endpoint(.healthz, "healthz", scope: .server),
        Endpoint(
            .readyz, "readyz", scope: .server, parameters: [Parameter("live", .integer(0...1))]),
        Endpoint(.metrics, "metrics", scope: .server),
    ]

    private static let board = [
        Parameter("at", .instant),
        Parameter("for", .duration),
        Parameter("n", .integer(1...500)),
        Parameter("route", .ids(maximum: 20)),
        modes, direction, realtime,
    ]
    private static let realtime = Parameter(
        "realtime", .word(of: RealtimeWish.allCases.map(\.rawValue)))
    private static let startTime = Parameter("start_time", .time)
    private static let text = Parameter.Form.text(maximum: Parameter.Form.longestID)
    private static let stopSequence = Parameter.Form.integer(0...Int(Int32.max))
    private static let cursor = Parameter("cursor", .cursor)
    private static let date = Parameter("date", .date)
    private static let direction = Parameter("direction", .integer(0...1))
    private static let limit = Parameter("limit", .integer(1...500))
    private static let modes = Parameter("mode", .words(of: Mode.allCases.map(\.rawValue)))
    private static let parts = Parameter("with", .word(of: DetailsPart.allCases.map(\.rawValue)))
    private static let others = Parameter("with", .ids(maximum: 99))
    private static let placeForm = Parameter("as", .word(of: PlaceForm.allCases.map(\.rawValue)))
}

/// The kinds of places, by the words of `kind`: the values of `location_type`.
public enum StopKind: String, CaseIterable, Codable, Sendable {
    /// Where riders board and alight.
    case stop
    /// A building or area with platforms.
    case station
    /// Where riders enter or leave a station.
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
    /// Stations instead of their platforms, as far away as the nearest platform.
    case stations
}

/// A part of an answer that has to be asked for, by the words of `with`.
public enum DetailsPart: String, CaseIterable, Codable, Sendable {
    /// Rows of files and columns that the reference does not know.
    case extensions
}

/// Whether an answer has live data, by the words of `realtime`.
public enum RealtimeWish: String, CaseIterable, Codable, Sendable {
    /// Where the feed has any; the same as leaving the parameter out.
    case on
    /// The plain timetable.
    case off
}

/// The alerts that are about no stop, route or trip, by the words of `scope`.
public enum AlertScope: String, CaseIterable, Codable, Sendable {
    /// About the feed as a whole: those of an agency.
    case feed
}

/// How a path is written.
public enum ShapeFormat: String, CaseIterable, Codable, Sendable {
    /// One text, as map libraries read it, with six decimals.
    case polyline6
    /// A `LineString`, or a `Point` where there is only one, with the decimals of the bundle.
    case geojson
}
