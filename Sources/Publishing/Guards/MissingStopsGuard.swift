/// `must_exist_stops`: stops that everybody knows, whose loss means that something went wrong.
enum MissingStopsGuard: BundleGuard {
    static let name = GuardName.mustExistStops

    static func reasons(_ situation: GuardCase) throws -> [String] {
        try situation.candidate.missing(
            situation.settings.mustExistStops, table: "stops", column: "stop_id"
        ).map { "there is no stop \($0)" }
    }
}
