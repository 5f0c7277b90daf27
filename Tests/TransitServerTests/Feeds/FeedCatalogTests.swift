import BundleManifest
import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Feeds that are served")
struct FeedCatalogTests {
    private let place: ServedPlace
    private var published: String { place.folder.path + "/published" }

    init() throws {
        place = try ServedPlace()
    }

    private func now(_ catalog: FeedCatalog) async throws -> (version: String, problem: String?) {
        await catalog.refresh()
        let feed = try catalog.feed(nil)
        return (try feed.offered().version(at: Date()).name, feed.problem)
    }

    @Test("A lone bundle: its version is its hash, and another file at its place is noticed")
    func loneBundle() async throws {
        let path = place.folder.path + "/sydney.sqlite"
        try place.place("Old", at: path)
        let catalog = try await FeedCatalog(path: path)
        let old = try ByteDigest(file: path).sha256.prefix(16)
        #expect(try await now(catalog) == (String(old), nil))
        #expect(try catalog.feed("sydney").name == "sydney")
        #expect(!catalog.isMany)
        // No manifest says when it expires, so the bundle does.
        let report = FeedReport("sydney", try catalog.feed("sydney"))
        let bundle = try await catalog.bundles.bundle(catalog.feed(nil).offered().current)
        #expect(report.status.expires != nil)
        #expect(report.status.expires == bundle.feed.validity.end)

        try place.place("New", at: path)
        let new = try ByteDigest(file: path).sha256.prefix(16)
        #expect(new != old)
        #expect(try await now(catalog) == (String(new), nil))

        // A file that is not a bundle changes nothing, but is told.
        try Data("no bundle".utf8).write(to: URL(fileURLWithPath: path))
        let broken = try await now(catalog)
        #expect(broken.version == new)
        #expect(broken.problem?.contains("not a transit bundle") == true)
        // Clients learn no folders of this machine.
        #expect(broken.problem?.contains(place.folder.path) == false)
        Files.remove(path)
        let gone = try await now(catalog)
        #expect(gone.version == new)
        #expect(gone.problem == "there is no file")
    }

    @Test("A named pipe in place of a lone bundle is reported, without a delay")
    func pipe() async throws {
        let path = place.folder.path + "/sydney.sqlite"
        try place.place("Old", at: path)
        let catalog = try await FeedCatalog(path: path)
        let old = try catalog.feed(nil).offered().current.name
        Files.remove(path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try await now(catalog) == (old, "is not a file"))
        try place.place("New", at: path)
        let new = try await now(catalog)
        #expect(new.version != old)
        #expect(new.problem == nil)
    }

    @Test("A publish folder: newer manifests count, all others change nothing and are reported")
    func publishFolder() async throws {
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published)
        let catalog = try await FeedCatalog(path: published)
        #expect(try await now(catalog) == ("20261120-aaaaaaaa", nil))
        #expect(try catalog.feed("town").swaps == 0)

        let newer = try place.publish(
            "20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
        #expect(try await now(catalog) == ("20261121-bbbbbbbb", nil))
        #expect(try catalog.feed("town").swaps == 1)

        /// Puts something in the manifest's place; the new version stays and the words are told.
        func expectRefused(_ words: String, _ change: () throws -> Void) async throws {
            try change()
            let state = try await now(catalog)
            #expect(state.version == "20261121-bbbbbbbb")
            #expect(state.problem?.contains(words) == true, "\(state.problem ?? "no problem")")
            #expect(state.problem?.contains(place.folder.path) == false)
            // And the manifest that was there before is served again.
            Files.remove(published + "/manifest.json")
            try place.publish(newer, in: published)
            #expect(try await now(catalog) == ("20261121-bbbbbbbb", nil))
        }
        try await expectRefused("is older") {
            try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published)
        }
        try await expectRefused("cannot be read as a manifest") {
            try WholeFile.write(
                Array("{".utf8), to: published + "/manifest.json", replacing: .anything)
        }
        try await expectRefused("there is no manifest.json") {
            Files.remove(published + "/manifest.json")
        }
        try await expectRefused("is not a file") {
            Files.remove(published + "/manifest.json")
            try Files.makeLink(published + "/manifest.json", to: place.bundle("Old"))
        }
        try await expectRefused("of the feed village") {
            try place.publish(
                "20261122-cccccccc", "Old", id: "village", at: "2026-11-22T03:00:00Z", in: published
            )
        }
        try await expectRefused("is missing") {
            try place.publish("20261122-cccccccc", "Old", at: "2026-11-22T03:00:00Z", in: published)
            {
                $0.current.bundle.name = "town-missing.sqlite"
            }
        }
        try await expectRefused("bytes; the manifest says") {
            try place.publish("20261122-cccccccc", "Old", at: "2026-11-22T03:00:00Z", in: published)
            {
                $0.current.bundle.bytes += 1
            }
        }
        try await expectRefused("is damaged") {
            try place.publish("20261122-cccccccc", "Old", at: "2026-11-22T03:00:00Z", in: published)
            {
                $0.current.bundle.sha256 = String(repeating: "0", count: 64)
            }
        }
        try await expectRefused("outside its folder") {
            try place.publish("20261122-cccccccc", "Old", at: "2026-11-22T03:00:00Z", in: published)
            {
                $0.current.bundle.name = "../built-Old.sqlite"
            }
        }
        try await expectRefused("newer version of gtfs") {
            try place.publish("20261122-cccccccc", "Old", at: "2026-11-22T03:00:00Z", in: published)
            {
                $0.manifestVersion = Manifest.newestVersion + 1
            }
        }
    }

    @Test("A manifest that was only signed anew is passed on without a swap; counters order them")
    func renewedManifest() async throws {
        var manifest = try place.publish(
            "20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published
        ) { $0.counter = 6 }
        let catalog = try await FeedCatalog(path: published)
        func publish(_ counter: Int, at time: String) async throws -> (Int, String?) {
            manifest.generatedAt = time
            manifest.counter = counter
            manifest.expires = "2026-12-01T03:00:00Z"
            Files.remove(published + "/manifest.json")
            try place.publish(manifest, in: published)
            await catalog.refresh()
            let feed = try catalog.feed(nil)
            #expect(feed.swaps == 0)
            return (feed.state?.published?.manifest.counter ?? 0, feed.problem)
        }
        #expect(try await publish(7, at: "2026-11-21T03:00:00Z") == (7, nil))
        #expect(try catalog.feed(nil).state?.published?.bytes == manifest.json)
        // A clock that was set right does not make a newer manifest an older one.
        #expect(try await publish(8, at: "2026-11-20T12:00:00Z") == (8, nil))
        let (counter, problem) = try await publish(7, at: "2026-11-23T03:00:00Z")
        #expect(counter == 8)
        #expect(problem?.contains("is older") == true)
    }

    private func publishTwo() throws -> (current: String, old: String) {
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published) {
            $0.previous = [
                try place.version("20261120-aaaaaaaa", "Old", id: "town", in: published)
            ]
        }
        return (
            published + "/town-20261121-bbbbbbbb.sqlite",
            published + "/town-20261120-aaaaaaaa.sqlite"
        )
    }

    @Test("A bundle that is not the published one is not opened, and reported until it is")
    func otherBundle() async throws {
        let file = try publishTwo().old
        try place.damage(file)
        let catalog = try await FeedCatalog(path: published)
        let feed = try catalog.feed(nil)
        // No request has asked for it yet.
        #expect(feed.problem == nil)
        let old = try feed.offered().version("20261120-aaaaaaaa", at: Date())
        for _ in 0..<2 {
            await #expect(throws: TransitBundleError.self) {
                _ = try await catalog.bundles.bundle(old)
            }
            await catalog.refresh()
            let name = "town-20261120-aaaaaaaa.sqlite"
            #expect(feed.problem == "\(name) is damaged: its SHA-256 is not the manifest's")
            #expect(FeedReport("town", feed).status.state.known == .refused)
        }
        Files.remove(file)
        try Files.addName(file, to: place.bundle("Old"))
        #expect(try await now(catalog) == ("20261121-bbbbbbbb", nil))
        let opened = try await catalog.bundles.bundle(old)
        #expect(try await opened.bundle.stop(id: "A").stopName == "Old")
    }

    @Test("A link or a pipe in place of a bundle counts as missing", arguments: [true, false])
    func noFile(isLink: Bool) async throws {
        let file = try publishTwo().old
        Files.remove(file)
        if isLink {
            try Files.makeLink(file, to: place.bundle("Old"))
        } else {
            #expect(mkfifo(file, 0o600) == 0)
        }
        let catalog = try await FeedCatalog(path: published)
        let old = try catalog.feed(nil).offered().version("20261120-aaaaaaaa", at: Date())
        await #expect(throws: TransitBundleError.missing(path: file)) {
            _ = try await catalog.bundles.bundle(old)
        }
    }

    @Test("A bundle that is opened again is checked again; one that fails closes no other")
    func openedAgain() async throws {
        let file = try publishTwo().current
        let catalog = try await FeedCatalog(path: published, openBundles: 1)
        let feed = try catalog.feed(nil)
        let state = try feed.offered()
        let old = try state.version("20261120-aaaaaaaa", at: Date())
        _ = try await catalog.bundles.bundle(old)
        #expect(catalog.bundles.opened(state.current) == nil)
        try place.damage(file)
        await #expect(throws: TransitBundleError.self) {
            _ = try await catalog.bundles.bundle(state.current)
        }
        #expect(catalog.bundles.opened(old) != nil)
        let status = FeedReport("town", feed).status
        #expect(status.state.known == .unavailable)
        #expect(status.bundle == nil)
        #expect(status.problem?.contains("is damaged") == true)
        // A server that is started now says so at once.
        let error = await #expect(throws: ServingError.self) {
            _ = try await FeedCatalog(path: published)
        }
        #expect(error?.exitCode == 65)
        #expect(error?.description.contains("is damaged") == true)
    }

    @Test("A manifest that waits for its file is taken over when the file comes")
    func lateFile() async throws {
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published)
        let catalog = try await FeedCatalog(path: published)
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published)
        let file = published + "/town-20261121-bbbbbbbb.sqlite"
        try Files.rename(file, to: file + ".away")
        #expect(try await now(catalog).version == "20261120-aaaaaaaa")
        try Files.rename(file + ".away", to: file)
        #expect(try await now(catalog) == ("20261121-bbbbbbbb", nil))
    }

    @Test("The next version answers from its first day on, by the clock where the feed is")
    func nextVersion() async throws {
        try place.publish("20261120-aaaaaaaa", "Old", at: "2026-11-20T03:00:00Z", in: published) {
            $0.next = try place.version(
                "20261121-bbbbbbbb", "New", id: "town", in: published, validFrom: "20261201")
        }
        let catalog = try await FeedCatalog(path: published)
        let state = try catalog.feed(nil).offered()
        // Midnight in Paris.
        let start = try Date("2026-11-30T23:00:00Z", strategy: .iso8601)
        #expect(state.version(at: start - 1).name == "20261120-aaaaaaaa")
        #expect(state.version(at: start).name == "20261121-bbbbbbbb")
        #expect(state.takeover(after: start - 1) == start)
        #expect(state.takeover(after: start) == nil)
    }

    @Test("Kept versions are found by name; a withdrawn one is gone")
    func versions() async throws {
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: published) {
            $0.previous = [
                try place.version("20261120-aaaaaaaa", "Old", id: "town", in: published)
            ]
            $0.withdrawn = ["dddddddd00000000"]
        }
        let state = try await FeedCatalog(path: published).feed(nil).offered()
        #expect(try state.version("20261120-aaaaaaaa", at: Date()).name == "20261120-aaaaaaaa")
        #expect(throws: APIFailure.self) { try state.version("20261119-eeeeeeee", at: Date()) }
        do {
            _ = try state.version("20261122-dddddddd", at: Date())
            Issue.record("a withdrawn version is served")
        } catch {
            #expect(error.code == .gone)
        }
    }

    @Test("A path that cannot be served is one line and an exit code")
    func nothing() async throws {
        func error(_ path: String) async throws -> ServingError? {
            do {
                _ = try await FeedCatalog(path: path)
                return nil
            } catch let error as ServingError {
                return error
            }
        }
        let folder = place.folder.path
        #expect(try await error(folder + "/none")?.exitCode == 66)
        #expect(try await error(folder)?.exitCode == 66)
        let text = try place.folder.write("text.sqlite", Array("text".utf8))
        #expect(try await error(text)?.exitCode == 65)
        try place.folder.write("broken/manifest.json", Array("{".utf8))
        #expect(try await error(folder + "/broken")?.exitCode == 65)
    }

    @Test("A thousand feeds in one process need the descriptors of a few")
    func thousandFeeds() async throws {
        let folder = place.folder.path + "/feeds"
        let bundle = try place.version("20261120-aaaaaaaa", "Old", id: "feed0", in: folder + "/0")
        for number in 0..<1000 {
            let path = "\(folder)/\(number)"
            try Folder.make(path)
            let name = "feed\(number)-20261120-aaaaaaaa.sqlite"
            if number > 0 {
                try Files.addName("\(path)/\(name)", to: "\(folder)/0/\(bundle.bundle.name)")
            }
            var version = bundle
            version.bundle.name = name
            try place.publish(
                Manifest(
                    id: "feed\(number)", generatedAt: "2026-11-20T03:00:00Z", current: version),
                in: path)
        }
        // One that is broken takes none of the others along.
        try WholeFile.write(Array("{".utf8), to: "\(folder)/7/manifest.json", replacing: .anything)
        let catalog = try await FeedCatalog(path: folder, openBundles: 8)
        #expect(catalog.isMany)
        #expect(catalog.count == 1000)
        #expect(throws: APIFailure.self) { try catalog.feed("7").offered() }
        var most = 0
        for number in 0..<1000 where number != 7 {
            let state = try catalog.feed("feed\(number)").offered()
            let open = try await catalog.bundles.bundle(state.version(at: Date()))
            #expect(open.feed.info?.feedPublisherName == "Sydney Transit")
            most = max(most, place.openDescriptors ?? 0)
        }
        #expect(catalog.bundles.totals.open == 8)
        #expect(catalog.bundles.totals.opened == 999)
        // Eight bundles of five connections, and those that are about to close.
        if place.openDescriptors != nil { #expect(8..<400 ~= most) }
        #expect(throws: APIFailure.self) { try catalog.feed(nil) }
    }

    @Test("New folders are noticed")
    func newFolder() async throws {
        let folder = place.folder.path + "/feeds"
        try place.publish(
            "20261120-aaaaaaaa", "Old", id: "one", at: "2026-11-20T03:00:00Z", in: folder + "/one")
        let catalog = try await FeedCatalog(path: folder)
        #expect(catalog.all.map(\.name) == ["one"])
        try place.publish(
            "20261120-aaaaaaaa", "New", id: "two", at: "2026-11-20T03:00:00Z", in: folder + "/two")
        await catalog.refresh()
        #expect(catalog.all.map(\.name) == ["one", "two"])
    }
}

extension FeedReport {
    fileprivate init(_ name: String, _ feed: ServedFeed) {
        self.init(name: name, feed: feed, state: feed.state, now: Date())
    }
}
