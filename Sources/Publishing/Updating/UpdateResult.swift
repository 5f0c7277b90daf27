/// How an update ended that did not fail.
package struct UpdateResult: Sendable {
    package let outcome: UpdateStatus.Outcome
    /// One line.
    package let message: String
    package let manifest: Manifest?
    /// Where the feed came from; nil when nothing was fetched.
    package let source: String?
    /// Why the hook failed; the version is published all the same.
    package var hookFailure: String?
    /// How long what is published can be relied on.
    package var expiry: Expiry?
    /// Whether the source still has a feed that somebody rolled back from.
    package var isHeldBack = false
}

/// What an update is at, for a progress line and a log.
package enum UpdateProgress: Sendable {
    case fetching(String)
    case comparing
    case building(file: String, bytes: Int)
    case finishing
    case guarding
    case packing
    case publishing(String)
    case running(hook: String)
    /// What somebody has to know beside how the run ends.
    case warning(String)
}
