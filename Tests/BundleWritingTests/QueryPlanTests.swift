import BundleWriting
import FeedReading
import GRDB
import TestSupport
import Testing

@Suite("Query plans")
struct QueryPlanTests {
    /// A network in which reading a whole table would be the wrong thing to do.
    ///
    /// - Parameter overlap: whether each trip with frequencies has two that overlap.
    private static func network(overlap: Bool = false) throws -> BuiltBundle {
        var feed = StopTimesFeed(trips: 2000, stops: 15).feed(
            StopTimesFeed(trips: 2000, stops: 15).rows())
        feed["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
            + (0..<3000).map { "H\($0 / 150),48.\(100 + $0 % 800),2.5,\($0)\n" }.joined()
        feed["routes.txt"] =
            "route_id,agency_id,route_short_name,route_type\n"
            + (0..<50).map { "R\($0),X,\($0),3\n" }.joined()
        feed["calendar.txt"] =
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
            + "end_date\n"
            + (0..<60).map { "WD\($0),1,1,1,1,1,0,0,20260101,20261231\n" }.joined()
        feed["calendar_dates.txt"] =
            "service_id,date,exception_type\n"
            + (0..<600).map { "WD\($0 % 60),202601\(10 + $0 / 60),2\n" }.joined()
        feed["trips.txt"] =
            "route_id,service_id,trip_id,shape_id,block_id\n"
            + (0..<2000).map { "R\($0 % 50),WD\($0 % 60),T\($0),H\($0 % 20),B\($0 / 3)\n" }
            .joined()
        feed["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs\n"
            + (0..<200).map { "T\($0),06:00:00,09:00:00,600\n" }.joined()
            + (overlap ? (0..<200).map { "T\($0),08:00:00,10:00:00,900\n" }.joined() : "")
        return try BuiltBundle(feed)
    }

    private func scans(_ bundle: BuiltBundle, _ sql: String) throws -> [String] {
        // A parameter without a value plans like any value.
        let plain = sql.replacing(/:[a-z_]+/, with: "1")
        let plan = try bundle.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + plain).map { $0["detail"] as String }
        }
        // Aliases are not told from tables in a plan: what queries may scan besides are rows of
        // their own making, a subquery's once, and the steps of recursions.
        var made: [Substring: Int] = ["CONSTANT": .max, "step": .max, "run": .max]
        return plan.filter { detail in
            let words = detail.split(separator: " ")
            if words[0] == "MATERIALIZE" { made[words[1], default: 0] += 1 }
            guard words[0] == "SCAN", !words[1].hasPrefix("(subquery") else { return false }
            // Search, space and JSON; without a constraint their index is 0 and a colon.
            if detail.contains(" VIRTUAL TABLE INDEX ") { return detail.hasSuffix("INDEX 0:") }
            guard let left = made[words[1]], left > 0 else { return true }
            made[words[1]] = left - 1
            return false
        }
    }

    static let queries = [
        "SELECT * FROM stop_times WHERE trip_id = 'T7'",
        "SELECT * FROM stop_times WHERE trip_id = 'T7' ORDER BY stop_sequence",
        "SELECT * FROM stop_times WHERE stop_id = 'S7'",
        "SELECT * FROM trips WHERE trip_id = 'T7'",
        "SELECT * FROM trips WHERE route_id = 'R7'",
        "SELECT * FROM shapes WHERE shape_id = 'H7'",
        "SELECT * FROM stops WHERE stop_id = 'S7'",
        "SELECT * FROM frequencies WHERE trip_id = 'T7'",
        "SELECT * FROM calendar_dates WHERE service = 1",
        """
        SELECT s.* FROM stops_fts f JOIN stops s ON s.sid = f.rowid
        WHERE stops_fts MATCH 'sto* 7'
        """,
        """
        SELECT s.* FROM stops_rtree n JOIN stops s USING (sid)
        WHERE max_lat >= 48.0 AND min_lat <= 48.5 AND max_lon >= 2.0 AND min_lon <= 2.1
        """,
        "SELECT * FROM runs WHERE trip_id = 'T7'",
        "SELECT date FROM service_dates WHERE service_id = 'WD7'",
        "SELECT * FROM trips JOIN service_dates USING (service) WHERE trip_id = 'T7'",
        """
        SELECT departure_time, route_short_name FROM departures JOIN service_dates USING (service)
        WHERE stop_id = 'S7' AND date = 20260302
          AND origin BETWEEN 28800 - latest AND 32400 - earliest
        """,
        """
        SELECT * FROM departures WHERE stop_id = 'S7'
          AND origin BETWEEN 28800 - latest AND 32400 - earliest
          AND departure_timestamp BETWEEN 28800 AND 32400
        """,
    ]

    @Test("The usual queries, and those of the schema, scan no whole table")
    func plans() throws {
        let bundle = try Self.network()
        let documented = try SchemaDocument.queries()
        #expect(documented.count >= 3)
        for query in Self.queries + documented {
            #expect(try scans(bundle, query) == [], "\(query)")
        }
        let window = try bundle.lines(
            """
            EXPLAIN QUERY PLAN SELECT * FROM board WHERE stop_id = 'S7' AND date = 20260302
              AND origin BETWEEN 28800 - latest AND 32400 - earliest
            """)
        #expect(window.contains { $0.contains("trip_group_origin (trip_group=? AND origin>?") })
        // The test of the test.
        #expect(try !scans(bundle, "SELECT * FROM trip WHERE trip_short_name = 'x'").isEmpty)
        #expect(try !scans(bundle, "SELECT * FROM stop_times WHERE pickup_type = 1").isEmpty)
    }

    @Test("The board of the schema finds what leaves, and only on its days")
    func departures() throws {
        let query = try #require(
            try SchemaDocument.queries().first { $0.contains("FROM board") })
        let bundle = try BuiltBundle(
            .base.with("# calendar_dates.txt\nservice_id,date,exception_type\nWD,20260101,2"))
        func leaving(_ date: Int, stop: String) throws -> [String] {
            try bundle.lines(
                query.replacing("20261120", with: "\(date - 1)")
                    .replacing("20261121", with: "\(date)"), ["stop_id": stop])
        }
        #expect(try leaving(20_260_102, stop: "B") == ["08:11:00|1||T1"])
        #expect(try leaving(20_260_101, stop: "B") == [], "removed by an exception")
        #expect(try leaving(20_260_103, stop: "B") == ["24:01:00|1||T2"], "a Saturday")
        #expect(try leaving(20_270_104, stop: "B") == [], "after the calendar's end")
        #expect(try leaving(20_260_102, stop: "D") == [], "the last stop")
    }

    @Test("A run in overlapping frequencies is one departure")
    func overlaps() throws {
        func bundle(_ rows: String) throws -> BuiltBundle {
            try BuiltBundle(
                .base.with(
                    TestFeed(
                        "# frequencies.txt\ntrip_id,start_time,end_time,headway_secs\n" + rows)))
        }
        func starts(_ bundle: BuiltBundle) throws -> [Int] {
            try bundle.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT start_timestamp, end_timestamp, headway_secs FROM departures
                        WHERE stop_id = 'B' AND headway_secs > 0
                        """
                ).flatMap { Array(stride(from: $0[0] as Int, to: $0[1], by: $0[2])) }.sorted()
            }
        }
        let shared = try bundle("T1,06:00:00,07:00:00,600\nT1,06:05:00,08:00:00,300")
        let expected = Set(stride(from: 21_600, to: 25_200, by: 600))
            .union(stride(from: 21_900, to: 28_800, by: 300))
        #expect(try starts(shared) == expected.sorted())
        let query = try #require(Self.queries.last)
        #expect(try scans(Self.network(overlap: true), query) == [])
        // Another trip's overlap makes no difference to one that has none.
        #expect(
            try bundle("T1,06:00:00,07:00:00,600\nT1,07:00:00,08:00:00,600").lines(
                "SELECT sql FROM sqlite_master WHERE name = 'departures'")
                == BuiltBundle(.base).lines(
                    "SELECT sql FROM sqlite_master WHERE name = 'departures'"))
    }
}
