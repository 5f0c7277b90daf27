import BundleDiffing
import BundleWriting
import FeedReading
import Foundation
import TestSupport
import Testing

@Suite("Damaged bundles, compared")
struct DamagedBundleTests {
    private let folder: TestFolder
    private let whole: String
    private let damage: BundleDamage
    private let copy: String

    init() throws {
        folder = try TestFolder()
        whole = folder.path + "/whole.sqlite"
        _ = try BundleBuild(.init()).run(
            FeedArchive.open(PackageRoot.path + "/feeds/sample"), to: whole
        ) { _ in }
        damage = try BundleDamage(of: whole, in: folder)
        copy = folder.path + "/damaged.sqlite"
    }

    @Test("Damage of all kinds is compared and told in three ways, or refused with one line")
    func compared() throws {
        var tally = DamageTally {
            ($0 as? any DiagnosedError).map { ($0.exitCode, $0.description) }
        }
        for number in damage.numbers(60) {
            let what = try damage.make(number, at: copy)
            tally.count("diff", damage: what) {
                let diff =
                    try number % 2 == 0
                    ? BundleDiff(old: whole, new: copy) : BundleDiff(old: copy, new: whole)
                #expect(!diff.words(limit: 10).isEmpty)
                #expect(!diff.html.isEmpty)
                #expect(try !diff.json().isEmpty)
            }
        }
        #expect(tally.problems == [])
        #expect(tally.answered > 0 && tally.refused > 0)
        tally.report("diff")
    }

    @Test("A timing whose stopping times are missing is damaged")
    func missingStoppingTimes() throws {
        try damage.make(at: copy, changing: "DELETE FROM dwell")
        #expect(throws: BundleError.self) { try BundleDiff(old: whole, new: copy) }
    }

    @Test("Infinite coordinates are not places, and are left out of JSON")
    func endlessCoordinates() throws {
        for value in ["9e999", "-9e999", "'1e400'"] {
            for column in ["stop_lat", "stop_lon"] {
                try damage.make(
                    at: copy,
                    changing: "UPDATE stops SET \(column) = \(value) WHERE stop_id = 'QUAY'")
                #expect(try !BundleDiff(old: whole, new: copy).json().isEmpty)
                #expect(try !BundleDiff(old: copy, new: whole).html.isEmpty)
            }
        }
    }

    @Test("Shapes that all have all chunks are damaged: their points would be read for each")
    func overlapping() throws {
        try damage.make(at: copy, changing: "UPDATE shape SET first_chunk = 1, last_chunk = 10")
        let error = #expect(throws: BundleError.self) { try BundleDiff(old: whole, new: copy) }
        #expect(
            error?.description.hasSuffix("its shapes have 100 chunks, of which there are 10")
                == true)
    }

    /// Ten thousand years have three million days. With twenty thousand services, to ask each of them for
    /// each day takes an hour.
    @Test("Services that run for thousands of years are counted by the week")
    func longCalendars() throws {
        try damage.make(
            at: copy,
            changing: """
                DELETE FROM metadata WHERE key = 'first_service_day';
                UPDATE service SET first_day = -719528, last_day = 2932896, days = '1111111';
                WITH RECURSIVE n(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM n WHERE n < 1400)
                INSERT INTO service (service, service_id, first_day, last_day, days)
                SELECT n, 'S' || n, -719528, 2932896, '1010101' FROM n;
                INSERT INTO trip_group (trip_group, pattern, service)
                SELECT service, 1, service FROM service WHERE service >= 1000;
                INSERT INTO trip (trip, trip_id, trip_group)
                SELECT service, 'T' || service, service FROM service WHERE service >= 1000;
                """)
        let diff = try BundleDiff(old: copy, new: copy)
        #expect(diff.isEmpty)
        #expect(diff.service.sharedDayCount == 3_652_425)
        #expect(diff.trips.new > 400)
    }
}
