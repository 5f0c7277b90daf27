public import TransitModel

/// A route with its directions.
public struct RouteDetailsDTO: WireObject, DTO {
    /// The route.
    public var route = Route()
    /// The agency that runs it; nil when the feed does not say.
    public var agency: Agency?
    /// `directions`; empty where there are none.
    public var directions: [RouteDirectionDTO] = []
    /// The paths of its trips in either direction, those with the most trips first.
    public var shapeIDs: [String] = []
    /// The alerts for the route, or for a direction of it.
    public var alerts: [ServiceAlert] = []
    /// What the feed says beyond the reference, if `with` requests it.
    public var extensions: [ExtensionRows] = []

    init() {}

    /// Creates the wire form of a route.
    public init(
        route: Route, agency: Agency? = nil, directions: [RouteDirectionDTO] = [],
        shapeIDs: [String] = []
    ) {
        self.route = route
        self.agency = agency
        self.directions = directions
        self.shapeIDs = shapeIDs
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("route", &route)
        wire.optional("agency", &agency)
        wire.key("directions", &directions)
        wire.optional("shape_ids", &shapeIDs)
        wire.optional("alerts", &alerts)
        wire.optional("extensions", &extensions)
    }
}

/// A direction of travel of a route.
public struct RouteDirectionDTO: WireObject, ModelObject {
    /// The direction.
    public var model = RouteDirection(directionID: nil, headsign: nil, tripCount: 0)
    /// The paths of its trips, those of most trips first.
    public var shapeIDs: [String] = []

    init() {}

    /// Creates the wire form of a direction.
    public init(_ direction: RouteDirection, shapeIDs: [String] = []) {
        model = direction
        self.shapeIDs = shapeIDs
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("direction_id", &model.directionID)
        wire.optional("headsign", &model.headsign)
        wire.key("trip_count", &model.tripCount)
        wire.optional("shape_ids", &shapeIDs)
    }
}

/// Routes by mode, in the order of display: Train, Metro, Bus, Ferry, Tram, then the others by name.
public struct RouteListDTO: WireObject, DTO {
    /// The groups of routes; empty when there are none.
    public var groups: [RouteGroupDTO] = []

    init() {}

    /// Creates the wire form of routes, each with its position in the list.
    ///
    /// - Parameters:
    ///   - routes: the routes, in the order of the list.
    ///   - start: the position of the first one, on a later page.
    public init(_ routes: [Route], from start: Int = 0) {
        let positions = Dictionary(
            routes.enumerated().map { ($0.element.rid, start + $0.offset) }
        ) { first, _ in first }
        groups = RouteGroup.grouping(routes).map { group in
            RouteGroupDTO(group) { positions[$0.rid] }
        }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("groups", &groups)
    }

    /// The routes in the order of the list, whatever their modes.
    public var model: [Route] {
        groups.flatMap(\.routes).enumerated().sorted { left, right in
            (left.element.position ?? .max, left.offset)
                < (right.element.position ?? .max, right.offset)
        }.map(\.element.model)
    }
}

/// The routes of one mode.
public struct RouteGroupDTO: WireObject, DTO {
    /// The mode of the routes.
    public var mode: WireWord<Mode> = WireWord(.other)
    /// The word for riders, such as "Train".
    public var title = ""
    /// The color of badges, RRGGBB.
    public var color = "8E8E93"
    /// In the order of lists.
    public var routes: [RouteDTO] = []

    init() {}

    /// Creates the wire form of routes.
    ///
    /// - Parameters:
    ///   - group: the routes of one mode.
    ///   - position: returns the position of a route in the list of all requested ones.
    public init(_ group: RouteGroup, position: (Route) -> Int? = { _ in nil }) {
        mode = WireWord(group.type.mode)
        title = group.title
        color = group.type.color.description
        routes = group.routes.map { RouteDTO($0, position: position($0)) }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("mode", &mode)
        wire.key("title", &title)
        wire.key("color", &color)
        wire.key("routes", &routes)
    }
}

/// The stops of a route.
public struct RouteStopsDTO: WireObject, DTO {
    /// The route.
    public var route = Route()
    /// The requested direction; nil for all directions in one list.
    public var directionID: Int?
    /// The stops in travel order.
    public var stops: [Stop] = []

    init() {}

    /// Creates the wire form of stops.
    public init(route: Route, directionID: Int? = nil, stops: [Stop] = []) {
        self.route = route
        self.directionID = directionID
        self.stops = stops
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("route", &route)
        wire.optional("direction_id", &directionID)
        wire.key("stops", &stops)
    }
}
