import BundleManifest
import Foundation
import GTFSSchedule
import SystemLayer
import TransitBundle
import TransitModel

@available(iOS 17, macOS 14, *)
struct RefusedState: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

@available(iOS 17, macOS 14, *)
enum FeedStateLoader {
    private static let versionDigits = 16

    static func loneBundle(_ path: String) async throws -> FeedState {
        guard let stamp = knownStatus(path) else { throw RefusedState("there is no file") }
        guard stamp.kind == .file else { throw RefusedState("is not a file") }
        let digest = try ByteDigest(file: path)
        let bundle = try await OpenBundle.open(path)
        guard let after = knownStatus(path), after.isUnchanged(since: stamp)
        else { throw RefusedState("the file is being written") }
        let version = ServedVersion(
            name: String(digest.sha256.prefix(versionDigits)), path: path, lone: bundle)
        return FeedState(lone: version, end: bundle.feed.validity.end)
    }

    /// - Parameter old: the state served now. The first time there is nothing to lose, so the
    ///   bundle is opened on demand; later it must open before it replaces another.
    static func publishFolder(
        _ folder: String, replacing old: FeedState?, _ bundles: OpenBundles
    ) async throws -> FeedState {
        let published = try read(folder, replacing: old?.published)
        let manifest = published.manifest
        let current = published.version(manifest.current)
        try check(manifest.current.bundle, folder)
        if let old, old.current != current, old.next?.version != current {
            _ = try await bundles.bundle(current)
        }
        guard let next = manifest.next else { return FeedState(published, start: nil) }
        try check(next.bundle, folder)
        let opened = try await bundles.bundle(published.version(next))
        return FeedState(published, start: try start(of: next, in: opened))
    }

    private static func start(
        of version: Manifest.Version, in bundle: OpenBundle
    ) throws(RefusedState) -> Date {
        guard let text = version.validFrom, let number = Int32(text),
            let day = ServiceDate(yyyymmdd: number)
        else { throw RefusedState("the next version does not say from when it is valid") }
        // From midnight, not from noon minus twelve hours.
        let noon = ServiceClock(timeZone: bundle.feed.timeZone).start(of: day) + 43_200
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = bundle.feed.timeZone
        return calendar.startOfDay(for: noon)
    }

    private static func read(
        _ folder: String, replacing old: PublishedState?
    ) throws -> PublishedState {
        let path = folder + "/" + Manifest.name
        let found = try WholeFile.read(path, atMost: Manifest.sizeLimit, followingLinks: false)
        guard let bytes = found else { throw RefusedState("there is no manifest.json") }
        let manifest: Manifest
        do {
            manifest = try Manifest(json: bytes)
        } catch {
            throw RefusedState("manifest.json cannot be read as a manifest")
        }
        guard manifest.manifestVersion <= Manifest.newestVersion else {
            throw RefusedState("manifest.json is from a newer version of gtfs; update gtfs-serve")
        }
        guard manifest.writtenAt != nil else {
            throw RefusedState("manifest.json does not say when it was written")
        }
        guard manifest.versions.allSatisfy(\.hasPlainNames) else {
            throw RefusedState("manifest.json names files outside its folder")
        }
        if let old {
            guard manifest.id == old.manifest.id else {
                throw RefusedState(
                    "manifest.json is of the feed \(manifest.id), not of \(old.manifest.id)")
            }
            guard !manifest.isOlder(than: old.manifest) else {
                throw RefusedState(
                    "manifest.json is older (\(Self.age(manifest))) than the one that is served "
                        + "(\(Self.age(old.manifest)))")
            }
        }
        return PublishedState(folder: folder, manifest: manifest, bytes: bytes)
    }

    private static func age(_ manifest: Manifest) -> String {
        "\(manifest.generatedAt), number \(manifest.counter)"
    }

    private static func check(_ file: Manifest.File, _ folder: String) throws(RefusedState) {
        guard let stamp = knownStatus(folder + "/" + file.name, followingLinks: false),
            stamp.kind == .file
        else { throw RefusedState("\(file.name), which the manifest names, is missing") }
        guard stamp.size == file.bytes else {
            throw RefusedState(
                "\(file.name) has \(stamp.size) bytes; the manifest says \(file.bytes)")
        }
    }
}

@available(iOS 17, macOS 14, *)
extension FileStatus {
    func isUnchanged(since other: FileStatus?) -> Bool {
        guard let other else { return false }
        return isSame(as: other) && size == other.size && modifiedSeconds == other.modifiedSeconds
            && modifiedNanoseconds == other.modifiedNanoseconds
    }
}
