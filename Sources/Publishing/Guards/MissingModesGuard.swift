import GTFSSchedule

/// `required_modes`: a city does not lose its ferries overnight, feeds do.
enum MissingModesGuard: BundleGuard {
    static let name = GuardName.requiredModes

    static func reasons(_ situation: GuardCase) -> [String] {
        situation.settings.requiredModes.filter {
            !situation.candidate.modes.contains($0.rawValue)
        }.map { "there is no route of mode \($0.rawValue)" }
    }
}
