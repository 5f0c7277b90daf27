import BundleWriting
import FeedCompiling
import TestSupport
import Testing

@Suite("--without flex")
struct WithoutFlexTests {
    private static let header = """
        trip_id,arrival_time,departure_time,stop_id,location_group_id,location_id,stop_sequence,\
        start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type,\
        pickup_booking_rule_id
        """

    private func build(_ stopTimes: String, _ files: TestFeed = "") throws -> BuiltBundle {
        var options = BundleBuild.Options()
        options.filter.without = [.flex]
        options.allowsEmpty = false
        let trips = ["FIXED", "MIXED", "ZONE", "WINDOW", "ONE"].map { "R,WD,\($0)" }
        let feed = TestFeed.base.with(
            TestFeed(
                """
                # trips.txt
                route_id,service_id,trip_id
                \(trips.joined(separator: "\n"))
                # location_groups.txt
                location_group_id
                G
                # location_group_stops.txt
                location_group_id,stop_id
                G,D
                # booking_rules.txt
                booking_rule_id,booking_type
                BR,0
                # stop_times.txt
                \(Self.header)
                \(stopTimes)
                """)
        ).with(files)
        let bundle = try BuiltBundle(feed, options)
        #expect(try ForeignKeys.dangling(in: bundle) == [])
        return bundle
    }

    private static let rows = """
        FIXED,08:00:00,08:00:00,A,,,1,,,2,0,BR
        FIXED,,,B,,,2,,,,,
        FIXED,08:20:00,08:20:00,C,,,3,,,,,
        MIXED,,,,G,,1,07:30:00,08:30:00,2,1,BR
        MIXED,,,A,,,2,,,,,
        MIXED,09:00:00,09:00:00,B,,,3,,,,,
        MIXED,,,,,Z,4,09:00:00,09:10:00,1,2,
        MIXED,,,B,,,5,,,,,
        MIXED,09:20:00,09:20:00,C,,,6,,,,,
        MIXED,,,A,,,7,09:20:00,10:00:00,1,2,
        ZONE,,,,G,,1,08:00:00,18:00:00,2,1,BR
        ZONE,,,,,Z,2,08:00:00,18:00:00,1,2,BR
        WINDOW,,,A,,,1,08:00:00,18:00:00,2,1,BR
        WINDOW,,,C,,,2,08:00:00,18:00:00,1,2,BR
        ONE,09:00:00,09:00:00,A,,,1,,,0,1,
        ONE,,,,G,,2,09:05:00,09:25:00,1,2,BR
        """

    private static let calls = """
        SELECT trip_id, stop_sequence, stop_id, departure_time, interpolated_timestamp / 60
        FROM stop_times ORDER BY trip_id, stop_sequence
        """
    private static let kept = [
        "FIXED|1|A|08:00:00|", "FIXED|2|B||490", "FIXED|3|C|08:20:00|", "MIXED|3|B|09:00:00|",
        "MIXED|5|B||540", "MIXED|6|C|09:20:00|",
    ]

    @Test("Rows with windows go, and trips of which no two other calls are left")
    func rowsWithWindows() throws {
        let bundle = try build(
            Self.rows,
            """
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            WINDOW,08:00:00,09:00:00,600
            # translations.txt
            table_name,field_name,language,translation,record_id,record_sub_id
            stop_times,stop_headsign,fr,Gare,MIXED,3
            stop_times,stop_headsign,fr,Gare,MIXED,4
            stop_times,stop_headsign,fr,Gare,ZONE,1
            booking_rules,message,fr,Gare,BR,
            """)
        let calls = try bundle.lines(Self.calls)
        #expect(calls.map { $0.prefix { $0 != "|" } }.filter { $0 == "MIXED" }.count == 3)
        #expect(calls == Self.kept)
        #expect(try bundle.lines("SELECT trip_id FROM trips ORDER BY 1") == ["FIXED", "MIXED"])
        for table in ["flex_stop_times", "frequencies", "location_groups", "booking_rules"] {
            #expect(try bundle.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
        #expect(
            try bundle.lines("SELECT record_id, record_sub_id FROM translations") == ["MIXED|3"])
        #expect(try bundle.lines("SELECT stop_id FROM stops ORDER BY 1") == ["A", "B", "C"])
    }

    @Test("Rows that are not next to each other make no difference")
    func scattered() throws {
        let rows = Self.rows.split(separator: "\n")
        let mixed = [rows.indices.filter { $0 % 2 == 0 }, rows.indices.filter { $0 % 2 == 1 }]
        let bundle = try build(mixed.joined().map { rows[$0] }.joined(separator: "\n"))
        #expect(try bundle.lines(Self.calls) == Self.kept)
    }

    @Test("A feed of nothing else leaves no trip")
    func nothingLeft() throws {
        #expect(throws: BundleError.self) {
            try build(
                """
                ZONE,,,,G,,1,08:00:00,18:00:00,2,1,BR
                ZONE,,,,,Z,2,08:00:00,18:00:00,1,2,BR
                """)
        }
    }
}
