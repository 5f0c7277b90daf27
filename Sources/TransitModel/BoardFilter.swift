public import GTFSSchedule

/// Which departures and arrivals are wanted. Unset conditions do not matter.
///
/// ```swift
/// let trains = BoardFilter(types: [.rail], directionID: 0)
/// let next = try await source.nextDepartures(from: stop, at: now, count: 1, matching: trains)
/// let headsigns = next.map(\.headsign)  // ["North Shelf"]
/// ```
public struct BoardFilter: Codable, Hashable, Sendable {
    /// The `route_id`s; nil for all.
    public var routeIDs: Set<RouteID>?
    /// The types of routes; nil for all. A trip whose route the feed does not define has none.
    public var types: Set<RouteType>?
    /// The `direction_id`; nil for all.
    public var directionID: Int?

    /// One that an app makes itself, for previews and tests.
    public init(
        routeIDs: Set<RouteID>? = nil, types: Set<RouteType>? = nil, directionID: Int? = nil
    ) {
        self.routeIDs = routeIDs
        self.types = types
        self.directionID = directionID
    }

    /// Everything.
    public static let all = BoardFilter()

    /// Whether an event is wanted.
    public func admits(_ event: StopEvent) -> Bool {
        admits(routeID: event.routeID, type: event.route?.type, directionID: event.directionID)
    }

    /// Whether an event on a route in a direction is wanted.
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
