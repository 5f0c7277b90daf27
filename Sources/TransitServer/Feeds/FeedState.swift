import BundleManifest
import Foundation
import GTFSSchedule
import SystemLayer
import TransitAPI

/// A request takes the state once and consults nothing else.
@available(iOS 17, macOS 14, *)
struct FeedState: Sendable {
    let current: ServedVersion
    let next: (version: ServedVersion, from: Date)?
    let versions: [String: ServedVersion]
    let published: PublishedState?
    let loneEnd: ServiceDate?

    init(lone version: ServedVersion, end: ServiceDate?) {
        loneEnd = end
        current = version
        next = nil
        versions = [version.name: version]
        published = nil
    }

    /// The next version never becomes current when nil.
    init(_ published: PublishedState, start: Date?) {
        loneEnd = nil
        let manifest = published.manifest
        let versions = manifest.versions.map(published.version)
        self.versions = Dictionary(versions.map { ($0.name, $0) }) { first, _ in first }
        current = published.version(manifest.current)
        next = manifest.next.flatMap { next in start.map { (published.version(next), $0) } }
        self.published = published
    }

    func version(at now: Date) -> ServedVersion {
        if let next, next.from <= now { return next.version }
        return current
    }

    var answering: [ServedVersion] { [current] + [next?.version].compactMap { $0 } }

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
    let digest: String

    init(folder: String, manifest: Manifest, bytes: [UInt8]) {
        self.folder = folder
        self.manifest = manifest
        self.bytes = bytes
        digest = ByteDigest.sha256(bytes)
    }

    func version(_ version: Manifest.Version) -> ServedVersion {
        ServedVersion(
            name: version.version, path: folder + "/" + version.bundle.name,
            sha256: version.bundle.sha256)
    }

    /// Nil for files that the manifest does not name, whatever is in the folder.
    func file(_ name: String) -> Manifest.File? {
        manifest.versions.lazy.flatMap(\.files).first { $0.name.exact == name.exact }
    }

    func isWithdrawn(_ version: String) -> Bool {
        let digits = version.split(separator: "-").dropFirst().first ?? ""
        return digits.count == 8
            && (manifest.withdrawn ?? []).contains { $0.hasPrefix(digits) }
    }
}
