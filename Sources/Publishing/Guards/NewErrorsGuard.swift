/// `allow_new_errors`: errors of a kind that the published feed did not have.
enum NewErrorsGuard: BundleGuard {
    static let name = GuardName.allowNewErrors

    static func reasons(_ situation: GuardCase) -> [String] {
        guard !situation.settings.allowNewErrors, situation.published != nil else { return [] }
        return situation.notices.errorCodes.filter { !situation.publishedErrors.contains($0) }
            .sorted()
            .map { "new errors: \(situation.notices.codes[$0] ?? 0) x \($0)" }
    }
}
