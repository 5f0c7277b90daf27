/// The result of a successful update.
package struct BundleUpdateResult: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable {
        /// There was no bundle before.
        case installed
        case updated
        case unchanged
        /// The update needs more bytes than may be downloaded now.
        case waiting
        /// The published version was rolled back here.
        case heldBack = "held_back"
    }

    /// The kind of file that was downloaded for a version.
    package enum Way: String, Hashable, Sendable {
        case delta
        case full
    }

    package var outcome: Outcome
    /// The published version; it is installed now unless it waits or is held back.
    package var version: String
    /// The version installed before; nil when there was none, or it is unknown.
    package var before: String?
    /// Nil when nothing was downloaded.
    package var way: Way?
    /// The bytes received, including manifest and signature.
    package var receivedBytes: Int
    /// The bytes still missing for a version that waits.
    package var missingBytes: Int
    /// The time until which the manifest is valid, RFC 3339.
    package var expires: String?
}
