import GTFSSchedule

/// A kind of question: a path, its parameters, and the name of its answer.
///
/// Routing, parameter checks, clients' addresses and `schema/openapi.yaml` all follow the table
/// ``all``.
public struct Endpoint: Hashable, Sendable {
    /// The names of endpoints.
    public enum Name: String, CaseIterable, Codable, Sendable {
        /// The feed's description of itself.
        case feed
        /// Stops by text, place, box or ids.
        case stops
        /// Everything about a stop.
        case stop
        /// The departures from a stop.
        case departures
        /// The arrivals at a stop.
        case arrivals
        /// The stops that can be reached from a stop without changing.
        case destinations
        /// The departures from several stops.
        case boards
        /// The board of a stop whenever it changes, as server-sent events.
        case departureStream = "departure_stream"
        /// The routes by mode.
        case routes
        /// A route with its directions.
        case route
        /// The stops of a route in travel order.
        case routeStops = "route_stops"
        /// The timetables of a route on a day.
        case timetable
        /// A trip with its calls.
        case trip
        /// A path.
        case shape
        /// The agencies.
        case agencies
        /// The services with their days.
        case services
        /// Prices.
        case fares
        /// Transfers.
        case transfers
        /// Pathways.
        case pathways
        /// How to book on-demand service.
        case bookingRule = "booking_rule"
        /// The names in other languages.
        case translations
        /// The files and columns that the reference does not know.
        case extensions
        /// The rows of one of these.
        case extensionRows = "extension_rows"
        /// The tables of the bundle, with their rows and bytes.
        case tables
        /// Texts for riders about the network, from live data.
        case alerts
        /// One of these alerts.
        case alert
        /// Where vehicles are, from live data.
        case vehicles
        /// The sources of live data, and how it fits the timetable.
        case realtime
        /// The manifest of a publish folder, byte by byte.
        case manifest
        /// A file that the manifest names.
        case file
        /// The feeds of the server.
        case feeds
        /// The state of the server and its feeds.
        case status
        /// The title of the server.
        case root
        /// Whether the process answers.
        case ping
        /// `schema/openapi.yaml`.
        case openapi
        /// Whether the process lives.
        case healthz
        /// Whether the server can answer.
        case readyz
        /// Figures for Prometheus, at a separate address.
        case metrics
    }

    /// Where the path of an endpoint begins.
    public enum Scope: Hashable, Sendable {
        /// Below `/api/v1` or `/api/v1/feeds/{feed}`, each optionally with `/versions/{version}`.
        case feed
        /// At the root of the server.
        case server
    }

    /// The question.
    public var name: Name
    /// Where ``path`` begins.
    public var scope: Scope
    /// The path without its leading slash: `stops/{id}/departures`, `api/v1/feeds`.
    public let path: String
    /// Split once because every request is compared with them.
    let segments: [String]
    package let summary: String
    package let remark: String?
    package let idParameter: Parameter?
    /// The parameters of the query.
    public var parameters: [Parameter]
    /// Parameters of which a query may have only one.
    public var alternatives: [String]
    /// Parameters that need another one: the first needs one of those after it.
    public var dependencies: [[String]]
    /// In `schema/openapi.yaml`, among the responses of all endpoints; nil for the one with the
    /// same name.
    package let response: String?
    /// Besides 200, 400 and 431, which every endpoint has.
    package let statuses: [Int]

    init(
        _ name: Name, _ path: String, scope: Scope = .feed, summary: String, remark: String? = nil,
        id: Parameter? = nil, parameters: [Parameter] = [], alternatives: [String] = [],
        dependencies: [[String]] = [], response: String? = nil,
        statuses: [Int] = [304, 401, 404, 410, 429, 503]
    ) {
        self.name = name
        self.scope = scope
        self.path = path
        segments = path.split(separator: "/").map(String.init)
        self.summary = summary
        self.remark = remark
        idParameter = id
        self.parameters = parameters
        self.alternatives = alternatives
        self.dependencies = dependencies
        self.response = response
        self.statuses = statuses
    }

    /// Whether the path contains `{id}` or `{name}`.
    public var hasID: Bool { path.contains("{") }

    /// Returns the parameter with a name; nil when there is none.
    ///
    /// ```swift
    /// let stops = Endpoint[.stops].parameter("q")
    /// let isRequired = stops?.isRequired  // false
    /// ```
    public func parameter(_ name: String) -> Parameter? {
        parameters.first { $0.name == name }
    }

    /// The endpoint with a name.
    public static subscript(name: Name) -> Endpoint {
        // Every name has an entry; a test ensures this.
        byName[name] ?? Endpoint(name, name.rawValue, summary: "")
    }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension Endpoint {
    /// What a path leads to: an endpoint, and a feed.
    public struct Match: Hashable, Sendable {
        /// The endpoint.
        public var endpoint: Endpoint
        /// The feed in the path; nil directly below `/api/v1`, and for the server's own endpoints.
        public var feed: String?
        /// The version in the path; nil for the current one.
        public var version: String?
        /// The part of the path at `{id}` or `{name}`, decoded.
        public var id: String?
    }

    /// Returns the endpoint for a path.
    ///
    /// ```swift
    /// let match = try Endpoint.matching(
    ///     path: ["api", "v1", "feeds", "city", "stops", "QUAY", "departures"])
    /// let endpoint = match.endpoint.name  // .departures
    /// let feed = match.feed  // "city"
    /// let id = match.id  // "QUAY"
    /// ```
    ///
    /// - Parameter segments: the parts between slashes, still percent-encoded, without the empty
    ///   one before the first slash: none for `/`.
    /// - Throws: `APIFailure`: ``APIFailure/Code/unknownPath``, or ``APIFailure/Code/badValue`` for
    ///   a segment that is not UTF-8.
    public static func matching(path segments: [String]) throws(APIFailure) -> Match {
        if let match = try match(.server, segments[...]) { return match }
        guard segments.starts(with: ["api", "v1"]) else { throw unknown(segments) }
        var rest = segments.dropFirst(2)
        var feed: String?
        var version: String?
        if rest.first == "feeds", rest.count > 2 {
            feed = try decoded(rest[rest.startIndex + 1], "feed")
            rest = rest.dropFirst(2)
        }
        if rest.first == "versions", rest.count > 2 {
            version = try decoded(rest[rest.startIndex + 1], "version")
            rest = rest.dropFirst(2)
        }
        guard var match = try match(.feed, rest) else { throw unknown(segments) }
        match.feed = feed
        match.version = version
        return match
    }

    /// By position: a copy of each endpoint takes longer than comparing its path.
    private static func match(
        _ scope: Scope, _ segments: ArraySlice<String>
    ) throws(APIFailure) -> Match? {
        for index in all.indices
        where all[index].segments.count == segments.count && all[index].scope == scope {
            if let match = try match(all[index], segments) { return match }
        }
        return nil
    }

    private static func match(
        _ endpoint: Endpoint, _ segments: ArraySlice<String>
    ) throws(APIFailure) -> Match? {
        var id: (name: String, text: String)?
        for (pattern, segment) in zip(endpoint.segments, segments) {
            if pattern.hasPrefix("{") {
                guard !segment.isEmpty else { return nil }
                id = (String(pattern.dropFirst().dropLast()), segment)
            } else if pattern != segment {
                return nil
            }
        }
        var match = Match(endpoint: endpoint)
        if let id { match.id = try decoded(id.text, id.name) }
        return match
    }

    private static func decoded(_ segment: String, _ field: String) throws(APIFailure) -> String {
        guard let text = PercentCoding.decodedSegment(segment), !text.isEmpty else {
            throw APIFailure(
                .badValue, field: field,
                "The \(field) in the path is not UTF-8, or holds NUL: \(segment).")
        }
        return text
    }

    private static func unknown(_ segments: [String]) -> APIFailure {
        let path = "/" + segments.joined(separator: "/")
        let paths = all.map { endpoint in
            (endpoint.scope == .feed ? "/api/v1/" : "/") + endpoint.path
        }
        let hint =
            ClosestWord.to(path, among: paths).map { "did you mean \($0)?" }
            ?? "/openapi.yaml lists all paths."
        return APIFailure(.unknownPath, field: "path", "Nothing has the path \(path); \(hint)")
    }
}
