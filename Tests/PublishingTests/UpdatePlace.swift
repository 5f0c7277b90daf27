import BundleManifest
import FeedReading
import Foundation
import GTFSSchedule
import Publishing
import TestSupport
import Testing

final class UpdatePlace {
    let folder: TestFolder
    /// The keys of the `.yaml` beside id, source and folder.
    var settings: [String] = []
    var environment: [String: String] = [:]
    var now = "2026-06-01T03:00:00Z"

    init() throws {
        folder = try TestFolder()
    }

    var publishFolder: PublishFolder {
        PublishFolder(existing: folder.path + "/published", id: "town")
    }

    /// The names of what is published, without those that begin with a dot.
    func published() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: publishFolder.path)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    func manifest() throws -> Manifest? { try publishFolder.manifest() }

    func status() throws -> UpdateStatus? { UpdateStatus.load(publishFolder) }

    /// Puts a feed where the definition looks for it.
    func serve(
        _ feed: NightlyFeed, as kind: ArchiveBuilder.Kind = .zip(options: "")
    ) throws {
        _ = try feed.feed.pack(as: kind, to: folder, as: "feed.zip")
    }

    func sign() throws -> VerifyingKey {
        let files = SigningKey().files
        settings.append("signing_key: ${KEY}")
        environment["KEY"] = files.secret.trimmingCharacters(in: .whitespacesAndNewlines)
        return try VerifyingKey(path: folder.write("key.pub", Array(files.open.utf8)))
    }

    /// Gives everything that is published the time of the last run, as its machine would have.
    func setTimes() throws {
        let date = try #require(Timestamp.date(now))
        for name in try published() {
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: publishFolder.file(name))
        }
    }

    func definition() throws -> FeedDefinition {
        let text =
            (["id: town", "source: feed.zip", "publish: published"] + settings)
            .joined(separator: "\n")
        return try FeedDefinition.load(folder.write("town.yaml", Array(text.utf8)))
    }

    func options() -> UpdateOptions {
        var options = UpdateOptions()
        let instant = Timestamp.date(now) ?? Date()
        options.now = { instant }
        options.environment = environment
        options.temporaryDirectory = folder.temporaryDirectory
        options.toolVersion = "test"
        return options
    }

    @discardableResult
    func update(_ change: (inout UpdateOptions) -> Void = { _ in }) throws -> UpdateResult {
        var options = options()
        change(&options)
        return try FeedUpdate(definition(), options) { _ in }.run()
    }

    /// The guards that refuse the feed, each once.
    func refusals(_ change: (inout UpdateOptions) -> Void = { _ in }) throws -> [GuardName] {
        do {
            try update(change)
            return []
        } catch PublishingError.refused(_, let findings, _, _) {
            return findings.map(\.name).reduce(into: []) { names, name in
                if !names.contains(name) { names.append(name) }
            }
        }
    }
}
