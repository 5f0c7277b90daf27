import GTFSSchedule

/// `allow_expired`: a feed whose last day is past.
enum ExpiredGuard: BundleGuard {
    static let name = GuardName.allowExpired

    static func reasons(_ situation: GuardCase) -> [String] {
        let candidate = situation.candidate
        guard !situation.settings.allowExpired else { return [] }
        guard let end = candidate.validUntil else {
            return candidate.serviceDays.isEmpty ? ["no trip of the feed runs on any day"] : []
        }
        guard end < candidate.today else { return [] }
        return ["the feed expired on \(end); today is \(candidate.today)"]
    }
}
