import BundleManifest
import Foundation
import SystemLayer

struct ManifestCheck {
    let source: String
    let feed: String?
    /// The newest manifest seen so far that was checked as this one is; a counter belongs to the key
    /// that signs it.
    let seen: Manifest?
    let now: Date
    let sizeLimit: Int

    func read(_ bytes: [UInt8]) throws -> Manifest {
        let manifest: Manifest
        do {
            manifest = try Manifest(json: bytes)
        } catch {
            throw refusal("it cannot be read as one; perhaps the server sent a page instead")
        }
        guard manifest.manifestVersion <= Manifest.newestVersion else {
            throw refusal("it is from a newer version of gtfs; update this program")
        }
        guard manifest.writtenAt != nil else {
            throw refusal("it does not say when it was written")
        }
        for file in manifest.versions.flatMap(\.files) { try check(file) }
        try checkFeed(of: manifest)
        if let seen, seen.id == manifest.id, manifest.isOlder(than: seen) {
            throw BundleUpdateError.older(
                source: source, offered: Self.age(manifest), seen: Self.age(seen))
        }
        try checkExpiry(of: manifest)
        return manifest
    }

    func checkFeed(of manifest: Manifest) throws(BundleUpdateError) {
        guard let wanted = feed ?? seen?.id, wanted != manifest.id else { return }
        throw .otherFeed(offered: manifest.id, wanted: wanted)
    }

    func checkExpiry(of manifest: Manifest) throws(BundleUpdateError) {
        guard let end = manifest.expiresAt, end <= now else { return }
        throw .expired(source: source, at: manifest.expires ?? "")
    }

    private func check(_ file: Manifest.File) throws {
        guard file.hasPlainName else { throw BundleUpdateError.unsafeName(file.name) }
        guard 0...sizeLimit ~= file.bytes else {
            throw refusal(
                "\(file.name) has \(file.bytes) bytes, more than the limit of \(sizeLimit)")
        }
    }

    private func refusal(_ reason: String) -> BundleUpdateError {
        .notAManifest(source: source, reason: reason)
    }

    private static func age(_ manifest: Manifest) -> String {
        "number \(manifest.counter), \(manifest.generatedAt)"
    }
}
