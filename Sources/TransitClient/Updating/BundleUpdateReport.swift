import BundleUpdating
import Foundation
public import TransitModel

/// The result of a successful update of a bundle.
public struct BundleUpdateReport: Hashable, Sendable {
    /// The outcome for the bundle.
    public enum Outcome: String, Hashable, Sendable {
        /// There was no bundle before.
        case installed
        /// Another version is current now.
        case updated
        /// The published version was already installed.
        case unchanged
        /// The update needs more bytes than may be downloaded now.
        case waiting
        /// The published version is the one that ``BundleUpdater/rollback()`` went back from.
        case heldBack
    }

    /// The outcome for the bundle.
    public var outcome: Outcome
    /// The published version, such as `20261121-1f0c9a3b`; now installed, unless it waits or is
    /// held back.
    public var version: String
    /// The version installed before, if known.
    public var previousVersion: String?
    /// Whether only the changes were downloaded rather than the whole bundle.
    public var isDelta: Bool
    /// The bytes received, including manifest and signature.
    public var receivedBytes: Int
    /// The number of bytes still missing for a version that waits.
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

/// The steps of an update.
public enum BundleUpdateProgress: Hashable, Sendable {
    /// Asking for the manifest.
    case asking
    /// This many bytes of a file have arrived.
    case downloading(bytes: Int, total: Int)
    /// Making the new bundle from the download.
    case making
    /// Checking the new bundle.
    case checking
    /// Putting the new bundle in place of the old one.
    case installing
    /// The new bundle is in place.
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

/// The reason why a bundle was not updated. The existing bundle is unchanged.
public struct BundleUpdateFailure: Error, Hashable, Sendable {
    /// The kind of failure, which determines what to do.
    public enum Kind: String, Hashable, Sendable {
        /// Bundles cannot be fetched from this address.
        case address
        /// The text is not a key.
        case unusableKey
        /// There was no answer; another attempt may succeed.
        case network
        /// The server refuses the request, or there is nothing at a path of this device.
        case refused
        /// The answer is not a manifest: perhaps it is the page of a captive portal.
        case notAManifest
        /// There is a key, but no signature.
        case unsigned
        /// The signature belongs to another key, or to another manifest.
        case wrongSignature
        /// The published feed is a different one.
        case otherFeed
        /// The manifest is older than one seen before.
        case older
        /// The manifest has expired.
        case expired
        /// A file does not match the manifest, or does not have a plain name.
        case damaged
        /// The bundle has a layout that this library cannot read yet.
        case newerLayout
        /// Another update of the same file is under way.
        case busy
        /// A file cannot be made, read or written on this device, or the disk is full.
        case disk
        /// There is no earlier bundle.
        case nothingToRollBack
    }

    /// The kind of error.
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
            case .refused, .missing: .refused
            case .notAManifest: .notAManifest
            case .unsigned: .unsigned
            case .wrongSignature: .wrongSignature
            case .otherFeed: .otherFeed
            case .older: .older
            case .expired: .expired
            case .unsafeName, .damaged: .damaged
            case .newerLayout: .newerLayout
            case .busy: .busy
            case .cannotCreate, .disk: .disk
            case .nothingToRollBack: .nothingToRollBack
            }
        self.init(kind, error.description)
    }
}

extension BundleUpdateFailure: UserFacingError {
    public func userMessage(in words: RiderWords) -> String {
        switch kind {
        case .address: words[.unknownAddress]
        case .network: words[.noConnection]
        case .refused: words[.refusedTimetable]
        case .notAManifest: words[.unreadableAnswer]
        case .unusableKey, .unsigned, .wrongSignature, .otherFeed, .older, .expired, .damaged:
            words[.untrustedTimetable]
        case .newerLayout: words[.newerTimetable]
        case .busy: words[.busyTimetable]
        case .disk: words[.notSaved]
        case .nothingToRollBack: words[.noEarlierTimetable]
        }
    }

    /// The reason.
    public var description: String { reason }
}
