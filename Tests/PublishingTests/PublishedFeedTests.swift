import BundleManifest
import FeedExporting
import FeedReading
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Feeds that are published beside their bundles", .blocking)
struct PublishedFeedTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    private func bytes(_ file: String) throws -> [UInt8] {
        try #require(try WholeFile.read(place.publishFolder.file(file), atMost: .max))
    }

    private func feed() throws -> Manifest.Feed {
        try #require(try place.manifest()?.current.feed)
    }

    @Test("The zip is published as it was fetched, and the manifest, the status and hooks name it")
    func source() throws {
        let note = place.folder.path + "/note"
        place.settings = ["publish_feed: source", "hook: 'echo \"$GTFS_FEED\" > \"\(note)\"'"]
        try place.serve(NightlyFeed())
        try place.update { $0.environment = ["PATH": "/usr/bin:/bin"] }
        let feed = try feed()
        let current = try #require(try place.manifest()).current
        #expect(feed.name == "town-\(current.version).gtfs.zip")
        #expect(feed.form == "source" && feed.fetchedAt == "2026-06-01T03:00:00Z")
        #expect(feed.sha256 == current.archiveHash)
        #expect(
            try bytes(feed.name)
                == WholeFile.read(place.folder.path + "/feed.zip", atMost: .max))
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        let status = try #require(try place.status())
        #expect(status.feedFile == feed.name && status.feedBytes == feed.bytes)
        let told = try String(contentsOfFile: note, encoding: .utf8)
        #expect(told.hasSuffix("/published/\(feed.name)\n"))
        let written = String(decoding: try bytes("manifest.json"), as: UTF8.self)
        #expect(written.contains("\"fetched_at\" : \"2026-06-01T03:00:00Z\""))
    }

    @Test("The cut feed is what `gtfs export` writes from the bundle: the same bytes each time")
    func export() throws {
        place.settings = ["publish_feed: export", "build: { route: [R0, R1] }"]
        try place.serve(NightlyFeed())
        try place.update()
        let feed = try feed()
        #expect(feed.form == "export")
        let current = try #require(try place.manifest()).current
        let copy = place.folder.path + "/copy.zip"
        _ = try FeedExport(bundle: place.publishFolder.file(current.bundle.name)).run(to: copy)
        #expect(try bytes(feed.name) == WholeFile.read(copy, atMost: .max))
        let other = try UpdatePlace()
        other.settings = place.settings
        try other.serve(NightlyFeed())
        try other.update()
        #expect(try other.manifest()?.current.feed?.sha256 == feed.sha256)

        let cut = try UpdatePlace()
        try FileManager.default.copyItem(atPath: copy, toPath: cut.folder.path + "/feed.zip")
        try cut.update()
        #expect(try cut.manifest()?.current.counts == current.counts)
        #expect(current.counts.routes == 2)
    }

    @Test("Another form, or none, makes another version of an unchanged feed")
    func added() throws {
        try place.serve(NightlyFeed())
        try place.update()
        for form in [["publish_feed: source"], ["publish_feed: export"], []] {
            place.settings = form
            #expect(try place.update().outcome == .published)
            #expect(
                try place.manifest()?.current.feed?.form
                    == form.first.map { String($0.dropFirst(14)) })
            #expect(try place.update().outcome == .unchanged)
        }
    }

    @Test("It is kept, rolled back and removed with its version")
    func kept() throws {
        place.settings = ["publish_feed: source", "keep: 2"]
        var names: [String] = []
        for day in 1...3 {
            try place.serve(NightlyFeed(marketName: "Market \(day)"))
            place.now = "2026-06-0\(day)T03:00:00Z"
            try place.update()
            names.append(try feed().name)
        }
        try place.update()
        #expect(try place.published().filter { $0.hasSuffix(".zip") } == names.suffix(2))
        try Rollback(place.definition(), place.options()).run(to: nil)
        #expect(try feed().name == names[1])
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        // As every file of a version, it is published again when it is lost.
        try place.serve(NightlyFeed(marketName: "Market 4"))
        try place.update()
        Files.remove(place.publishFolder.file(try feed().name))
        #expect(try place.update().outcome == .published)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test("A feed that is not a zip cannot be published as it came, but can be exported")
    func otherForms() throws {
        place.settings = ["publish_feed: source"]
        try place.serve(NightlyFeed(), as: .gzippedTar)
        let error = #expect(throws: PublishingError.self) { try place.update() }
        #expect(error?.exitCode == 65)
        #expect(
            error?.description.hasSuffix(
                "/feed.zip: is not a zip, so it cannot be published as it is; "
                    + "use publish_feed: export") == true)
        #expect(try place.manifest() == nil)
        place.settings = ["publish_feed: export"]
        #expect(try place.update().outcome == .published)
        let archive = try FeedArchive.open(place.publishFolder.file(try feed().name))
        #expect(archive.member(named: "stops.txt") != nil)
    }

    @Test("A form that a later release may have is read")
    func laterForm() throws {
        place.settings = ["publish_feed: source"]
        try place.serve(NightlyFeed())
        try place.update()
        let text = String(decoding: try bytes("manifest.json"), as: UTF8.self)
            .replacing("\"form\" : \"source\"", with: "\"form\" : \"later\"")
        #expect(try Manifest(json: Array(text.utf8)).current.feed?.form == "later")
    }
}
