import BundleWriting
import FeedReading
import TestSupport
import Testing

@Suite("Ids of rows that are left out") struct LeftOutIDsTests {
    private static let feed = TestFeed.base.with(
        """
        # calendar_dates.txt
        service_id,date,exception_type
        EX,someday,1
        # trips.txt
        route_id,service_id,trip_id,shape_id
        R,WD,T1,S1
        R,EX,T2,S1
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        S1,48,east,1
        S1,,2,2
        """)

    @Test("A service and a shape without a usable row are not counted as undefined")
    func leftOut() throws {
        let bundle = try BuiltBundle(Self.feed)
        #expect(bundle.summary.danglingIDs == 0)
        #expect(bundle.summary.rejectedRows == 3)
        #expect(try bundle.count("SELECT count(*) FROM dangling") == 2)
        #expect(
            !bundle.summary.notices.contains { $0.definition.code == "foreign_key_violation" })
    }

    @Test("A stop whose row is too long is not counted as undefined either")
    func longRow() throws {
        var feed = TestFeed.base
        feed["stops.txt"]? += "E,\(String(repeating: "x", count: 17 << 20)),48,2\n"
        feed["stop_times.txt"]? += "T1,12:00:00,12:00:00,E,90\n"
        let bundle = try BuiltBundle(feed)
        #expect(bundle.summary.danglingIDs == 0)
        #expect(try bundle.lines("SELECT id FROM dangling") == ["E"])
        #expect(
            !bundle.summary.notices.contains { $0.definition.code == "foreign_key_violation" })
    }

    @Test("Those that no row names are")
    func undefined() throws {
        let bundle = try BuiltBundle(Self.feed.without("calendar_dates.txt", "shapes.txt"))
        #expect(bundle.summary.danglingIDs == 2)
        #expect(
            bundle.summary.notices.contains { $0.definition.code == "foreign_key_violation" })
    }
}
