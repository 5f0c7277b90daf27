public import GTFSSchedule

extension Endpoint {
    /// Every endpoint. If two fit a path, the first counts.
    public static let all: [Endpoint] = [
        Endpoint(.feed, "feed"),
        Endpoint(
            .stops, "stops",
            parameters: [
                Parameter("q", text, documentation: "Finds stops by typed text."),
                Parameter(
                    "near", .place, documentation: "The stops around a place, the nearest first."),
                Parameter(
                    "radius", .integer(1...100_000),
                    documentation:
                        "How far around `near`, in meters; without it the nearest, however far."),
                Parameter(
                    "as", .word(of: PlaceForm.allCases.map(\.rawValue)),
                    documentation:
                        "Whether platforms are stops around `near`, or their stations stand for them; stops."
                ),
                Parameter("bbox", .box, documentation: "The stops in a part of the map."),
                Parameter(
                    "ids", .ids(maximum: 100),
                    documentation: "The stops of these ids, in their order."),
                Parameter(
                    "sids", .keys(maximum: 100),
                    documentation: "The stops of these keys, in their order."),
                Parameter(
                    "kind", .words(of: StopKind.allCases.map(\.rawValue)),
                    documentation: "Of these kinds."),
                limit(50, 500), cursor,
            ],
            alternatives: ["q", "near", "bbox", "ids", "sids"],
            dependencies: [["radius", "near"], ["as", "near"]]),
        Endpoint(
            .stop, "stops/{id}",
            parameters: [
                Parameter(
                    "date", .date, documentation: "The day whose service on demand is wanted.")
            ]),
        Endpoint(
            .departures, "stops/{id}/departures", parameters: board + [others, cursor],
            alternatives: ["for", "n"]),
        Endpoint(
            .arrivals, "stops/{id}/arrivals", parameters: board + [others, cursor],
            alternatives: ["for", "n"]),
        Endpoint(
            .departureStream, "stops/{id}/departures/stream",
            parameters: [
                Parameter(
                    "n", .integer(1...100), documentation: "How many departures a board has; 20.")
            ]),
        Endpoint(
            .destinations, "stops/{id}/destinations",
            parameters: [
                Parameter(
                    "as", .word(of: PlaceForm.allCases.map(\.rawValue)),
                    documentation:
                        "Whether platforms are destinations, or their stations stand for them; stops."
                ),
                limit(50, 500), cursor,
            ]),
        Endpoint(
            .boards, "departures",
            parameters: [
                Parameter(
                    "stops", .ids(maximum: 100), isRequired: true,
                    documentation: "The stops whose boards are wanted, in their order.")
            ] + board, alternatives: ["for", "n"]),
        Endpoint(
            .routes, "routes",
            parameters: [
                Parameter("q", text, documentation: "Finds routes by typed text."),
                modes,
                Parameter("agency", .id, documentation: "The routes of an agency."),
                Parameter("ids", .ids(maximum: 100), documentation: "The routes of these ids."),
                Parameter("rids", .keys(maximum: 100), documentation: "The routes of these keys."),
                cursor,
            ], alternatives: ["q", "ids", "rids"]),
        Endpoint(.route, "routes/{id}"),
        Endpoint(.routeStops, "routes/{id}/stops", parameters: [direction]),
        Endpoint(
            .timetable, "routes/{id}/timetable",
            parameters: [
                Parameter(
                    "date", .date, documentation: "The service day; today where the agency is."),
                direction,
            ]),
        Endpoint(
            .trip, "trips/{id}",
            parameters: [
                Parameter(
                    "date", .date, documentation: "The service day, whose instants are wanted."),
                Parameter(
                    "at", .moment,
                    documentation: "The run that is nearest to a time, on whichever service day."),
                Parameter(
                    "start_time", .time,
                    documentation:
                        "The run of a trip of frequencies.txt, by when it leaves its first stop."),
            ], alternatives: ["date", "at"], dependencies: [["start_time", "date", "at"]]),
        Endpoint(
            .shape, "shapes/{id}",
            parameters: [
                Parameter(
                    "format", .word(of: ShapeFormat.allCases.map(\.rawValue)),
                    documentation: "How the path is written; polyline6."),
                Parameter(
                    "trip", .id,
                    documentation:
                        "The trip whose part of the path is wanted; without it any that takes the path."
                ),
                Parameter(
                    "from", stopSequence, documentation: "The stop_sequence where the part begins."),
                Parameter(
                    "to", stopSequence, documentation: "The stop_sequence where the part ends."),
            ],
            dependencies: [["trip", "from"], ["from", "to"], ["to", "from"]]),
        Endpoint(.agencies, "agencies"),
        Endpoint(
            .services, "services",
            parameters: [
                Parameter("date", .date, documentation: "The services that run on a day."),
                limit(100, 500),
                cursor,
            ]),
        Endpoint(
            .fares, "fares",
            parameters: [
                Parameter("route", .id, documentation: "Of Fares v1, those that hold for a route."),
                cursor,
            ]),
        Endpoint(
            .transfers, "transfers",
            parameters: [
                Parameter(
                    "stop", .id, documentation: "The ways to change at a stop, or in its station."),
                limit(100, 500), cursor,
            ]),
        Endpoint(
            .pathways, "pathways",
            parameters: [
                Parameter(
                    "stop", .id, documentation: "The ways on foot at a stop, or in its station."),
                limit(100, 500), cursor,
            ]),
        Endpoint(.bookingRule, "booking_rules/{id}"),
        Endpoint(
            .translations, "translations",
            parameters: [
                Parameter("language", .text(maximum: 100), documentation: "Those into a language."),
                limit(100, 500), cursor,
            ]),
        Endpoint(.tables, "tables"),
        Endpoint(.manifest, "bundle/manifest"),
        Endpoint(.file, "bundle/{name}"),
        Endpoint(.root, "", scope: .server),
        Endpoint(.ping, "api/ping", scope: .server),
        Endpoint(.feeds, "api/v1/feeds", scope: .server),
        Endpoint(.status, "status", scope: .server),
        Endpoint(.openapi, "openapi.yaml", scope: .server),
        Endpoint(.healthz, "healthz", scope: .server),
        Endpoint(.readyz, "readyz", scope: .server),
        Endpoint(.metrics, "metrics", scope: .server),
    ]

    /// The parameters that the boards of stops share.
    private static let board = [
        Parameter("at", .instant, documentation: "From when on; now, cut to the minute."),
        Parameter("for", .duration, documentation: "For how long."),
        Parameter(
            "n", .integer(1...500), documentation: "How many; 20 where `for` is not given either."),
        Parameter("route", .ids(maximum: 20), documentation: "On these routes."),
        modes, direction,
    ]
    private static let text = Parameter.Form.text(maximum: Parameter.Form.longestID)
    private static let others = Parameter(
        "with", .ids(maximum: 99), documentation: "Other stops that the same board is of.")
    private static let modes = Parameter(
        "mode", .words(of: Mode.allCases.map(\.rawValue)), documentation: "Of these modes.")
    private static let direction = Parameter(
        "direction", .integer(0...1), documentation: "Of this direction_id.")
    private static let cursor = Parameter(
        "cursor", .cursor,
        documentation: "Goes on where an answer to the same question ended or began.")
    private static let stopSequence = Parameter.Form.integer(0...Int(Int32.max))

    private static func limit(_ usual: Int, _ most: Int) -> Parameter {
        Parameter("limit", .integer(1...most), documentation: "How many at most; \(usual).")
    }
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

/// How a path is written.
public enum ShapeFormat: String, CaseIterable, Codable, Sendable {
    /// One text, as map libraries read it, with six decimals.
    case polyline6
    /// A `LineString`, or a `Point` where there is only one, with the decimals of the bundle.
    case geojson
}
