/// `must_exist_routes`: the same for routes.
enum MissingRoutesGuard: BundleGuard {
    static let name = GuardName.mustExistRoutes

    static func reasons(_ situation: GuardCase) throws -> [String] {
        try situation.candidate.missing(
            situation.settings.mustExistRoutes, table: "routes", column: "route_id"
        ).map { "there is no route \($0)" }
    }
}
