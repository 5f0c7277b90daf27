/// The routes of one type, as a section of a list.
public struct RouteGroup: Codable, Hashable, Sendable, Identifiable {
    /// The type of all its routes.
    public var type: RouteType
    /// In the order of lists; never empty.
    public var routes: [Route]

    /// One that an app makes itself, for previews and tests.
    public init(type: RouteType, routes: [Route]) {
        self.type = type
        self.routes = routes
    }

    public var id: RouteType { type }
    /// The number of routes that it has.
    public var count: Int { routes.count }
    /// The section's title, such as "Train".
    public var title: String { type.displayName }
}

extension RouteGroup {
    /// Routes by type: Train, Metro, Bus, Ferry, Tram, then the other types by name. Within a group
    /// routes keep their order, and types without routes have no group.
    ///
    /// ```swift
    /// let stop = try await source.stop(id: "QUAY")
    /// let groups = RouteGroup.grouping(try await source.routes(of: stop))
    /// let titles = groups.map(\.title)  // ["Train", "Metro", "Ferry"]
    /// ```
    public static func grouping(_ routes: [Route]) -> [RouteGroup] {
        let byType = Dictionary(grouping: routes, by: \.type)
        return RouteType.allCases.compactMap { type in
            byType[type].map { RouteGroup(type: type, routes: $0) }
        }
    }
}

/// A direction of travel of a route.
public struct RouteDirection: Codable, Hashable, Sendable {
    /// 0 or 1; nil when the trips do not say.
    public var directionID: Int?
    /// The headsign of most of its trips.
    public var headsign: String?
    /// The number of trips that the timetable has, on whatever days, except trips without stop
    /// times.
    public var tripCount: Int

    /// One that an app makes itself, for previews and tests.
    public init(directionID: Int?, headsign: String?, tripCount: Int) {
        self.directionID = directionID
        self.headsign = headsign
        self.tripCount = tripCount
    }

    public enum CodingKeys: String, CodingKey {
        case directionID = "direction_id"
        case headsign
        case tripCount = "trip_count"
    }
}
