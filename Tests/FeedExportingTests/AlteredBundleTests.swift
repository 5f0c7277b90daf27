import BundleWriting
import FeedExporting
import Foundation
import TestSupport
import Testing

/// A bundle in which one thing was changed: the proof must fail, and say where.
@Suite struct AlteredBundleTests {
    struct Change: CustomTestStringConvertible {
        let sql: String
        let file: String
        let field: String?
        var testDescription: String { sql }

        init(_ sql: String, file: String, field: String?) {
            self.sql = sql
            self.file = file
            self.field = field
        }
    }

    static let changes = [
        // A cell: text, number, money, place, a blank for a 0 and a 0 for a blank.
        Change(
            "UPDATE stops SET stop_name = 'X' WHERE sid = 1", file: "stops.txt", field: "stop_name"),
        Change(
            "UPDATE stops SET stop_lat = stop_lat + 0.00001", file: "stops.txt", field: "stop_lat"),
        Change(
            "UPDATE stops SET wheelchair_boarding = NULL WHERE wheelchair_boarding = 0",
            file: "stops.txt", field: "wheelchair_boarding"),
        Change(
            "UPDATE stops SET location_type = 0 WHERE location_type IS NULL", file: "stops.txt",
            field: "location_type"),
        Change(
            "UPDATE routes SET route_type = route_type + 1", file: "routes.txt", field: "route_type"
        ),
        Change(
            "UPDATE routes SET route_color = lower(route_color) || '0'", file: "routes.txt",
            field: "route_color"
        ),
        Change(
            "UPDATE fare_products SET amount = amount || '0'", file: "fare_products.txt",
            field: "amount"),
        Change(
            "UPDATE calendar SET end_date = end_date + 1", file: "calendar.txt", field: "end_date"),
        Change(
            "UPDATE frequencies SET end_time = '23:59:59'", file: "frequencies.txt",
            field: "end_time"),
        Change(
            "UPDATE levels SET level_index = level_index + 0.5", file: "levels.txt",
            field: "level_index"),
        Change(
            "UPDATE locations SET geometry = '{}'", file: "locations.geojson", field: "geometry"),
        Change(
            "UPDATE locations SET stop_name = 'X'", file: "locations.geojson", field: "stop_name"),
        Change("UPDATE block SET block_id = block_id || 'X'", file: "trips.txt", field: "block_id"),
        // A row too few, a row too many, a row twice.
        Change("DELETE FROM agency WHERE rowid = 2", file: "agency.txt", field: nil),
        Change("DELETE FROM transfers WHERE rowid = 2", file: "transfers.txt", field: nil),
        Change("DELETE FROM locations WHERE rowid = 1", file: "locations.geojson", field: "id"),
        Change("INSERT INTO areas VALUES ('X', 'X')", file: "areas.txt", field: nil),
        Change("INSERT INTO areas SELECT * FROM areas LIMIT 1", file: "areas.txt", field: nil),
        Change("DELETE FROM trip WHERE trip = 1", file: "trips.txt", field: nil),
        Change("DELETE FROM trip WHERE trip = 1", file: "stop_times.txt", field: nil),
        Change(
            """
            INSERT INTO trip (trip, trip_id, trip_group, timing, origin)
            SELECT 999, 'X', trip_group, timing, origin FROM trip WHERE trip = 1
            """, file: "stop_times.txt", field: "trip_id"),
        Change(
            "UPDATE shape SET shape_id = 'X' WHERE shape = 1", file: "shapes.txt", field: "shape_id"
        ),
        // Stop times.
        Change(
            "UPDATE trip SET origin = origin + 60", file: "stop_times.txt", field: "arrival_time"),
        Change(
            "UPDATE trip SET origin = origin + 60", file: "stop_times.txt", field: "departure_time"),
        Change(
            "UPDATE pattern_stops SET stop_sequence = stop_sequence + 1000 WHERE call = 1",
            file: "stop_times.txt", field: nil),
        Change(
            "UPDATE call_codes SET pickup_type = 0 WHERE pickup_type IS NULL",
            file: "stop_times.txt",
            field: "pickup_type"),
        Change(
            "UPDATE call_codes SET timepoint = NULL WHERE timepoint = 0", file: "stop_times.txt",
            field: "timepoint"),
        Change("UPDATE pattern_stops SET sid = 1", file: "stop_times.txt", field: "stop_id"),
        Change(
            "UPDATE distances SET base = base + 100 * scale", file: "stop_times.txt",
            field: "shape_dist_traveled"),
        Change(
            "UPDATE stop_headsigns SET stop_headsign = 'X'", file: "stop_times.txt",
            field: "stop_headsign"),
        Change(
            "UPDATE flex_stop_times SET end_pickup_drop_off_window = 1", file: "stop_times.txt",
            field: "end_pickup_drop_off_window"),
        // Shapes.
        Change(
            "UPDATE shape_chunk SET first_sequence = first_sequence + 5000", file: "shapes.txt",
            field: nil),
        Change(
            "UPDATE shape_chunk SET distance_base = distance_base + 100 * distance_scale",
            file: "shapes.txt", field: "shape_dist_traveled"),
        // The bundle's facts about itself.
        Change(
            "UPDATE metadata SET value = '[\"x.txt\"]' WHERE key = 'unknown_files'",
            file: "metadata",
            field: "unknown files"),
        Change(
            "UPDATE metadata SET value = replace(value, '\"stop_name\",', '')", file: "metadata",
            field: "stops.txt columns"),
        Change("DELETE FROM metadata WHERE key = 'files'", file: "agency.txt", field: nil),
        // Keys.
        Change(
            "UPDATE pattern SET rid = 999", file: "bundle", field: "keys without a row: pattern.rid"
        ),
        Change(
            "UPDATE trip SET timing = 999", file: "bundle", field: "keys without a row: trip.timing"
        ),
        Change("DELETE FROM dwell", file: "bundle", field: "keys without a row: timing.dwell"),
        Change(
            "UPDATE pattern SET stops = stops + 1 WHERE stops > 0", file: "bundle",
            field: "patterns whose stops are not theirs"),
        Change(
            "UPDATE timing SET departures = departures || 'x'", file: "bundle",
            field: "trips whose lists have a different length from their pattern"),
        Change(
            "INSERT INTO dangling VALUES ('stop', -9, 'X')", file: "bundle", field: "dangling stop"),
        Change(
            "DELETE FROM stops_rtree WHERE sid = 1", file: "bundle",
            field: "stops that are not found by place"),
        Change(
            "DELETE FROM day WHERE day = (SELECT min(day) FROM day)", file: "bundle",
            field: "days that service_dates does not know"),
        Change(
            "DELETE FROM day WHERE day = (SELECT max(day) FROM day)", file: "bundle",
            field: "days that service_dates does not know"),
        Change(
            "DELETE FROM day WHERE day = (SELECT min(day) + 3 FROM day)", file: "bundle",
            field: "days that service_dates does not know"),
        Change("DROP INDEX stops_stop_id", file: "bundle", field: "free pages"),
    ]

    @Test(arguments: changes) func isFound(_ change: Change) throws {
        let proof = try Proof.sample()
        try proof.alter(change.sql)
        let outcome = try proof.outcome()
        #expect(!outcome.isWhole)
        let isListed = !outcome.differences(change.file, change.field).isEmpty
        // Only the first differences are kept; beyond those, the file's count tells.
        let isCounted = (outcome.tally(change.file)?.differences ?? 0) > 0
        let isCut = outcome.differenceCount > outcome.differences.count
        #expect(isListed || (isCut && isCounted), "\(outcome.lines)")
    }

    @Test func aLostMinusIsADifference() throws {
        let proof = try Proof(
            TestFeed.base.with(
                """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
                T1,08:00:00,08:00:00,A,1,-0
                T1,08:10:00,08:10:00,B,2,
                """))
        #expect(try proof.outcome().isExact)
        try proof.alter("UPDATE distances SET codes = x'0000000000000000000100000000000000000000'")
        let outcome = try proof.outcome()
        #expect(outcome.differences.map(\.field) == ["shape_dist_traveled"])
        #expect(outcome.differences.map(\.feed) == ["-0"])
    }

    @Test func theLastBitIsShown() throws {
        let proof = try Proof(TestFeed.base)
        try proof.alter("UPDATE stops SET stop_lat = 48.00000000000001 WHERE stop_id = 'A'")
        let difference = try #require(try proof.outcome().differences.first)
        #expect(difference.feed == "48.0")
        #expect(difference.bundle == "48.00000000000001")
    }

    @Test(
        arguments: [
            ("UPDATE timing SET departures = char(57344)", "a list of times"),
            ("UPDATE timing SET departures = departures || char(2)", "a list of times"),
            ("UPDATE timing SET unit = 0", "a list of times"),
            ("DELETE FROM dwell", "a list of times"),
            ("UPDATE trip SET origin = 2147483647", "a list of times"),
            ("UPDATE trip SET origin = origin + 4294967296", "a list of times"),
            ("UPDATE distances SET codes = zeroblob(2)", "a list of numbers"),
            (
                "UPDATE shape_chunk SET polyline = rtrim(polyline, substr(polyline, -1))",
                "a polyline"
            ),
            ("UPDATE shape_chunk SET polyline = polyline || '?'", "a polyline"),
            (
                """
                UPDATE shape_chunk SET points = points + 1, distance_base = NULL,
                  distance_scale = NULL, distance_width = NULL, distance_codes = NULL
                """, "a polyline"
            ),
            ("UPDATE shape_chunk SET sequence_step = NULL", "the sequence numbers"),
        ])
    func damageIsNotExported(sql: String, reason: String) throws {
        let proof = try Proof.sample()
        try proof.alter(sql)
        let error = #expect(throws: BundleError.self) { try proof.export("feed") }
        #expect(
            error?.description.contains("is damaged: \(reason)") == true,
            "\(String(describing: error))")
        #expect(!FileManager.default.fileExists(atPath: proof.folder.path + "/feed"))
    }

    @Test func aBrokenFileIsNoProof() throws {
        let proof = try Proof.sample()
        let handle = try #require(FileHandle(forUpdatingAtPath: proof.bundle))
        try handle.seek(toOffset: 4096 * 3)
        try handle.write(contentsOf: Data(repeating: 0x5A, count: 4096 * 4))
        try handle.close()
        var isFound = false
        do { isFound = try !proof.outcome().isWhole } catch is BundleError { isFound = true }
        #expect(isFound)
    }
}
