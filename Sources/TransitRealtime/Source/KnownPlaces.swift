import TransitModel

/// Stops, routes and trips that live data names, each asked for once; those that the feed lacks are nil.
struct KnownPlaces {
    private var stops: [String: Stop?] = [:]
    private var routes: [String: Route?] = [:]
    private var trips: [String: Trip?] = [:]

    mutating func stop(_ id: String, in source: any TransitSource) async throws -> Stop? {
        if let known = stops[id] { return known }
        let stop = try await Self.found { try await source.stop(id: id) }
        // A question for `sid:1` finds the stop with that key.
        stops[id] = .some(stop?.stopID == id ? stop : nil)
        return stops[id] ?? nil
    }

    mutating func route(_ id: String?, in source: any TransitSource) async throws -> Route? {
        guard let id else { return nil }
        if let known = routes[id] { return known }
        let route = try await Self.found { try await source.route(id: id) }
        routes[id] = .some(route?.routeID == id ? route : nil)
        return routes[id] ?? nil
    }

    mutating func trip(_ id: String?, in source: any TransitSource) async throws -> Trip? {
        guard let id else { return nil }
        if let known = trips[id] { return known }
        let trip = try await Self.found { try await source.trip(id: id) }
        trips[id] = .some(trip)
        return trip
    }

    private static func found<Value>(_ question: () async throws -> Value) async throws -> Value? {
        do {
            return try await question()
        } catch TransitSourceError.notFound {
            return nil
        }
    }
}
