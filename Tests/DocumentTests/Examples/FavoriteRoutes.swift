import TransitModel

/// A route that a rider keeps.
struct FavoriteRoute: Codable, Hashable {
    var rid: Int64
    var routeID: String
    var name: String
    /// The bundles in which `rid` is the same route.
    var line: BundleLine?

    init(_ route: Route, in source: any TransitSource) async throws {
        (rid, routeID, name) = (route.rid, route.routeID, route.name)
        line = try await source.line
    }

    /// The route in the timetable of today: by its key, else by its id, else the only one that is
    /// called so; nil when there is none.
    func resolve(in source: any TransitSource) async throws -> Route? {
        try await source.answering { source in
            let routes = try await source.routes()
            let hasKeys = try await source.recognizes(line)
            if hasKeys, let same = routes.first(where: { $0.rid == rid }) { return same }
            let named = routes.filter { $0.name == name }
            return named.first { $0.routeID == routeID } ?? (named.count == 1 ? named[0] : nil)
        }.value
    }
}
