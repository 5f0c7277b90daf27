import BundleDelta
import BundleManifest
import FeedReading
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Updates", .blocking)
struct FeedUpdateTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    @Test("The first run publishes; everything the manifest names is there as it says")
    func first() throws {
        place.settings = ["licence: CC0-1.0", "attribution: The Town"]
        try place.serve(NightlyFeed())
        let result = try place.update()
        #expect(result.outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.current.version.hasPrefix("20260601-"))
        #expect(
            manifest.current.contentHash.hasPrefix("xxh3:\(manifest.current.version.suffix(8))"))
        #expect(manifest.licence == "CC0-1.0")
        #expect(manifest.attribution == "The Town")
        #expect(manifest.current.counts.trips == 40)
        #expect(manifest.current.validFrom == "20260101")
        #expect(manifest.current.validUntil == "20261231")
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        let names = Set(manifest.current.names + ["manifest.json", "latest.sqlite"])
        #expect(Set(try place.published()) == names)
        let status = try #require(try place.status())
        #expect(status.outcome == .published)
        #expect(status.version == manifest.current.version)
        #expect(status.failingSince == nil)
    }

    @Test("A file of another in the place of the link for people stays")
    func foreignLatest() throws {
        try place.serve(NightlyFeed())
        try Folder.make(place.publishFolder.path)
        let latest = place.publishFolder.file("latest.sqlite")
        try WholeFile.write(Array("diary".utf8), to: latest, replacing: .anything)
        #expect(try place.update().outcome == .published)
        #expect(try String(contentsOfFile: latest, encoding: .utf8) == "diary")
    }

    @Test("A night on which nothing changed writes the same manifest with a later end")
    func unchanged() throws {
        try place.serve(NightlyFeed())
        try place.update()
        var before = try #require(try place.manifest())
        #expect(before.expires == "2026-06-08T03:00:00Z")
        let counter = before.counter
        // An hour later there is no need yet.
        place.now = "2026-06-01T04:00:00Z"
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest() == before)
        place.now = "2026-06-02T03:00:00Z"
        #expect(try place.update().outcome == .unchanged)
        before.generatedAt = "2026-06-02T03:00:00Z"
        before.expires = "2026-06-09T03:00:00Z"
        before.counter = counter + 1
        #expect(try place.manifest() == before)
        #expect(try place.status()?.checkedAt == "2026-06-02T03:00:00Z")
        #expect(try place.status()?.manifestExpires == "2026-06-09T03:00:00Z")
    }

    @Test("A feed that was only packed anew has not changed")
    func repacked() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try place.manifest()
        for kind: ArchiveBuilder.Kind in [.zip(options: "compression=store"), .gzippedTar] {
            try place.serve(NightlyFeed(), as: kind)
            #expect(try place.update().outcome == .unchanged)
            #expect(try place.manifest() == before)
        }
    }

    @Test("A changed feed becomes a new version, with a delta and a report of the changes")
    func changed() throws {
        var feed = NightlyFeed(stops: 400, trips: 4000)
        try place.serve(feed)
        try place.update()
        let old = try #require(try place.manifest()).current
        feed.marketName = "Old Market"
        try place.serve(feed)
        place.now = "2026-06-02T03:00:00Z"
        #expect(try place.update().outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.previous == [old])
        #expect(manifest.current.version != old.version)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        let delta = try #require(manifest.current.deltas.first)
        #expect(delta.from == old.version)
        #expect(delta.bytes * 2 <= manifest.current.gzip.bytes)
        let patched = place.folder.path + "/patched.sqlite"
        try BundleDelta.apply(
            place.publishFolder.file(delta.name), to: place.publishFolder.file(old.bundle.name),
            writing: patched)
        let bundle = place.publishFolder.file(manifest.current.bundle.name)
        #expect(FileManager.default.contentsEqual(atPath: patched, andPath: bundle))
        let diff = try #require(manifest.current.diff)
        let text = try String(
            contentsOfFile: place.publishFolder.file(diff.name), encoding: .utf8)
        #expect(text.contains("Old Market"))
    }

    @Test("Other build options build anew; the same content on the same day gets another name")
    func otherOptions() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let old = try #require(try place.manifest()).current
        place.settings = ["build: { without: [shapes] }"]
        #expect(try place.update().outcome == .published)
        #expect(try place.manifest()?.current.version == old.version + "-2")
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        #expect(try place.update().outcome == .unchanged)
    }

    @Test("A forced build of the same content is not another version; one that heals is")
    func forcedBuild() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let old = try #require(try place.manifest()).current
        let result = try place.update { $0.rebuilds = true }
        #expect(result.outcome == .unchanged)
        #expect(result.message == "unchanged: built again with the same content; \(old.version)")
        #expect(try place.manifest()?.versions == [old])

        // Bytes that only reading shows are missing.
        let report = place.publishFolder.file(old.report.name)
        var bytes = try WholeFile.read(report, atMost: .max) ?? []
        bytes[0] ^= 1
        try WholeFile.write(bytes, to: report, replacing: .anything)
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.update { $0.rebuilds = true }.outcome == .published)
        let current = try #require(try place.manifest()).current
        #expect(current.version == old.version + "-2")
        #expect(try place.update { $0.rebuilds = true }.outcome == .unchanged)
    }

    @Test("A bundle of an earlier layout is built anew")
    func earlierLayout() throws {
        try place.serve(NightlyFeed())
        try place.update()
        // As an older tool of the same name would have left it.
        let old = try #require(try place.manifest()).current
        let hash = BuildIdentity.hash(try place.definition(), toolVersion: "test", layout: 1)
        let file = place.publishFolder.file("manifest.json")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(old.buildHash))
        try text.replacingOccurrences(of: old.buildHash, with: hash)
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try place.update().outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.previous.map(\.version) == [old.version])
        #expect(manifest.current.buildHash == old.buildHash)
        #expect(manifest.current.schemaVersion == 3)
        #expect(try place.update().outcome == .unchanged)
    }

    @Test("A feed that begins later is published as next, and becomes current when it begins")
    func later() throws {
        try place.serve(NightlyFeed(until: 20_260_630))
        try place.update()
        let old = try #require(try place.manifest()).current
        try place.serve(NightlyFeed(from: 20_260_701))
        #expect(try place.update().outcome == .publishedNext)
        var manifest = try #require(try place.manifest())
        #expect(manifest.current == old)
        let next = try #require(manifest.next)
        #expect(next.validFrom == "20260701")
        #expect(try place.update().outcome == .unchanged)
        // On the day itself it is still the day before somewhere on Earth.
        place.now = "2026-07-01T11:00:00Z"
        #expect(try place.update().outcome == .unchanged)
        place.now = "2026-07-01T13:00:00Z"
        #expect(try place.update().outcome == .promoted)
        manifest = try #require(try place.manifest())
        #expect(manifest.current == next)
        #expect(manifest.next == nil)
        #expect(manifest.previous == [old])
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test("An unreadable feed leaves the published version, and the status says since when")
    func broken() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try place.manifest()
        try place.folder.write("feed.zip", Array("<html>Please log in</html>".utf8))
        for day in ["2026-06-02T03:00:00Z", "2026-06-03T03:00:00Z"] {
            place.now = day
            #expect(throws: (any Error).self) { try place.update() }
            #expect(try place.manifest()?.versions == before?.versions)
        }
        let status = try #require(try place.status())
        #expect(status.outcome == .failed)
        #expect(status.exitCode == 65)
        #expect(status.failingSince == "2026-06-02T03:00:00Z")
        #expect(status.version == before?.current.version)
        try place.serve(NightlyFeed())
        try place.update()
        #expect(try place.status()?.failingSince == nil)
    }

    @Test("A hook gets the published version; its failure is reported, and nothing is taken back")
    func hook() throws {
        let script = try place.folder.write(
            "hook.sh", Array("#!/bin/sh\necho \"$GTFS_ID $GTFS_VERSION\" > \"$1\"\nexit $2\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let note = place.folder.path + "/note"
        place.settings = ["hook: [\"\(script)\", \"\(note)\", \"0\"]"]
        try place.serve(NightlyFeed())
        #expect(try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure == nil)
        let version = try #require(try place.manifest()).current.version
        #expect(try String(contentsOfFile: note, encoding: .utf8) == "town \(version)\n")
        place.settings = ["hook: [\"\(script)\", \"\(note)\", \"3\"]"]
        try place.serve(NightlyFeed(marketName: "New"))
        let failure = try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure
        #expect(failure?.contains("exited with 3") == true)
        #expect(try place.manifest()?.current.version != version)
        #expect(try place.status()?.exitCode == 70)
        #expect(try place.status()?.failingSince != nil)
        // It is due until it has succeeded, and after a rollback.
        #expect(try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure != nil)
        place.settings = ["hook: [\"\(script)\", \"\(note)\", \"0\"]"]
        let again = try place.update { $0.environment = ["PATH": "/bin"] }
        #expect(again.outcome == .unchanged)
        #expect(again.hookFailure == nil)
        #expect(try place.status()?.exitCode == 0)
        try FileManager.default.removeItem(atPath: note)
        #expect(try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure == nil)
        #expect(!FileManager.default.fileExists(atPath: note))
        var options = place.options()
        options.environment = ["PATH": "/bin"]
        try Rollback(place.definition(), options).run(to: nil)
        #expect(try String(contentsOfFile: note, encoding: .utf8) == "town \(version)\n")
    }

    @Test("A hook has all facts of what is published, also when a night only renews the manifest")
    func hookFacts() throws {
        let note = place.folder.path + "/note"
        place.settings = ["hook: 'env | grep ^GTFS_ | sort > \"\(note)\"'"]
        func told() throws -> [String] {
            try place.update { $0.environment = ["PATH": "/usr/bin:/bin"] }
            let text = try String(contentsOfFile: note, encoding: .utf8)
            try FileManager.default.removeItem(atPath: note)
            return text.split(separator: "\n").map(String.init)
        }
        try place.serve(NightlyFeed())
        #expect(try told().contains("GTFS_PREVIOUS_VERSION="))
        let old = try #require(try place.manifest()).current.version
        try place.serve(NightlyFeed(marketName: "New"))
        place.now = "2026-06-02T03:00:00Z"
        let second = try told()
        let folder = place.publishFolder
        let current = try #require(try place.manifest()).current
        let facts = [
            "GTFS_BUNDLE=\(folder.file(current.bundle.name))", "GTFS_FEED=",
            "GTFS_FOLDER=\(folder.path)",
            "GTFS_ID=town", "GTFS_MANIFEST=\(folder.manifestPath)",
            "GTFS_PREVIOUS_VERSION=\(old)", "GTFS_VERSION=\(current.version)",
        ].map { $0.replacing("//", with: "/") }
        #expect(second == facts)
        place.now = "2026-06-03T03:00:00Z"
        #expect(try told() == facts)
    }

    @Test("A hook that hangs is stopped, after 15 minutes usually")
    func hangingHook() {
        #expect(HookCommand.longestSeconds == 15 * 60)
        let hook = HookCommand(command: ["/bin/sh", "-c", "sleep 100000"], seconds: 0)
        let failure = hook.run([:], environment: ["PATH": "/usr/bin:/bin"])
        #expect(failure == "/bin/sh was ended by signal 9")
    }

    @Test("After a week of answers that nothing is new, the whole feed is asked for")
    func belief() throws {
        let bytes = try ArchiveBuilder.pack(NightlyFeed().feed.files, as: .zip(options: ""))
        let file = ServedFile(bytes, etag: "\"1\"")
        let server = try TestServer { request, _ in file.reply(to: request) }
        let text = "id: town\nsource: \(server.url("/feed.zip"))\npublish: published\n"
        let definition = try FeedDefinition.load(
            place.folder.write("town.yaml", Array(text.utf8)))
        for day in 1...9 {
            place.now = "2026-06-0\(day)T03:00:00Z"
            _ = try FeedUpdate(definition, place.options()) { _ in }.run()
        }
        let conditional = server.requests.map { $0["if-none-match"] != nil }
        #expect(conditional == [false, true, true, true, true, true, true, false, true])
    }
}
