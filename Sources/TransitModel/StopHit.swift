/// A stop found by a search, with what a list shows beside its name.
public struct StopHit: Hashable, Sendable, Identifiable {
    /// The stop.
    public var stop: Stop
    /// The station that the stop is part of; nil when it is part of none, or is one itself.
    public var station: Stop?
    /// The routes that call there, for badges: of those with the same name, colors and type only the
    /// first.
    public var routes: [Route]
    /// Nearby stops of the same name that this hit represents, such as those across the street;
    /// empty unless collapsing was requested.
    public var others: [Stop]

    /// Creates a stop hit.
    public init(stop: Stop, station: Stop? = nil, routes: [Route] = [], others: [Stop] = []) {
        self.stop = stop
        self.station = station
        self.routes = routes
        self.others = others
    }

    /// The key of the stop.
    public var id: Int64 { stop.sid }
    /// The stop and those that it represents: request the board of all of them.
    public var stops: [Stop] { [stop] + others }
    /// The text for a line below the name: the name of the station if it differs, else `stop_desc`;
    /// nil where the feed has neither.
    public var place: String? {
        if let name = station?.stopName, name != stop.stopName { return name }
        return stop.stopDesc.flatMap { $0.isEmpty || $0 == stop.stopName ? nil : $0 }
    }

    /// How far apart, in meters, stops of one name may be and still count as one place.
    private static let neighborhood = 250.0

    /// Hits that each represent nearby ones of the same name; stations' stops stay apart.
    static func collapsed(_ hits: [StopHit]) -> [StopHit] {
        var collapsed: [StopHit] = []
        for hit in hits {
            guard let index = collapsed.firstIndex(where: { $0.isNeighbor(of: hit) }) else {
                collapsed.append(hit)
                continue
            }
            collapsed[index].others.append(hit.stop)
            collapsed[index].routes = (collapsed[index].routes + hit.routes).unlike(\.badge)
        }
        return collapsed
    }

    private func isNeighbor(of hit: StopHit) -> Bool {
        guard station == nil, hit.station == nil, stop.kind == .stop, hit.stop.kind == .stop,
            stop.stopName == hit.stop.stopName, let place = stop.coordinate,
            let other = hit.stop.coordinate
        else { return false }
        return place.meters(to: other) <= Self.neighborhood
    }
}

extension TransitSource {
    /// Finds stops as the user types, with what a list shows beside their names; see
    /// ``TransitSource/stops(matching:limit:)``.
    ///
    /// ```swift
    /// let hits = try await source.hits(matching: "quay wharf", limit: 3)
    /// let badges = hits.first?.routes.map(\.name)  // ["F1"]
    /// ```
    ///
    /// - Parameters:
    ///   - text: the text as typed.
    ///   - limit: the maximum number of stops, before any are collapsed.
    ///   - isCollapsing: whether one hit represents nearby stops of the same name that belong to no
    ///     station, such as those across the street.
    public func hits(
        matching text: String, limit: Int = 20, collapsingNeighbors isCollapsing: Bool = false
    ) async throws -> [StopHit] {
        try await answering { source in
            let stops = try await source.stops(matching: text, limit: limit)
            // Together: each may be a request.
            let hits = try await withThrowingTaskGroup(of: (Int, StopHit).self) { group in
                for (index, stop) in stops.enumerated() {
                    group.addTask {
                        let details = try await source.details(of: stop)
                        let station = details.station?.sid == stop.sid ? nil : details.station
                        return (
                            index,
                            StopHit(
                                stop: stop, station: station,
                                routes: details.routes.unlike(\.badge))
                        )
                    }
                }
                var hits: [(Int, StopHit)] = []
                for try await hit in group { hits.append(hit) }
                return hits.sorted { $0.0 < $1.0 }.map(\.1)
            }
            return isCollapsing ? StopHit.collapsed(hits) : hits
        }.value
    }
}
