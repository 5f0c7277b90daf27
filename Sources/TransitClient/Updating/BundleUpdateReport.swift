import BundleUpdating
public import Foundation

/// How an update of a bundle ended that did not fail.
public struct BundleUpdateReport: Hashable, Sendable {
    /// What became of the bundle.
    public enum Outcome: String, Hashable, Sendable {
        /// There was no bundle before.
        case installed
        /// Another version is current now.
        case updated
        /// What is installed is what is published.
        case unchanged
        /// What it takes to update is more than may be downloaded now.
        case waiting
        /// What is published is what ``BundleUpdater/rollback()`` went back from.
        case heldBack
    }

    /// What became of the bundle.
    public var outcome: Outcome
    /// What is published, such as `20261121-1f0c9a3b`; installed now unless it waits or is held back.
    public var version: String
    /// The version that was installed before, where that is known.
    public var previousVersion: String?
    /// Whether it came as what has changed, not as a whole.
    public var isDelta: Bool
    /// The bytes that came, manifest and signature included.
    public var receivedBytes: Int
    /// The bytes that a version that waits needs.
    public var missingBytes: Int

    init(_ result: BundleUpdateResult) {
        outcome =
            switch result.outcome {
            case .installed: .installed
            case .updated: .updated
            case .unchanged: .unchanged
            case .waiting: .waiting
            case .heldBack: .heldBack
            }
        version = result.version
        previousVersion = result.before
        isDelta = result.way == .delta
        receivedBytes = result.receivedBytes
        missingBytes = result.missingBytes
    }
}

/// What an update is at.
public enum BundleUpdateProgress: Hashable, Sendable {
    /// The manifest is asked for.
    case asking
    /// So many bytes of a file are there.
    case downloading(bytes: Int, total: Int)
    /// The new bundle is made of what was downloaded.
    case making
    /// The new bundle is checked.
    case checking
    /// The new bundle takes the place of the old one.
    case installing
    /// The new bundle is there.
    case installed

    init?(_ step: BundleUpdate.Step) {
        switch step {
        case .asking: self = .asking
        case .downloading(_, let bytes, let total):
            self = .downloading(bytes: bytes, total: total)
        case .making: self = .making
        case .checking: self = .checking
        case .installing: self = .installing
        case .installed: self = .installed
        case .trusting, .keeping: return nil
        }
    }
}

/// Why a bundle was not updated. The bundle that was there is there.
public struct BundleUpdateFailure: Error, Hashable, Sendable {
    /// What went wrong, as far as it matters to what is done then.
    public enum Kind: String, Hashable, Sendable {
        /// The address is not one that bundles can be fetched from.
        case address
        /// The text of a key is none.
        case unusableKey
        /// No answer came; another time may be better.
        case network
        /// The server does not give what it was asked for.
        case refused
        /// What came is not a manifest: perhaps the page of a captive portal.
        case notAManifest
        /// There is a key, but no signature.
        case unsigned
        /// The signature is of another key, or of another manifest.
        case wrongSignature
        /// What is published there is another feed.
        case otherFeed
        /// The manifest is older than one that was seen.
        case older
        /// The manifest does not count any more.
        case expired
        /// A file is not what the manifest says, or has no plain name.
        case damaged
        /// The bundle has a layout that this library does not read yet.
        case newerLayout
        /// Another update of the same file is under way.
        case busy
        /// A file cannot be read or written on this device, or the disk is full.
        case disk
        /// There is no earlier bundle.
        case nothingToRollBack
    }

    /// What went wrong.
    public var kind: Kind
    /// One line, without secrets.
    public var reason: String

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    init(_ error: BundleUpdateError) {
        let kind: Kind =
            switch error {
            case .address: .address
            case .network: .network
            case .refused: .refused
            case .notAManifest: .notAManifest
            case .unsigned: .unsigned
            case .wrongSignature: .wrongSignature
            case .otherFeed: .otherFeed
            case .older: .older
            case .expired: .expired
            case .unsafeName, .damaged: .damaged
            case .newerLayout: .newerLayout
            case .busy: .busy
            case .disk: .disk
            case .nothingToRollBack: .nothingToRollBack
            }
        self.init(kind, error.description)
    }
}

extension BundleUpdateFailure: LocalizedError, CustomStringConvertible {
    /// The reason.
    public var errorDescription: String? { reason }
    /// The reason.
    public var description: String { reason }
}
