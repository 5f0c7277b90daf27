import FeedReading
import Foundation
import Publishing
import TestSupport
import Testing

@testable import TransitServer

/// A publish folder with versions of a feed, as `gtfs update` makes them.
struct PublishedVersions {
    let folder: TestFolder
    var path: String { folder.path + "/public" }

    init() throws {
        folder = try TestFolder()
    }

    @discardableResult
    func publish(_ feed: TestFeed) throws -> PublishedVersions {
        let archive = try feed.write(to: folder, as: "feed-\(UUID().uuidString)")
        var options = UpdateOptions()
        options.publishFolder = path
        options.overridden = Set(GuardName.allCases)
        options.temporaryDirectory = folder.temporaryDirectory
        let definition = FeedDefinition(id: "town", file: "a test", sources: [])
        _ = try FeedUpdate(
            definition, options, archive: FeedArchive.open(archive), progress: { _ in }
        )
        .run()
        return self
    }

    func shown() async throws -> ShownFeed {
        try await ShownFeed(folder, path: path, now: "2026-11-23T08:00:00+11:00")
    }

    func json(_ key: String) throws -> [String: Any] { try object(name(key)) }

    func name(_ key: String) throws -> String {
        let manifest = try object("manifest.json")
        let current = try #require(manifest["current"] as? [String: Any])
        let file = try #require(current[key] as? [String: Any])
        return try #require(file["name"] as? String)
    }

    private func object(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
