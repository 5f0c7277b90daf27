import FeedValidation
import TestSupport
import Testing

@Suite("Rows that repeat a key")
struct RepeatedRowTests {
    private static let calendar =
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    private static let present = "WD,1,1,1,1,1,0,0,20260101,20261231\n"
    private static let past = "WD,1,1,1,1,1,0,0,20250101,20251231\n"

    private static func calendar(_ rows: String...) -> TestFeed {
        var feed = TestFeed.base
        feed["calendar.txt"] = calendar + rows.joined()
        return feed
    }

    /// The codes that a feed has beyond those of another one.
    private static func codes(_ feed: TestFeed, beyond base: TestFeed) throws -> Set<String> {
        Set(try Findings(feed).report.groups.map(\.code))
            .subtracting(try Findings(base).report.groups.map(\.code))
    }

    @Test("The first of two calendars counts, as in a bundle")
    func calendars() throws {
        #expect(try Findings(Self.calendar(Self.past, Self.present)).count("expired_calendar") == 1)
        #expect(try Findings(Self.calendar(Self.present, Self.past)).count("expired_calendar") == 0)
        for rows in [[Self.past, Self.present], [Self.present, Self.past]] {
            #expect(
                try Self.codes(Self.calendar(rows[0], rows[1]), beyond: Self.calendar(rows[0]))
                    == ["duplicate_key"])
        }
    }

    @Test("The first row about a day counts", arguments: [("1", "2", 0), ("2", "1", 1)])
    func calendarDates(first: String, second: String, expired: Int) throws {
        var feed = Self.calendar(Self.past)
        feed["calendar_dates.txt"] = """
            service_id,date,exception_type
            WD,20260620,\(first)
            WD,20260620,\(second)
            WD,20260101,2
            """
        let findings = try Findings(feed)
        #expect(findings.count("duplicate_key") == 1)
        #expect(findings.count("expired_calendar") == expired)
    }

    @Test(
        "A repeated row takes no part in what the rules look at",
        arguments: [
            ("stops.txt", "A,,99.5,0\n"),
            ("routes.txt", "R,Y,,3\n"),
            ("trips.txt", "NONE,NONE,T1\n"),
            ("stop_times.txt", "T1,07:00:00,07:00:00,NONE,2\n"),
            ("agency.txt", "X,Other,https://example.com,Asia/Tokyo\n"),
        ])
    func noPart(file: String, row: String) throws {
        var feed = TestFeed.base
        feed[file] = (feed[file] ?? "") + row
        let codes = try Self.codes(feed, beyond: .base)
        // What a row says by itself is looked at in any case.
        let own: Set = [
            "duplicate_key", "number_out_of_range", "missing_stop_name",
            "route_both_short_and_long_name_missing",
        ]
        #expect(codes.contains("duplicate_key"))
        #expect(
            codes.subtracting(own).subtracting(["gtfs_scattered_rows", "unsorted_stop_times"]) == []
        )
    }

    @Test("Repeated calls and points are neither calls nor points")
    func callsAndPoints() throws {
        let feed = TestFeed.base.with(
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S
            R,WD,T2,S
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:11:00,B,2
            T1,07:00:00,07:00:00,A,2
            T1,08:20:00,08:20:30,C,3
            T1,08:30:00,08:30:00,D,4
            T2,23:50:00,23:50:00,A,1
            T2,24:00:00,24:01:00,B,2
            T2,24:10:00,24:10:30,C,3
            T2,25:20:00,25:20:00,D,4
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
            S,48.0,2.0,1,0
            S,48.0,2.1,2,7400
            S,48.0,2.1,2,7400
            S,48.0,2.4,3,29600
            """)
        var once = feed
        once["stop_times.txt"] = TestFeed.base["stop_times.txt"]
        once["shapes.txt"] = feed["shapes.txt"]?.replacing(
            "S,48.0,2.1,2,7400\nS,48.0,2.1,2,7400", with: "S,48.0,2.1,2,7400")
        #expect(try Self.codes(feed, beyond: once) == ["duplicate_key"])
        #expect(try Findings(feed).count("duplicate_key") == 2)
    }
}
