import GTFSSchedule

/// One thing that can be asked: a path, its parameters, and the name of its answer.
///
/// ``all`` is the one table that router, checks of parameters and addresses of clients follow;
/// `schema/openapi.yaml` says the same, which a test compares.
public struct Endpoint: Hashable, Sendable {
    /// What is asked.
    public enum Name: String, CaseIterable, Codable, Sendable {
        /// What the feed says of itself.
        case feed
        /// Stops by text, place, box or ids.
        case stops
        /// All about a stop.
        case stop
        /// What leaves a stop.
        case departures
        /// What arrives at a stop.
        case arrivals
        /// Where one can go from a stop without a change.
        case destinations
        /// What leaves several stops.
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
        /// What rides cost.
        case fares
        /// The ways to change.
        case transfers
        /// The ways on foot.
        case pathways
        /// How to book service on demand.
        case bookingRule = "booking_rule"
        /// The names in other languages.
        case translations
        /// The tables of the bundle, with their rows and bytes.
        case tables
        /// The manifest of a publish folder, byte by byte.
        case manifest
        /// A file that the manifest names.
        case file
        /// The feeds of the server.
        case feeds
        /// How the server and its feeds do.
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
        /// Figures for Prometheus, on an address of their own.
        case metrics
    }

    /// Where the path of an endpoint begins.
    public enum Scope: Hashable, Sendable {
        /// Below `/api/v1`, `/api/v1/feeds/{feed}`, and either with `/versions/{version}`.
        case feed
        /// At the root of the server.
        case server
    }

    /// What is asked.
    public var name: Name
    /// Where ``path`` begins.
    public var scope: Scope
    /// The path without the slash that it begins with: `stops/{id}/departures`, `api/v1/feeds`.
    public let path: String
    /// The parts of ``path``: taken apart once, as every request is compared with them.
    let segments: [String]
    /// What the query may say.
    public var parameters: [Parameter]
    /// Names of which a query may have one only.
    public var alternatives: [String]
    /// Names that say nothing without another: the first needs one of those after it.
    public var dependencies: [[String]]

    init(
        _ name: Name, _ path: String, scope: Scope = .feed, _ parameters: [Parameter] = [],
        alternatives: [String] = [], dependencies: [[String]] = []
    ) {
        self.name = name
        self.scope = scope
        self.path = path
        segments = path.split(separator: "/").map(String.init)
        self.parameters = parameters
        self.alternatives = alternatives
        self.dependencies = dependencies
    }

    /// Whether the path has an `{id}` or `{name}`.
    public var hasID: Bool { path.contains("{") }

    /// The parameter of a name; nil when there is none.
    public func parameter(_ name: String) -> Parameter? {
        parameters.first { $0.name == name }
    }

    /// The endpoint of a name.
    public static subscript(name: Name) -> Endpoint {
        // Every name has an entry, which a test holds.
        byName[name] ?? Endpoint(name, name.rawValue)
    }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension Endpoint {
    /// What a path asks, and of whom.
    public struct Match: Hashable, Sendable {
        /// The endpoint.
        public var endpoint: Endpoint
        /// The feed that the path names; nil below `/api/v1` itself, and for the server's own.
        public var feed: String?
        /// The version that the path names; nil for the current one.
        public var version: String?
        /// What stands for `{id}` or `{name}`, decoded.
        public var id: String?
    }

    /// The endpoint of a path.
    ///
    /// - Parameter segments: what stands between its slashes, still percent-encoded, without the
    ///   empty one before the first slash: none for `/`.
    /// - Throws: `APIFailure`: ``APIFailure/Code/unknownPath``, or ``APIFailure/Code/badValue`` for
    ///   a segment that is not UTF-8.
    public static func matching(path segments: [String]) throws(APIFailure) -> Match {
        for endpoint in all where endpoint.scope == .server {
            if let match = try match(endpoint, segments[...]) { return match }
        }
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
        for endpoint in all where endpoint.scope == .feed {
            if var match = try match(endpoint, rest) {
                match.feed = feed
                match.version = version
                return match
            }
        }
        throw unknown(segments)
    }

    private static func match(
        _ endpoint: Endpoint, _ segments: ArraySlice<String>
    ) throws(APIFailure) -> Match? {
        let wanted = endpoint.segments
        guard wanted.count == segments.count else { return nil }
        var id: (name: String, text: String)?
        for (pattern, segment) in zip(wanted, segments) {
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

    /// Says which path may have been meant.
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
