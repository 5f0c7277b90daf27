import GTFSSchedule
package import TransitModel

/// A path, its parameters, and the name of its answer.
///
/// Routing, parameter checks, clients' addresses and `schema/openapi.yaml` all follow the table
/// ``all``.
package struct Endpoint: Hashable, Sendable {
    package enum Name: String, CaseIterable, Sendable {
        case feed, stops, stop, departures, arrivals, destinations, boards
        case departureStream = "departure_stream"
        case routes, route
        case routeStops = "route_stops"
        case timetable, trip, shape, agencies, services, fares, transfers, pathways
        case bookingRule = "booking_rule"
        case translations, extensions
        case extensionRows = "extension_rows"
        case tables, alerts, alert, vehicles, realtime, manifest, file
        case feeds, status, root, ping, openapi, healthz, readyz, metrics
    }

    package enum Scope: Sendable {
        /// Below `/api/v1` or `/api/v1/feeds/{feed}`, each optionally with `/versions/{version}`.
        case feed
        /// At the root of the server.
        case server
    }

    package let name: Name
    package let scope: Scope
    /// Without its leading slash: `stops/{id}/departures`, `api/v1/feeds`.
    package let path: String
    /// Split once because every request is compared with them.
    let segments: [String]
    package let summary: String
    package let remark: String?
    package let idParameter: Parameter?
    package var parameters: [Parameter]
    /// Parameters of which a query may have only one.
    package let alternatives: [String]
    /// Parameters that need another one: the first needs one of those after it.
    package let dependencies: [[String]]
    /// The kinds of live data that answers have; several where they are about all.
    package let live: Set<RealtimeState.Kind>
    /// The parameters that fix the moment of an answer, which is about now if it has none of them.
    package let moments: [String]
    /// In `schema/openapi.yaml`, among the responses of all endpoints; nil for the one with the
    /// same name.
    package let response: String?
    /// Besides 200, 400 and 431, which every endpoint has.
    package let statuses: [Int]

    init(
        _ name: Name, _ path: String, scope: Scope = .feed, summary: String, remark: String? = nil,
        id: Parameter? = nil, parameters: [any ParameterDescription] = [],
        alternatives: [String] = [], dependencies: [[String]] = [],
        live: Set<RealtimeState.Kind> = [], moments: [String] = [], response: String? = nil,
        statuses: [Int] = [304, 401, 404, 410, 429, 503]
    ) {
        self.name = name
        self.scope = scope
        self.path = path
        segments = path.split(separator: "/").map(String.init)
        self.summary = summary
        self.remark = remark
        idParameter = id
        self.parameters = parameters.map(\.parameter)
        self.alternatives = alternatives
        self.dependencies = dependencies
        self.live = live
        self.moments = moments
        self.response = response
        self.statuses = statuses
    }

    /// Whether the path contains `{id}` or `{name}`.
    package var hasID: Bool { path.contains("{") }

    package func parameter(_ name: String) -> Parameter? {
        parameters.first { $0.name == name }
    }

    package static subscript(name: Name) -> Endpoint {
        // Every name has an entry; a test ensures this.
        byName[name] ?? Endpoint(name, name.rawValue, summary: "")
    }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension Endpoint {
    /// The endpoint of a path, with the parts that the path names.
    package struct Match: Hashable, Sendable {
        package let endpoint: Endpoint
        /// Nil directly below `/api/v1`, and for the server's own endpoints.
        package fileprivate(set) var feed: String?
        /// Nil for the current one.
        package fileprivate(set) var version: String?
        /// The part of the path at `{id}` or `{name}`, decoded.
        package fileprivate(set) var id: String?
    }

    /// - Parameter segments: the parts between slashes, still percent-encoded, without the empty
    ///   one before the first slash: none for `/`.
    /// - Throws: `APIFailure`: ``APIFailure/Code/unknownPath``, or ``APIFailure/Code/badValue`` for
    ///   a segment that is not UTF-8.
    package static func matching(path segments: [String]) throws(APIFailure) -> Match {
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
