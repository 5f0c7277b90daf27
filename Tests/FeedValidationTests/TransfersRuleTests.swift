import FeedValidation
import TestSupport
import Testing

@Suite("Rules about transfers") struct TransfersRuleTests {
    private static let base = TestFeed.base.with(
        """
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        A,Harbour,48.0,2.0,,
        B,Market,48.0,2.01,,S
        C,Museum,48.0,2.03,,
        D,Airport,48.0,2.2,,
        S,Central,48.0,2.01,1,
        E,Door,48.0,2.01,2,S
        P,Part,,,4,B
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,X,1,3
        Q,X,2,0
        """)

    private static func transfers(_ rows: String) -> TestFeed {
        TestFeed(
            "# transfers.txt\nfrom_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,"
                + "to_trip_id,transfer_type\n" + rows)
    }

    static let cases: [RuleCase] = [
        RuleCase(
            "all is well", transfers("A,B,,,,,0\nS,C,,,T1,T2,1\nD,A,R,R,T1,T2,4\n,,,,T1,T2,5"),
            expecting: ["transfer_distance_too_large": 1]),
        RuleCase(
            "far apart", transfers("A,C,,,,,0\nA,D,,,,,0\nA,B,,,,,0"),
            expecting: ["transfer_distance_above_2_km": 1, "transfer_distance_too_large": 1]),
        RuleCase(
            "no stops", transfers("A,,,,,,2\n,,,,,,0\n,A,,,,,\n,,,,T1,T2,4"),
            expecting: ["missing_required_field": 5]),
        RuleCase(
            "neither stop nor station", transfers("E,B,,,,,0\nB,P,,,,,0"),
            expecting: ["transfer_with_invalid_stop_location_type": 2]),
        RuleCase(
            "not the trip's", transfers("A,B,Q,,T1,,0\nA,B,,R,,T2,0"),
            expecting: ["transfer_with_invalid_trip_and_route": 1]),
        RuleCase(
            "not a stop of the trip",
            transfers("A,B,,,T1,T3,0\nS,A,,,T1,T3,0\nA,B,,,,T3,0\nE,A,,,T1,,0").with(
                """
                # trips.txt
                route_id,service_id,trip_id
                R,WD,T1
                R,WD,T3
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,A,1
                T1,08:10:00,08:11:00,B,2
                T3,08:00:00,08:00:00,C,1
                T3,08:10:00,08:11:00,A,2
                """),
            expecting: [
                "transfer_with_invalid_trip_and_stop": 3,
                "transfer_with_invalid_stop_location_type": 1,
            ]),
        RuleCase(
            "linked trips",
            transfers("C,B,,,T1,T2,4\nS,A,,,T1,,5\nD,A,,,T1,T2,4\nC,B,,,T1,T2,0"),
            expecting: [
                "transfer_with_suspicious_mid_trip_in_seat": 2, "missing_required_field": 1,
                "transfer_with_invalid_stop_location_type": 1, "transfer_distance_too_large": 1,
            ]),
        RuleCase(
            "a bus that goes on as a tram",
            transfers(",,R,Q,T1,T2,4\n,,R,Q,T1,T2,5\n,,R,R,T1,T2,4"),
            expecting: [
                "inconsistent_route_type_for_in_seat_transfer": 1,
                // The second row repeats the key of the first.
                "transfer_with_invalid_trip_and_route": 1,
            ]),
    ]

    @Test("Transfers", arguments: cases) func transfers(_ rule: RuleCase) throws {
        try rule.check(among: Self.cases, base: Self.base)
    }

    /// Files of transfers without a minimum time where one is needed, and how many rows lack it.
    static let minimumTimes: [(rows: String, missing: Int)] = [
        ("transfer_type,min_transfer_time\nA,B,2,240\nB,A,2,0\nA,A,2,\nB,B,2,\" \"", 2),
        ("transfer_type,min_transfer_time\nA,B,2,soon\nB,A,2,-5\nA,A,2,1.5", 0),
        ("transfer_type,min_transfer_time\nA,B,0,\nB,A,1,\nA,A,3,\nB,B,,", 0),
        ("transfer_type\nA,B,2\nB,A,0\nA,A, 2", 2),
        ("min_transfer_time\nA,B,\nB,A,60", 0),
    ]

    @Test("A transfer that needs a minimum time names it", arguments: minimumTimes)
    func minimumTime(rows: String, missing: Int) throws {
        let feed = Self.base.with(TestFeed("# transfers.txt\nfrom_stop_id,to_stop_id," + rows))
        let found = try Findings(feed)
        #expect(found.count("missing_required_field") == missing)
        if missing > 0 {
            let sample = try #require(found.sample("missing_required_field"))
            #expect(sample["filename"] == .text("transfers.txt"))
            #expect(sample["fieldName"] == .text("min_transfer_time"))
        }
        #expect(try Findings(feed, isCanonical: true).count("missing_required_field") == 0)
    }

    @Test("A stop without a place lies at 0, 0 for the canonical validator only")
    func noPlace() throws {
        let feed = Self.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            A,Harbour,48.0,2.0,,
            B,Market,48.0,2.01,,
            C,Museum,48.0,2.03,,
            D,Airport,48.0,2.2,,
            N,Nowhere,,,3,A
            M,Nowhere,,,3,
            """
        ).with(Self.transfers("A,N,,,,,0\nA,M,,,,,0"))
        #expect(try Findings(feed).count("transfer_distance_too_large") == 0)
        let canonical = try Findings(feed, isCanonical: true)
        #expect(canonical.count("transfer_distance_too_large") == 1)
    }
}
