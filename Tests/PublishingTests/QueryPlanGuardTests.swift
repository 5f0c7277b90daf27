import BundleManifest
import Foundation
import GRDB
import Publishing
import TestSupport
import Testing

@Suite("The guard of query plans")
struct QueryPlanGuardTests {
    @Test("A bundle that lost an index is recognised by the query that needs it")
    func lostIndex() throws {
        let place = try UpdatePlace()
        try place.serve(NightlyFeed(stops: 600, routes: 10, trips: 1200))
        try place.update()
        let bundle = place.publishFolder.file(
            try #require(try place.manifest()).current.bundle.name)
        func scans(_ path: String) throws -> [String] {
            try QueryPlanGuard.scans(in: BundleSummary(path: path, now: 1_780_000_000))
        }
        #expect(try scans(bundle) == [])
        let copy = place.folder.path + "/copy.sqlite"
        for (index, query) in [
            ("trip_trip_id", "a trip by its id"), ("stops_stop_id", "a stop by its id"),
            ("trip_group_origin", "trips of a group in a window"),
        ] {
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: bundle, toPath: copy)
            try DatabaseQueue(path: copy).write { try $0.execute(sql: "DROP INDEX \(index)") }
            #expect(try scans(copy).map { $0.hasPrefix(query) } == [true], "\(index)")
        }
    }
}
