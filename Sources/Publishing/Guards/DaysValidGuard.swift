import GTFSSchedule

/// `min_days_valid`: a feed that ends before somebody could react.
enum DaysValidGuard: BundleGuard {
    static let name = GuardName.minDaysValid

    static func reasons(_ situation: GuardCase) -> [String] {
        let candidate = situation.candidate
        let wanted = situation.settings.minDaysValid ?? 0
        guard wanted > 0, let end = candidate.validUntil, end >= candidate.today else { return [] }
        let days = end.days(since: candidate.today)
        guard days < wanted else { return [] }
        return ["the feed ends on \(end), in \(days) days; at least \(wanted) are asked for"]
    }
}
