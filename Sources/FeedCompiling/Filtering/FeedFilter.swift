package import GTFSSchedule

/// Which part of a feed a bundle takes.
///
/// All given conditions must hold. A trip is kept whole or not at all; what kept trips need (stops
/// with their stations, shapes, services, routes, agencies) follows, and whatever refers to
/// something left out is left out too.
package struct FeedFilter: Sendable, Equatable {
    /// Ids of `agency.txt`; empty keeps all.
    package var agencies: Set<AgencyID> = []
    /// Ids of `routes.txt`; empty keeps all.
    package var routes: Set<RouteID> = []
    /// Codes of `routes.route_type`.
    package var routeTypes: Set<Int> = []
    /// Modes, beside `routeTypes`: a route is kept when either names it.
    package var modes: Set<Mode> = []
    /// A trip is kept when it calls at a stop inside.
    package var area: FilterArea?
    /// Services are cut to these days.
    package var from: ServiceDate?
    package var to: ServiceDate?
    /// Parts of the feed that are not read at all.
    package var without: Set<FeedPart> = []
    /// The step to which `shape_dist_traveled` is rounded; nil keeps it exactly.
    package var distanceStep: DistanceStep?
    /// Whether coordinates of shapes keep all their digits, beyond a millionth of a degree.
    package var hasExactShapes = false

    package init() {}

    /// Whether the filter can leave out rows of the files that are read.
    package var isSelective: Bool {
        limitsRoutes || area != nil || from != nil || to != nil
    }

    var limitsRoutes: Bool {
        !agencies.isEmpty || !routes.isEmpty || !routeTypes.isEmpty || !modes.isEmpty
    }

    /// The days of `from` to `to`, as days since 1970-01-01; nil when neither is given.
    package var days: ClosedRange<Int>? {
        guard from != nil || to != nil else { return nil }
        let first = (from ?? .earliest).dayNumber
        return first...max(first, (to ?? .latest).dayNumber)
    }

    func keepsRoute(id: RouteID, agency: AgencyID, type: Int?) -> Bool {
        if !agencies.isEmpty, !agencies.contains(agency) { return false }
        if !routes.isEmpty, !routes.contains(id) { return false }
        if routeTypes.isEmpty && modes.isEmpty { return true }
        guard let type else { return false }
        return routeTypes.contains(type) || modes.contains(RouteType(code: type).mode)
    }
}
