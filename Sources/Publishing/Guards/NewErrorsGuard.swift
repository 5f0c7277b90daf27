/// `allow_new_errors`: errors of a kind that the published feed did not have.
enum NewErrorsGuard: BundleGuard {
    static let name = GuardName.allowNewErrors

    static func reasons(_ situation: GuardCase) -> [String] {
        guard !situation.settings.allowNewErrors, let old = situation.published?.manifest.current
        else { return [] }
        // The same feed under a new version of the tool: what is new is a rule, not an error.
        if old.contentHash == situation.contentHash { return [] }
        return situation.notices.errorCodes.filter { !old.notices.errorCodes.contains($0) }
            .sorted()
            .map { "new errors: \(situation.notices.codes[$0] ?? 0) x \($0)" }
    }
}
