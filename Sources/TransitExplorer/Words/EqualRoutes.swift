import TransitModel

/// Routes that riders cannot tell apart: some feeds have one for each season or direction of a line.
struct EqualRoutes {
    let first: Route
    private(set) var all: [Route]

    /// Groups routes by what riders see, in the order of their first ones.
    static func groups(_ routes: [Route], byLongName isByLongName: Bool = false) -> [EqualRoutes] {
        isByLongName ? groups(routes, by: \.listLine) : groups(routes, by: \.badge)
    }

    private static func groups<Look: Hashable>(
        _ routes: [Route], by look: (Route) -> Look
    ) -> [EqualRoutes] {
        var groups: [EqualRoutes] = []
        var places: [Look: Int] = [:]
        for route in routes {
            let look = look(route)
            if let place = places[look] {
                groups[place].all.append(route)
            } else {
                places[look] = groups.count
                groups.append(EqualRoutes(first: route, all: [route]))
            }
        }
        return groups
    }
}

extension Sequence<Route> {
    /// The words for the modes of routes, each once, in the order of their first routes.
    var modes: [String] {
        reduce(into: []) { words, route in
            let word = route.type.mode.rawValue
            if !words.contains(word) { words.append(word) }
        }
    }
}
