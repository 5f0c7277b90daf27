import BundleManifest
import Foundation
import GTFSSchedule
import SystemLayer
import TransitAPI

/// The state of a feed, as of one look at its manifest or file. A request takes the state once and
/// consults nothing else.
@available(iOS 17, macOS 14, *)
struct FeedState: Sendable {
    /// The version that clients use.
    let current: ServedVersion
    /// The version that clients use from an instant on.
    let next: (version: ServedVersion, from: Date)?
    /// All kept versions, by name.
    let versions: [String: ServedVersion]
    /// Nil for a lone bundle.
    let published: PublishedState?
    /// The last reliable day of a lone bundle's feed; manifests have their own.
    let loneEnd: ServiceDate?

    /// The state of a lone bundle.
    init(lone version: ServedVersion, end: ServiceDate?) {
        loneEnd = end
        current = version
        next = nil
        versions = [version.name: version]
        published = nil
    }

    /// The state of a publish folder.
    ///
    /// - Parameter start: when the next version becomes current; never when nil.
    init(_ published: PublishedState, start: Date?) {
        loneEnd = nil
        let manifest = published.manifest
        let versions = manifest.versions.map(published.version)
        self.versions = Dictionary(versions.map { ($0.name, $0) }) { first, _ in first }
        current = published.version(manifest.current)
        next = manifest.next.flatMap { next in start.map { (published.version(next), $0) } }
        self.published = published
    }

    /// The version that answers at an instant.
    func version(at now: Date) -> ServedVersion {
        if let next, next.from <= now { return next.version }
        return current
    }

    /// The versions that answer now or later by themselves.
    var answering: [ServedVersion] { [current] + [next?.version].compactMap { $0 } }

    /// The version with a name, for a request; the one that answers at an instant when nil.
    func version(_ name: String?, at now: Date) throws(APIFailure) -> ServedVersion {
        guard let name else { return version(at: now) }
        if let version = versions[name] { return version }
        guard published?.isWithdrawn(name) != true else {
            throw APIFailure(
                .gone, field: "version", "The version \(name) was withdrawn by its publisher.")
        }
        throw APIFailure(
            .unknownVersion, field: "version",
            "The version \(name) is not kept here; there are "
                + "\(versions.keys.sorted().joined(separator: ", ")).")
    }

    /// When the next version takes over by itself; nil when none does after that instant.
    func takeover(after now: Date) -> Date? {
        next.flatMap { $0.from > now ? $0.from : nil }
    }
}

/// The manifest of a publish folder as it was read, with its bytes, which its signature covers.
@available(iOS 17, macOS 14, *)
struct PublishedState: Sendable {
    let folder: String
    let manifest: Manifest
    let bytes: [UInt8]
    /// The SHA-256 of the bytes.
    let digest: String

    init(folder: String, manifest: Manifest, bytes: [UInt8]) {
        self.folder = folder
        self.manifest = manifest
        self.bytes = bytes
        digest = ByteDigest.sha256(bytes)
    }

    /// A version in the form that requests use.
    func version(_ version: Manifest.Version) -> ServedVersion {
        ServedVersion(
            name: version.version, path: folder + "/" + version.bundle.name,
            sha256: version.bundle.sha256)
    }

    /// A file that the manifest names; nil for all others, whatever is in the folder.
    func file(_ name: String) -> Manifest.File? {
        manifest.versions.lazy.flatMap(\.files).first { $0.name.exact == name.exact }
    }

    /// Whether a version that is not kept was withdrawn by a rollback.
    func isWithdrawn(_ version: String) -> Bool {
        let digits = version.split(separator: "-").dropFirst().first ?? ""
        return digits.count == 8
            && (manifest.withdrawn ?? []).contains { $0.hasPrefix(digits) }
    }
}
