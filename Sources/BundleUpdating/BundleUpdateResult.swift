/// How an update ended that did not fail.
package struct BundleUpdateResult: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable {
        /// There was no bundle before.
        case installed
        case updated
        case unchanged
        /// What it takes to update is more than may be downloaded now.
        case waiting
        /// Somebody went back from what is published.
        case heldBack = "held_back"
    }

    /// What was downloaded of a version.
    package enum Way: String, Hashable, Sendable {
        case delta
        case full
    }

    package var outcome: Outcome
    /// What is published; installed now unless it waits or is held back.
    package var version: String
    /// The version that was installed before; nil where there was none, or one that is not known.
    package var before: String?
    /// Nil when nothing was downloaded.
    package var way: Way?
    /// The bytes that came, manifest and signature included.
    package var receivedBytes: Int
    /// The bytes that are still to come for a version that waits.
    package var missingBytes: Int
    /// Until when the manifest counts, RFC 3339.
    package var expires: String?
}
