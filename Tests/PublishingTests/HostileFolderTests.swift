import BundleManifest
import FeedReading
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Hostile publish folders")
struct HostileFolderTests {
    private let place: UpdatePlace
    private let manifest: Manifest

    init() throws {
        place = try UpdatePlace()
        for name in ["One", "Two"] {
            try place.serve(NightlyFeed(marketName: name))
            try place.update()
        }
        manifest = try #require(try place.manifest())
    }

    private func put(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: place.publishFolder.manifestPath))
    }

    /// Throws unless each reader of the manifest refuses it, and changes nothing.
    private func expectRefused(_ words: String) throws {
        let before = try place.published()
        let attempts: [() throws -> Void] = [
            { _ = try place.manifest() }, { try place.update() },
            { try Rollback(place.definition(), place.options()).run(to: nil) },
            { _ = try PublicationCheck.problems(place.publishFolder) },
        ]
        for attempt in attempts {
            do {
                try attempt()
                Issue.record("it is gone by")
            } catch let error as PublishingError {
                #expect(error.exitCode == 65)
                #expect(error.description.contains(words), "\(error.description)")
            }
        }
        #expect(try place.published() == before)
    }

    /// Throws unless the last run of the feed is recorded as one that failed for a reason.
    private func expectFailedRun(_ words: String) throws {
        let status = try #require(try place.status())
        #expect(status.outcome == .failed)
        #expect(status.exitCode == 65)
        #expect(status.message.contains(words), "\(status.message)")
        #expect(status.failingSince == place.now)
    }

    @Test(
        "Names that lead outside are gone by neither by an update nor by a rollback",
        arguments: [
            "../other.sqlite", "/etc/passwd", "a/b", "..", ".", ".hidden", "", "a\u{0}b", "a\nb",
            "a\\b", String(repeating: "x", count: 256),
        ])
    func names(name: String) throws {
        let changes: [(inout Manifest) -> Void] = [
            { $0.current.bundle.name = name }, { $0.previous[0].bundle.name = name },
            { $0.previous[0].gzip.name = name }, { $0.current.version = name },
        ]
        for change in changes {
            var other = manifest
            change(&other)
            try put(other.json)
            try expectRefused("names files outside its folder")
            try expectFailedRun("names files outside its folder")
        }
    }

    @Test("A manifest that is too large, or nested too deep, is none of this tool")
    func sizes() throws {
        let bytes = try manifest.json
        try put(bytes + [UInt8](repeating: 32, count: Manifest.sizeLimit))
        try expectRefused("is not a manifest of this tool")
        try expectFailedRun("is not a manifest of this tool")
        try put(Array("{\"a\":".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 100_000))
        try expectRefused("is not a manifest of this tool")
    }

    @Test("A manifest of a newer version of the program is not written over")
    func newer() throws {
        var other = manifest
        other.manifestVersion = Manifest.newestVersion + 1
        try put(other.json)
        try expectRefused("newer")
        try expectFailedRun("newer")
        #expect(Manifest.newestVersion == 1)
    }

    @Test("A rollback that cannot read the manifest is a failed run too")
    func rollback() throws {
        try put(Array(manifest.json.prefix(300)))
        #expect(throws: PublishingError.self) {
            try Rollback(place.definition(), place.options()).run(to: nil)
        }
        try expectFailedRun("is not a manifest of this tool")
    }

    @Test(
        "A link in place of a file that a run writes is refused, and its target stays",
        arguments: [
            "lock", "status.json", "state.json", "lease.json", "versions.txt", "counter.txt",
            "hook-pending",
        ])
    func links(name: String) throws {
        let diary = Array("diary".utf8)
        let victim = try place.folder.write("diary.txt", diary)
        let link = place.publishFolder.stateFolder + "/" + name
        Files.remove(link)
        try Files.makeLink(link, to: victim)
        place.settings = ["hook: ['true']"]
        try place.serve(NightlyFeed(marketName: "Three"))
        let error = #expect(throws: (any Error).self) { try place.update() }
        let diagnosed = try #require(error as? any DiagnosedError)
        #expect(diagnosed.exitCode == 74)
        #expect(diagnosed.description.hasSuffix("it is not a file"), "\(diagnosed.description)")
        #expect(try WholeFile.read(victim, atMost: 100) == diary)
    }

    @Test("Files of others beside a refused candidate stay when the next version is published")
    func filesBesideRefused() throws {
        let refused = place.publishFolder.refusedFolder
        try place.serve(NightlyFeed(stops: 15))
        #expect(try place.refusals() == [.maxDropPercent])
        try Files.makeLink(refused + "/diary.txt", to: "elsewhere")
        #expect(try place.refusals { $0.overridden = [.maxDropPercent] } == [])
        #expect(Folder.names(in: refused) == ["diary.txt"])
        // Nor is anything removed, or put, where a link leads.
        Files.remove(refused + "/diary.txt")
        Folder.removeEmpty(refused)
        let mine = try place.folder.write("mine/town-refused.txt", [1])
        try Files.makeLink(refused, to: "../mine")
        try place.serve(NightlyFeed(stops: 20))
        try place.update()
        try place.serve(NightlyFeed(stops: 10))
        #expect(try place.refusals() == [.maxDropPercent, .maxVanishedPercent])
        #expect(try WholeFile.read(mine, atMost: 10) == [1])
        #expect(Folder.names(in: place.folder.path + "/mine") == ["town-refused.txt"])
    }

    @Test("The folder of another feed is refused, and its status is unchanged")
    func otherFeed() throws {
        let status = try place.status()
        var other = manifest
        other.id = "village"
        for version in [Manifest.newestVersion, Manifest.newestVersion + 1] {
            other.manifestVersion = version
            try put(other.json)
            try expectRefused("publishes the feed village")
            #expect(try place.status() == status)
        }
    }
}
