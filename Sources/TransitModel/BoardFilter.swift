public import GTFSSchedule

/// Selects departures and arrivals. Conditions that are not set admit everything.
///
/// ```swift
/// let trains = BoardFilter(types: [.rail], directionID: 0)
/// let next = try await source.nextDepartures(from: stop, at: now, count: 1, matching: trains)
/// let headsigns = next.map(\.headsign)  // ["North Shelf"]
/// ```
public struct BoardFilter: Codable, Hashable, Sendable {
    /// The `route_id`s to include; nil for all.
    public var routeIDs: Set<RouteID>?
    /// The route types to include; nil for all. A trip whose route the feed does not define has no
    /// type.
    public var types: Set<RouteType>?
    /// The `direction_id` to include; nil for all.
    public var directionID: Int?

    /// Creates a filter.
    public init(
        routeIDs: Set<RouteID>? = nil, types: Set<RouteType>? = nil, directionID: Int? = nil
    ) {
        self.routeIDs = routeIDs
        self.types = types
        self.directionID = directionID
    }

    /// A filter that admits everything.
    public static let all = BoardFilter()

    /// Returns whether the filter admits an event.
    public func admits(_ event: StopEvent) -> Bool {
        admits(routeID: event.routeID, type: event.route?.type, directionID: event.directionID)
    }

    /// Returns whether the filter admits an event on a route in a direction.
    public func admits(routeID: String?, type: RouteType?, directionID: Int?) -> Bool {
        if let routeIDs {
            guard let routeID, routeIDs.contains(RouteID(routeID)) else { return false }
        }
        if let types {
            guard let type, types.contains(type) else { return false }
        }
        if let wanted = self.directionID {
            guard directionID == wanted else { return false }
        }
        return true
    }
}
