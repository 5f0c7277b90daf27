import BundleManifest
import Foundation
import GTFSSchedule
import SystemLayer

/// The next nightly run does not publish the same content again, but it does publish any other.
package struct Rollback {
    private let definition: FeedDefinition
    private let options: UpdateOptions
    private let folder: PublishFolder

    package init(_ definition: FeedDefinition, _ options: UpdateOptions) throws {
        self.definition = definition
        self.options = options
        folder = try options.folder(of: definition)
    }

    /// Makes an earlier version current: the named one, or else the last one that was not rolled
    /// back. If a version waits for its first day, it is withdrawn instead and the current one
    /// stays.
    @discardableResult
    package func run(to wanted: String?) throws -> UpdateResult {
        // Only whether there is one, so that no folder is made for nothing: the session reads it,
        // and records the failure when it cannot be read.
        guard Files.exist(at: folder.manifestPath) else {
            throw PublishingError.nothingPublished(folder: folder.path)
        }
        let session = try PublishSession(definition, options, path: folder.path)
        return try session.run {
            guard let old = session.manifest else {
                throw PublishingError.nothingPublished(folder: folder.path)
            }
            return try roll(session, old, to: wanted)
        }
    }

    private func roll(
        _ session: PublishSession, _ old: Manifest, to wanted: String?
    ) throws -> UpdateResult {
        var manifest = old
        let left: Manifest.Version
        if let next = old.next, wanted == nil {
            left = next
        } else {
            let target = try target(old, wanted)
            left = old.current
            manifest.previous.removeAll { $0.version == target.version }
            manifest.previous.insert(old.current, at: 0)
            manifest.current = target
        }
        if let next = old.next {
            // It stays for its keys, which clients may have stored.
            manifest.next = nil
            manifest.previous.append(next)
            manifest.withdraw(next.contentHash)
        }
        manifest.withdraw(left.contentHash)
        manifest.withdrawn?.removeAll { $0 == manifest.current.contentHash }
        manifest = try Publication(session: session, source: old.source ?? "")
            .install(manifest, files: [], over: old)
        return UpdateResult(
            outcome: .rolledBack,
            message: "rolled back from \(left.version) to \(manifest.current.version)",
            manifest: manifest, source: nil)
    }

    private func target(_ manifest: Manifest, _ wanted: String?) throws -> Manifest.Version {
        let withdrawn = Set(manifest.withdrawn ?? []).union([manifest.current.contentHash])
        let meant = manifest.previous.filter { version in
            wanted.map { $0 == version.version } ?? !withdrawn.contains(version.contentHash)
        }
        func problems(_ version: Manifest.Version) -> [String] {
            PublicationCheck.problems(folder, of: [version])
        }
        if let found = meant.first(where: { problems($0).isEmpty }) { return found }
        if let lost = meant.first, let problem = problems(lost).first {
            throw PublishingError.damaged(
                folder: folder.path, version: lost.version, loss: problem)
        }
        throw PublishingError.noSuchVersion(
            folder: folder.path, wanted: wanted ?? "to go back to",
            present: manifest.previous.filter { problems($0).isEmpty }.map(\.version))
    }
}
