import FeedCompiling

/// What stands between a new bundle and its users.
struct GuardCase {
    /// The new bundle.
    let candidate: BundleGlance
    let contentHash: String
    /// What is current, if anything is.
    let published: PublishedFacts?
    /// What the validation of the new feed found.
    let notices: Manifest.Notices
    /// Names in the filters that the feed does not have.
    let unknownNames: [UnknownName]
    let settings: GuardSettings
    let maxSize: Int?
    /// Whether the new bundle is only for later: then it is not expected to be valid today.
    let isForLater: Bool
}

/// A guard: one question, with its reasons to say no.
protocol BundleGuard: Sendable {
    static var name: GuardName { get }
    /// One line for each reason; none lets the bundle pass.
    static func reasons(_ situation: GuardCase) throws -> [String]
}

/// All guards, in the order in which they speak.
enum BundleGuards {
    static var all: [any BundleGuard.Type] {
        [
            DropGuard.self, MissingStopsGuard.self, MissingRoutesGuard.self, MissingModesGuard.self,
            UnknownNamesGuard.self, NewErrorsGuard.self, ExpiredGuard.self, DaysValidGuard.self,
            SizeGuard.self,
            QueryPlanGuard.self,
        ]
    }

    /// What refuses a bundle, those that were overridden left out.
    static func findings(
        _ situation: GuardCase, overridden: Set<GuardName>
    ) throws -> [GuardFinding] {
        try all.filter { !overridden.contains($0.name) }.flatMap { one in
            try one.reasons(situation).map { GuardFinding(one.name, $0) }
        }
    }
}
