import BundleManifest
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Folders of updates")
struct UpdateFolderTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    @Test("A refusal is one although the candidate cannot be kept")
    func unkeptCandidate() throws {
        try place.serve(NightlyFeed())
        try place.update()
        try place.folder.write("published/refused", [1])
        try place.serve(NightlyFeed(trips: 5))
        #expect(try place.refusals() == [.maxDropPercent])
    }

    @Test("As many versions stay as are asked for, and no file of others")
    func retention() throws {
        place.settings = ["keep: 2"]
        for day in 1...4 {
            try place.serve(NightlyFeed(marketName: "Market \(day)"))
            place.now = "2026-06-0\(day)T03:00:00Z"
            try place.update()
        }
        let manifest = try #require(try place.manifest())
        #expect(manifest.versions.count == 2)
        // Files that the last manifest named stay until the next run: a client may just have read it.
        #expect(try place.published().count > manifest.versions.flatMap(\.names).count + 2)
        try place.update()
        #expect(manifest.versions.map { $0.version.prefix(8) } == ["20260604", "20260603"])
        let expected = Set(manifest.versions.flatMap(\.names) + ["manifest.json", "latest.sqlite"])
        #expect(Set(try place.published()) == expected)
    }

    @Test("No name is ever used again, though its version is gone from the manifest")
    func names() throws {
        place.settings = ["keep: 1"]
        var seen: Set<String> = []
        for round in 1...3 {
            for name in ["One", "Two"] {
                try place.serve(NightlyFeed(marketName: name))
                try place.update()
                let version = try #require(try place.manifest()).current.version
                #expect(seen.insert(version).inserted, "\(version) again in round \(round)")
            }
        }
    }

    @Test("Without a manifest nothing is removed")
    func manifestMovedAway() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let bundle = try #require(try place.manifest()).current.bundle.name
        let folder = place.publishFolder
        try FileManager.default.moveItem(
            atPath: folder.manifestPath, toPath: folder.path + "/away.json")
        try FileManager.default.removeItem(atPath: place.folder.path + "/feed.zip")
        #expect(throws: (any Error).self) { try place.update() }
        #expect(FileManager.default.fileExists(atPath: folder.file(bundle)))
    }

    @Test("Guards do not depend on side files of the published version")
    func guardsOfDamagedFolder() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let current = try #require(try place.manifest()).current
        try FileManager.default.removeItem(
            atPath: place.publishFolder.file(current.reportPage.name))
        try place.serve(NightlyFeed(trips: 5))
        #expect(try place.refusals() == [.maxDropPercent])
        // The same with a bundle that is no more: the manifest knows its counts.
        try Data(count: current.bundle.bytes).write(
            to: URL(fileURLWithPath: place.publishFolder.file(current.bundle.name)))
        #expect(try place.refusals() == [.maxDropPercent])
        try place.serve(NightlyFeed(marketName: "New"))
        #expect(try place.update().outcome == .published)
        #expect(try place.manifest()?.previous == [])
    }

    @Test("Files that were removed from the folder are published again")
    func healed() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let name = try #require(try place.manifest()).current.gzip.name
        try FileManager.default.removeItem(atPath: place.publishFolder.file(name))
        #expect(try place.update().outcome == .published)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test("State and status that cannot be read count as not there")
    func unreadableState() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let manifest = try place.manifest()
        for name in ["state.json", "status.json"] {
            try place.folder.write("published/.gtfs/\(name)", Array("{".utf8))
        }
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.status()?.outcome == .unchanged)
        #expect(try place.manifest() == manifest)
    }

    @Test("Leftovers of a killed run go; files of other names stay")
    func leftovers() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let folder = place.publishFolder
        try place.folder.write("published/town-20260101-0123abcd.sqlite", [1])
        try place.folder.write("published/town-notes.txt", [1])
        try place.folder.write(
            "published/.gtfs/staging-\(Lease.host)-999999999-AbCdEf/town.sqlite", [1])
        try place.update()
        #expect(
            !FileManager.default.fileExists(atPath: folder.file("town-20260101-0123abcd.sqlite")))
        #expect(FileManager.default.fileExists(atPath: folder.file("town-notes.txt")))
        let state = try FileManager.default.contentsOfDirectory(atPath: folder.stateFolder)
        #expect(Set(state) == ["counter.txt", "lock", "state.json", "status.json", "versions.txt"])
    }

    @Test("A folder of another feed is not touched")
    func otherFeed() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try place.published()
        let text = "id: village\nsource: feed.zip\npublish: published"
        let other = try FeedDefinition.load(
            place.folder.write("village.yaml", Array(text.utf8)))
        #expect(throws: PublishingError.self) {
            try FeedUpdate(other, place.options()) { _ in }.run()
        }
        #expect(try place.published() == before)
    }

    @Test("The status is written and read with the names that monitoring knows")
    func statusNames() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let path = place.publishFolder.stateFolder + "/status.json"
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let written = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let names = [
            "began_at", "bundle_bytes", "checked_at", "covered_until", "errors", "exit_code",
            "held_back", "host", "id", "manifest_expires", "message", "outcome",
            "peak_memory_bytes", "published_at", "refusals", "seconds", "source", "time_zone",
            "valid_until", "version",
        ]
        #expect(written.keys.sorted() == names)
        let status = try #require(try place.status())
        #expect(status.checkedAt == written["checked_at"] as? String)
        #expect(status.bundleBytes == written["bundle_bytes"] as? Int)
        #expect(status.peakMemoryBytes == written["peak_memory_bytes"] as? Int)
        #expect(!status.isHeldBack)
    }
}
