import BundleWriting
import FeedReading
import Foundation
import TestSupport
import Testing
import TransitBundle

@testable import TransitServer

/// A server answers of a damaged bundle what it can, and says in the form of the contract that it
/// cannot answer the rest.
@Suite("Damaged bundles, served")
struct DamagedBundleTests {
    private static let addresses =
        [
            "feed", "stops?q=quay", "stops?near=-33.86,151.21", "stops?bbox=-34,151,-33,152",
            "stops?ids=QUAY,HH", "stops?limit=9", "stops/QUAY", "stops/QUAY/departures?n=20",
            "stops/QUAY/arrivals?n=20", "stops/HH/departures?for=86400", "stops/QUAY/destinations",
            "departures?stops=QUAY,HH", "routes", "routes?q=333", "routes/333",
            "routes/333/stops", "routes/333/timetable", "trips/L2-N", "trips/333-E1",
            "shapes/T1N", "agencies", "services", "fares", "transfers?stop=QUAY",
            "pathways?stop=QUAY", "booking_rules/BOOK-NOW", "translations?lang=fr", "tables",
            "bundle/manifest",
        ].map { "/api/v1/" + $0 }
        + [
            "/", "/stops?q=quay", "/stops/QUAY", "/stops/QUAY/destinations", "/routes",
            "/routes/333", "/routes/333/timetable", "/trips/L2-N", "/feed", "/map", "/notices",
            "/changes",
        ].map { "/explorer" + $0 }

    @Test("Damage of all kinds is answered, or said in the envelope of errors")
    func served() async throws {
        let folder = try TestFolder()
        let whole = folder.path + "/whole.sqlite"
        _ = try BundleBuild(.init()).run(
            FeedArchive.open(PackageRoot.path + "/feeds/sample"), to: whole
        ) { _ in }
        let damage = try BundleDamage(of: whole, in: folder)
        let copy = folder.path + "/damaged.sqlite"
        var statuses: [Int: Int] = [:]
        var refused = 0
        var slowest = (seconds: 0.0, what: "")
        for number in damage.numbers(24) {
            let what = try damage.make(number, at: copy)
            let feed: ShownFeed
            do {
                feed = try await ShownFeed(folder, path: copy, now: "2026-11-23T08:00:00+11:00")
            } catch {
                refused += 1
                #expect(!"\(error)".contains("\n"), "\(error), of \(what)")
                continue
            }
            for address in Self.addresses {
                let start = Date()
                let page = try await feed.page(address)
                statuses[page.status, default: 0] += 1
                let isExpected = [200, 302, 400, 404, 500, 503].contains(page.status)
                #expect(isExpected, "\(page.status) of \(address), of \(what)")
                if page.status != 200, address.hasPrefix("/api/") {
                    #expect(page.text.hasPrefix("{\"error\":{"), "\(address): \(page.text)")
                }
                let seconds = Date().timeIntervalSince(start)
                if seconds > slowest.seconds { slowest = (seconds, "\(address), of \(what)") }
            }
        }
        #expect((statuses[200] ?? 0) > 0 && refused > 0)
        if BundleDamage.asked != nil {
            print("serve: \(statuses), \(refused) bundles refused, slowest \(slowest)")
        }
    }

    private func damaged(_ sql: String, in folder: TestFolder) throws -> String {
        let whole = folder.path + "/whole.sqlite"
        _ = try BundleBuild(.init()).run(
            FeedArchive.open(PackageRoot.path + "/feeds/sample"), to: whole
        ) { _ in }
        let copy = folder.path + "/damaged.sqlite"
        try BundleDamage(of: whole, in: folder).make(at: copy, changing: sql)
        return copy
    }

    @Test(
        "A way that is longer than numbers count is shown",
        arguments: [
            ("1e300", "1e+300 m"), ("-1e300", "-1e+300 m"), ("1e19", "1e+19 m"),
            ("9223372036854775807", "9.223372036854776e+18 m"), ("1400.4", "1.4 km"),
        ])
    func endlessWays(length: String, shown: String) async throws {
        let folder = try TestFolder()
        let copy = try damaged("UPDATE pathways SET length = \(length)", in: folder)
        let feed = try await ShownFeed(folder, path: copy, now: "2026-11-23T08:00:00+11:00")
        let page = try await feed.page("/explorer/stops/QUAY")
        #expect(page.status == 200)
        #expect(page.text.contains("<td>\(shown)"))
    }

    @Test("SQLite's quotes from a file are one line that is safe for a terminal")
    func schema() async throws {
        let folder = try TestFolder()
        let copy = try damaged(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = sql || char(39, 10, 27) || '[2J' || char(10)
            WHERE name = 'routes'
            """, in: folder)
        let error = await #expect(throws: ServingError.self) {
            _ = try await ShownFeed(folder, path: copy, now: "2026-11-23T08:00:00+11:00")
        }
        let line = error?.description ?? ""
        #expect(line.contains("routes") && line.contains("\\u{1b}"), "\(line)")
        #expect(!line.contains("\n") && !line.contains("\u{1b}"))
    }
}
