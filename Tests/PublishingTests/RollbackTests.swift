import BundleManifest
import Foundation
import GRDB
import Publishing
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
        let back = try Rollback(place.definition(), place.options()).run(to: nil) { 1 }
        #expect(back.outcome == .rolledBack)
        #expect(try place.manifest()?.current == good)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest()?.current == good)
        try place.serve(NightlyFeed(marketName: "Right"))
        #expect(try place.update().outcome == .published)
        #expect(throws: PublishingError.self) {
            try Rollback(place.definition(), place.options()).run(to: "20200101-00000000") { 1 }
        }
    }

    @Test("Going back twice goes back two versions, and neither comes again")
    func rollbackTwice() throws {
        for (day, name) in ["One", "Two", "Three"].enumerated() {
            place.now = "2026-06-0\(day + 1)T03:00:00Z"
            try place.serve(NightlyFeed(marketName: name))
            try place.update()
        }
        let versions = try #require(try place.manifest()).versions
        let rollback = try Rollback(place.definition(), place.options())
        try rollback.run(to: nil) { 1 }
        #expect(try place.manifest()?.current.version == versions[1].version)
        try rollback.run(to: nil) { 1 }
        #expect(try place.manifest()?.current.version == versions[2].version)
        for name in ["Two", "Three"] {
            try place.serve(NightlyFeed(marketName: name))
            let result = try place.update()
            #expect(result.outcome == .unchanged)
            #expect(result.isHeldBack)
        }
        #expect(throws: PublishingError.self) { try rollback.run(to: nil) { 1 } }
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
        let result = try Rollback(place.definition(), place.options()).run(to: nil) { 1 }
        #expect(result.message == "rolled back from \(next.version) to \(old.version)")
        let manifest = try #require(try place.manifest())
        #expect(manifest.current == old)
        #expect(manifest.next == nil)
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest()?.next == nil)
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
        try Rollback(place.definition(), place.options()).run(to: nil) { 1 }
        feed.extraStop = "YYY"
        place.now = times[2]
        try place.serve(feed)
        try place.update()
        #expect(given != "none")
        #expect(try key("YYY") != given)
    }
}
