import FeedValidation
import TestSupport
import Testing

@Suite("Rules that compare pairs")
struct RulePatienceTests {
    /// Trips of one block, all at the same time and each of a service of its own, on one of 18 days:
    /// no pair can be left out.
    private static func block(trips: Int) -> TestFeed {
        var services = ""
        var rows = ""
        var calls = ""
        for trip in 0..<trips {
            services += "S\(trip),202601\(trip % 18 + 10),1\n"
            rows += "R,S\(trip),B\(trip),B\n"
            calls += "B\(trip),A,1,08:00:00,08:00:00\nB\(trip),B,2,09:00:00,09:00:00\n"
        }
        return TestFeed.base.with(
            TestFeed(
                """
                # calendar_dates.txt
                service_id,date,exception_type
                \(services)
                # trips.txt
                route_id,service_id,trip_id,block_id
                \(rows)
                # stop_times.txt
                trip_id,stop_id,stop_sequence,arrival_time,departure_time
                \(calls)
                """))
    }

    /// Flexible service in zones with the same window, each a polygon of many corners.
    private static func zones(_ zones: Int, corners: Int) -> TestFeed {
        let features = (0..<zones).map { zone in
            let there = (0..<corners).map { "[\($0),\(zone)]" }
            let back = (0..<corners).reversed().map { "[\($0).5,\(zone + 2)]" }
            let ring = (there + back + [there[0]]).joined(separator: ",")
            return #"{"type":"Feature","id":"Z\#(zone)","properties":{},"geometry":"#
                + #"{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        var feed = TestFeed.base.with(
            TestFeed(
                """
                # stop_times.txt
                trip_id,stop_sequence,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type
                \((0..<zones).map { "T1,\($0),Z\($0),08:00:00,12:00:00,2,2" }.joined(separator: "\n"))
                """))
        feed["locations.geojson"] =
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        return feed
    }

    @Test("A rule that reaches its limit says so, and keeps its findings")
    func givesUp() throws {
        let feed = Self.block(trips: 60)
        let all = try Findings(feed)
        let overlaps = "block_trips_with_overlapping_stop_times"
        #expect(all.count(overlaps) > 60)
        #expect(all.count("gtfs_rule_gave_up") == 0)
        let some = try Findings(feed, patience: 20_000)
        #expect(some.count("gtfs_rule_gave_up") == 1)
        #expect(some.sample("gtfs_rule_gave_up")?["noticeCodes"] == .text(overlaps))
        #expect(0 < some.count(overlaps) && some.count(overlaps) < all.count(overlaps))
        // The other rules are not the poorer for it.
        #expect(some.report.groups.count == all.report.groups.count + 1)
    }

    @Test("So does one that compares outlines")
    func outlines() throws {
        let feed = Self.zones(4, corners: 50)
        let overlaps = "overlapping_zone_and_pickup_drop_off_window"
        #expect(try Findings(feed).count("gtfs_rule_gave_up") == 0)
        #expect(try Findings(feed).count(overlaps) == 3)
        let some = try Findings(feed, patience: 100)
        #expect(some.sample("gtfs_rule_gave_up")?["noticeCodes"] == .text(overlaps))
        #expect(some.count(overlaps) < 3)
    }

    @Test("Under canonical counts a rule that gave up is a system error, in words of ours")
    func canonical() throws {
        let found = try Findings(Self.block(trips: 60), isCanonical: true, patience: 20_000)
        #expect(found.count("gtfs_rule_gave_up") == 0)
        #expect(found.report.systemErrors.count == 1)
        let error = try #require(found.report.systemErrors.first)
        #expect(error.code == "gtfs_rule_gave_up")
        #expect(
            error.fields == [
                "noticeCodes": "block_trips_with_overlapping_stop_times",
                "message": "A rule stops early because it has billions of pairs to compare.",
            ])
        let context = ReportContext(validatorVersion: "gtfs", validatedAt: "")
        for text in [
            found.report.systemErrorsJSON(context), found.report.html(context),
            found.report.json(context),
        ] {
            #expect(!text.contains("java.lang"))
            #expect(!text.contains("with an exception"))
        }
        #expect(found.report.html(context).contains("gave up: see system_errors.json"))
    }
}
