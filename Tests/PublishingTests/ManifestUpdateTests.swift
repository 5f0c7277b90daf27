import BundleManifest
import FeedReading
import Foundation
import GRDB
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Manifests of updates")
struct ManifestUpdateTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    @Test("A failed run leaves the published version, and the manifest is renewed")
    func renewedThoughFailed() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try #require(try place.manifest())
        try place.serve(NightlyFeed(trips: 5))
        place.now = "2026-06-02T03:00:00Z"
        #expect(try place.refusals() == [.maxDropPercent])
        let after = try #require(try place.manifest())
        #expect(after.versions == before.versions)
        #expect(after.expires == "2026-06-09T03:00:00Z")
        #expect(before.isOlder(than: after))
        #expect(try place.status()?.manifestExpires == after.expires)
    }

    @Test("A manifest that names a lost file is not renewed")
    func notRenewed() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try #require(try place.manifest())
        Files.remove(place.publishFolder.file(before.current.gzip.name))
        try place.folder.write("feed.zip", Array("<html>".utf8))
        place.now = "2026-06-02T03:00:00Z"
        #expect(throws: (any Error).self) { try place.update() }
        #expect(try place.manifest() == before)
    }

    @Test("The counter grows whatever happens to the folder, and is never used again")
    func counter() throws {
        try place.serve(NightlyFeed())
        try place.update()
        var last = try #require(try place.manifest()?.counter)
        func expectGrown(_ what: String) throws {
            let counter = try #require(try place.manifest()?.counter)
            #expect(counter > last, "\(what)")
            last = counter
        }
        let folder = place.publishFolder
        let first = try #require(try WholeFile.read(folder.manifestPath, atMost: .max))
        try place.serve(NightlyFeed(marketName: "New"))
        try place.update()
        try expectGrown("another version")
        try Rollback(place.definition(), place.options()).run(to: nil)
        try expectGrown("rolled back")
        // The backup of a manifest does not bring its number back.
        try WholeFile.write(first, to: folder.manifestPath, replacing: .anything)
        try place.update { $0.rebuilds = true }
        try expectGrown("from a backup")
        try FileManager.default.removeItem(atPath: folder.path)
        place.now = "2026-06-02T03:00:00Z"
        try place.update()
        try expectGrown("made anew")
        // A manifest that should end and does not is renewed at once.
        var old = try #require(try place.manifest())
        old.expires = nil
        try WholeFile.write(old.json, to: folder.manifestPath, replacing: .anything)
        try place.update()
        try expectGrown("without an end")
        #expect(try place.manifest()?.expires == "2026-06-09T03:00:00Z")
        old.counter = .max
        try WholeFile.write(old.json, to: folder.manifestPath, replacing: .anything)
        place.now = "2026-06-03T03:00:00Z"
        #expect(throws: PublishingError.self) { try place.update() }
    }

    @Test("Manifests expire as defined, or never; a late run is reported")
    func manifestDays() throws {
        func warning(_ now: String) throws -> String? {
            let instant = try #require(Timestamp.date(now)).timeIntervalSince1970
            return try place.status()?.manifestWarning(
                at: instant, days: place.definition().manifestDays)
        }
        place.settings = ["manifest_days: 3"]
        try place.serve(NightlyFeed())
        try place.update()
        #expect(try place.manifest()?.expires == "2026-06-04T03:00:00Z")
        #expect(try warning("2026-06-03T02:59:00Z") == nil)
        #expect(try warning("2026-06-03T03:01:00Z")?.contains("expires at 2026-06-04") == true)
        #expect(try warning("2026-06-04T03:01:00Z")?.contains("expired at 2026-06-04") == true)
        place.settings = ["manifest_days: 0"]
        try place.update()
        #expect(try place.manifest()?.expires == nil)
        #expect(try warning("2036-06-04T03:01:00Z") == nil)
    }

    @Test("A manifest has the definition's facts from the next run on")
    func otherWords() throws {
        try place.serve(NightlyFeed())
        place.settings = ["homepage: https://old.example.org"]
        try place.update()
        let version = try #require(try place.manifest()).current
        place.settings = ["homepage: https://new.example.org"]
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest()?.homepage == "https://new.example.org")
        #expect(try place.manifest()?.current == version)
    }

    @Test("The terms of a definition are in the bundle too, so that other terms make another one")
    func terms() throws {
        func said() throws -> [String: String] {
            let name = try #require(try place.manifest()).current.bundle.name
            let bundle = try DatabaseQueue(path: place.publishFolder.file(name))
            let rows = try bundle.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT key, value FROM metadata
                        WHERE key IN ('licence', 'licence_url', 'attribution')
                        """)
            }
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["key"], $0["value"]) })
        }
        try place.serve(NightlyFeed())
        place.settings = ["licence: MIT", "licence_url: https://a.example", "attribution: We"]
        try place.update()
        #expect(
            try said() == [
                "licence": "MIT", "licence_url": "https://a.example", "attribution": "We",
            ])
        #expect(try place.update().outcome == .unchanged)
        place.settings = ["licence: CC0-1.0"]
        #expect(try place.update().outcome == .published)
        #expect(try said() == ["licence": "CC0-1.0"])
        #expect(try place.manifest()?.licence == "CC0-1.0")
    }

    @Test("Versions share one line of keys; a new line is reported")
    func lines() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let first = try #require(try place.manifest()).current
        let archive = try FeedArchive.open(place.folder.path + "/feed.zip")
        #expect(try first.archiveHash == archive.archiveSHA256())
        #expect(first.line?.count == 32)
        try place.serve(NightlyFeed(marketName: "New"))
        #expect(try !place.update().message.contains("sids"))
        let second = try #require(try place.manifest())
        #expect(second.current.line == first.line)
        for version in second.versions {
            try FileManager.default.removeItem(
                atPath: place.publishFolder.file(version.bundle.name))
        }
        try place.serve(NightlyFeed(marketName: "Newer"))
        #expect(try place.update().message.contains("with new stop and route keys (sid, rid)"))
        #expect(try place.manifest()?.current.line != first.line)
    }
}
