import BundleManifest
import Foundation
import GRDB
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Rollbacks")
struct RollbackTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    @Test("A rollback stays until the feed has another content")
    func rollback() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let good = try #require(try place.manifest()).current
        try place.serve(NightlyFeed(marketName: "Wrong"))
        place.now = "2026-06-02T03:00:00Z"
        try place.update()
        let back = try Rollback(place.definition(), place.options()).run(to: nil)
        #expect(back.outcome == .rolledBack)
        #expect(try place.manifest()?.current == good)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest()?.current == good)
        try place.serve(NightlyFeed(marketName: "Right"))
        #expect(try place.update().outcome == .published)
        #expect(throws: PublishingError.self) {
            try Rollback(place.definition(), place.options()).run(to: "20200101-00000000")
        }
    }

    /// Publishes versions on nights of their own, and returns them, the newest first.
    private func publish(_ names: [String]) throws -> [Manifest.Version] {
        for (day, name) in names.enumerated() {
            place.now = "2026-06-0\(day + 1)T03:00:00Z"
            try place.serve(NightlyFeed(marketName: name))
            try place.update()
        }
        return try #require(try place.manifest()).versions
    }

    @Test("A rollback to a named version goes past those between")
    func named() throws {
        let versions = try publish(["One", "Two", "Three"])
        try Rollback(place.definition(), place.options()).run(to: versions[2].version)
        #expect(try place.manifest()?.current.version == versions[2].version)
        #expect(try place.update().isHeldBack)
    }

    @Test("Going back twice goes back two versions, and neither comes again")
    func rollbackTwice() throws {
        let versions = try publish(["One", "Two", "Three"])
        let rollback = try Rollback(place.definition(), place.options())
        try rollback.run(to: nil)
        #expect(try place.manifest()?.current.version == versions[1].version)
        try rollback.run(to: nil)
        #expect(try place.manifest()?.current.version == versions[2].version)
        for name in ["Two", "Three"] {
            try place.serve(NightlyFeed(marketName: name))
            let result = try place.update()
            #expect(result.outcome == .unchanged)
            #expect(result.isHeldBack)
        }
        #expect(throws: PublishingError.self) { try rollback.run(to: nil) }
        // An operator who knows better.
        #expect(try place.update { $0.rebuilds = true }.outcome == .published)
    }

    @Test("Going back while a version waits for its first day withdraws that one")
    func rollbackOfNext() throws {
        try place.serve(NightlyFeed(until: 20_260_630))
        try place.update()
        let old = try #require(try place.manifest()).current
        try place.serve(NightlyFeed(from: 20_260_701))
        try place.update()
        let next = try #require(try place.manifest()?.next)
        let result = try Rollback(place.definition(), place.options()).run(to: nil)
        #expect(result.message == "rolled back from \(next.version) to \(old.version)")
        let manifest = try #require(try place.manifest())
        #expect(manifest.current == old)
        #expect(manifest.next == nil)
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest()?.next == nil)
    }

    private func publishTwo() throws -> (old: Manifest.Version, new: Manifest.Version) {
        try place.serve(NightlyFeed())
        try place.update()
        let old = try #require(try place.manifest()).current
        var feed = NightlyFeed()
        feed.extraStop = "XXX"
        try place.serve(feed)
        place.now = "2026-06-02T03:00:00Z"
        try place.update()
        return (old, try #require(try place.manifest()).current)
    }

    @Test("A version that has lost a file, or has another, is not gone back to")
    func lostFiles() throws {
        let old = try publishTwo().old
        let before = try #require(try place.manifest())
        func expectRefused(_ words: String) throws {
            for wanted in [nil, old.version] {
                let error = #expect(throws: PublishingError.self) {
                    try Rollback(place.definition(), place.options()).run(to: wanted)
                }
                #expect(error?.exitCode == 65)
                #expect("\(error as Any)".contains(words))
            }
            #expect(try place.manifest() == before)
        }
        let report = place.publishFolder.file(old.report.name)
        try Data(count: old.report.bytes).write(to: URL(fileURLWithPath: report))
        try expectRefused("\(old.report.name) has other contents than the manifest says")
        Files.remove(place.publishFolder.file(old.gzip.name))
        try expectRefused("\(old.gzip.name) is missing")
        // The next night takes it out of the manifest.
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest()?.previous == [])
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    /// Moves a file out of the folder, and puts a link to it in its place.
    private func link(_ file: Manifest.File) throws {
        let path = place.publishFolder.file(file.name)
        let target = place.folder.path + "/" + file.name
        try Files.rename(path, to: target)
        try Files.makeLink(path, to: target)
    }

    @Test("A version with a link in place of a file is not gone back to, as none is served")
    func linkedBundle() throws {
        let old = try publishTwo().old
        let before = try place.manifest()
        try link(old.bundle)
        let missing = "\(old.bundle.name) is missing"
        #expect(try PublicationCheck.problems(place.publishFolder) == [missing])
        let error = #expect(throws: PublishingError.self) {
            try Rollback(place.definition(), place.options()).run(to: nil)
        }
        #expect("\(error as Any)".contains(missing))
        #expect(try place.manifest() == before)
    }

    @Test("A version with a link in place of a file is published anew", arguments: [true, false])
    func linkedCurrent(isBundle: Bool) throws {
        let new = try publishTwo().new
        try link(isBundle ? new.bundle : new.gzip)
        #expect(try place.update().outcome == .published)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test("A current version that was lost after a rollback is reported by every run")
    func lostAfterRollback() throws {
        let old = try publishTwo().old
        try Rollback(place.definition(), place.options()).run(to: nil)
        Files.remove(place.publishFolder.file(old.gzip.name))
        for day in 3...4 {
            place.now = "2026-06-0\(day)T03:00:00Z"
            let error = #expect(throws: PublishingError.self) { try place.update() }
            #expect(error?.exitCode == 65)
            #expect("\(error as Any)".contains("\(old.gzip.name) is missing"))
            #expect(try place.status()?.outcome == .failed)
        }
        #expect(try place.update { $0.rebuilds = true }.outcome == .published)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test("A current version that is lost can be left, and its keys are not given to others")
    func lostCurrent() throws {
        let (old, new) = try publishTwo()
        Files.remove(place.publishFolder.file(new.bundle.name))
        try Rollback(place.definition(), place.options()).run(to: nil)
        #expect(try place.manifest()?.versions == [old])
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        var feed = NightlyFeed()
        feed.extraStop = "YYY"
        try place.serve(feed)
        #expect(try place.update().message.contains("with new stop and route keys (sid, rid)"))
        let next = try #require(try place.manifest()).current
        #expect(next.line != old.line)
        feed.marketName = "New"
        try place.serve(feed)
        try place.update()
        #expect(try place.manifest()?.current.line == next.line)
    }

    @Test("A version that has lost a file while it waited for its first day is published anew")
    func lostNext() throws {
        try place.serve(NightlyFeed(until: 20_260_630))
        try place.update()
        try place.serve(NightlyFeed(from: 20_260_701))
        try place.update()
        let next = try #require(try place.manifest()?.next)
        Files.remove(place.publishFolder.file(next.report.name))
        place.now = "2026-07-02T12:00:00Z"
        #expect(try place.update().outcome == .published)
        #expect(try place.manifest()?.current.contentHash == next.contentHash)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test(
        "Keys that a withdrawn version gave out are not given to others, whatever the clock says",
        arguments: [
            ["2026-06-01T03:00:00Z", "2026-06-02T03:00:00Z", "2026-06-03T03:00:00Z"],
            ["2026-06-01T03:00:00Z", "2026-06-01T03:00:00Z", "2026-06-01T03:00:00Z"],
            ["2026-06-03T03:00:00Z", "2026-06-02T03:00:00Z", "2026-06-01T03:00:00Z"],
        ])
    func keysAfterRollback(times: [String]) throws {
        func key(_ stop: String) throws -> String {
            let bundle = place.publishFolder.file(
                try #require(try place.manifest()).current.bundle.name)
            let queue = try DatabaseQueue(path: bundle)
            return try queue.read {
                try String.fetchOne(
                    $0, sql: "SELECT sid FROM stops WHERE stop_id = ?", arguments: [stop])
            } ?? "none"
        }
        var feed = NightlyFeed()
        place.now = times[0]
        try place.serve(feed)
        try place.update()
        feed.extraStop = "XXX"
        place.now = times[1]
        try place.serve(feed)
        try place.update()
        let given = try key("XXX")
        try Rollback(place.definition(), place.options()).run(to: nil)
        feed.extraStop = "YYY"
        place.now = times[2]
        try place.serve(feed)
        try place.update()
        #expect(given != "none")
        #expect(try key("YYY") != given)
    }
}
