/// The routes of one type, as a section of a list.
public struct RouteGroup: Codable, Hashable, Sendable, Identifiable {
    public var type: RouteType
    /// In the order of lists; never empty.
    public var routes: [Route]

    public init(type: RouteType, routes: [Route]) {
        self.type = type
        self.routes = routes
    }

    public var id: RouteType { type }
    public var count: Int { routes.count }
    /// The section's title, such as "Train".
    public var title: String { type.displayName }
}

extension RouteGroup {
    /// Routes by type: Train, Metro, Bus, Ferry, Tram, then the other types by name. Within a group
    /// routes keep their order, and types without routes have no group.
    public static func grouping(_ routes: [Route]) -> [RouteGroup] {
        let byType = Dictionary(grouping: routes, by: \.type)
        return RouteType.displayOrder.compactMap { type in
            byType[type].map { RouteGroup(type: type, routes: $0) }
        }
    }
}
