import FeedValidation
import TestSupport
import Testing

@Suite struct ShapeRulesTests {
    @Test(arguments: distances + scattered + trips + matches)
    func rule(_ ruleCase: PairedCase) throws {
        try ruleCase.check()
    }

    /// The trips of the base feed along a shape.
    private static func path(_ points: String..., header: String = "") -> TestFeed {
        TestFeed(
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S
            R,WD,T2,S
            # shapes.txt
            shape_id,shape_pt_sequence,shape_pt_lat,shape_pt_lon,shape_dist_traveled

            """ + points.enumerated().map { "S,\($0.offset),\($0.element)" }.joined(separator: "\n")
        )
    }

    private static let straight = path("48.0,2.0,", "48.0,2.4,")

    private static func calls(_ distances: String...) -> TestFeed {
        let rows = zip(["A", "B", "C", "D"], distances).enumerated().map { index, call in
            "T1,08:\(index)0:00,08:\(index)0:00,\(call.0),\(index),\(call.1)"
        }
        return TestFeed(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled

            """ + rows.joined(separator: "\n"))
    }

    private static let distances = [
        PairedCase(
            "decreasing_shape_distance",
            bad: path("48.0,2.0,1", "48.0,2.2,3", "48.0,2.3,2.9", "48.0,2.4,4"),
            good: path("48.0,2.0,1", "48.0,2.2,3", "48.0,2.3,", "48.0,2.4,2")),
        PairedCase(
            "equal_shape_distance_same_coordinates",
            bad: path("48.0,2.0,0", "48.0,2.0,0", "48.0,2.4,4"),
            good: path("48.0,2.0,0", "48.0,2.0,0.1", "48.0,2.4,4")),
        PairedCase(
            "equal_shape_distance_diff_coordinates",
            // 1.12 m and 1.10 m to the north.
            bad: path("48.0,2.0,0", "48.0000101,2.0,0", "48.0,2.4,4"),
            good: path("48.0,2.0,0", "48.0000099,2.0,0", "48.0,2.4,4")),
        PairedCase(
            "equal_shape_distance_diff_coordinates_distance_below_threshold",
            bad: path("48.0,2.0,0", "48.0000099,2.0,0", "48.0,2.4,4"),
            good: path("48.0,2.0,0", "48.0000101,2.0,0", "48.0,2.4,4")),
        PairedCase(
            "trip_with_shape_dist_traveled_but_no_shape_distances",
            bad: path("48.0,2.0,0", "48.0,2.2,", "48.0,2.4,4").with(calls("0", "", "2", "4")),
            good: path("48.0,2.0,0", "48.0,2.4,4").with(calls("0", "", "2", "4"))),
        PairedCase(
            "trip_distance_exceeds_shape_distance",
            bad: path("48.0,2.0,0", "48.0,2.3998,4").with(calls("0", "1", "2", "4.01")),
            good: path("48.0,2.0,0", "48.0,2.3998,4").with(calls("0", "1", "2", "4"))),
        PairedCase(
            "trip_distance_exceeds_shape_distance_below_threshold",
            bad: path("48.0,2.0,0", "48.0,2.3999,4").with(calls("0", "1", "2", "4.01")),
            good: path("48.0,2.0,0", "48.0,2.3998,4").with(calls("0", "1", "2", "4.01"))),
    ]

    /// Two shapes, whose points stand in any order.
    private static func scattered(_ points: String) -> TestFeed {
        straight.with(
            TestFeed(
                """
                # shapes.txt
                shape_id,shape_pt_sequence,shape_pt_lat,shape_pt_lon,shape_dist_traveled

                """ + points))
    }

    private static let scattered = [
        PairedCase(
            "decreasing_shape_distance",
            bad: scattered("S,3,48.0,2.4,4\nU,2,48,2,2\nS,1,48,2,5\nU,1,48,2.1,1\nS,2,48,2.2,6"),
            good: scattered("S,3,48.0,2.4,4\nU,2,48,2,2\nS,1,48,2,0\nU,1,48,2.1,1\nS,2,48,2.2,3")),
        PairedCase(
            "duplicate_key",
            bad: scattered("S,2,48.0,2.0,\nU,1,48,2,\nS,1,48,2.4,\nU,2,48,2.1,\nS,2,48,2.2,"),
            good: scattered("S,2,48.0,2.0,\nU,1,48,2,\nS,1,48,2.4,\nU,2,48,2.1,\nS,3,48,2.2,")),
    ]

    private static let trips = [
        PairedCase(
            "unused_shape",
            bad: """
                # shapes.txt
                shape_id,shape_pt_sequence,shape_pt_lat,shape_pt_lon
                S,1,48.0,2.0
                S,2,48.0,2.1
                """,
            good: straight),
        PairedCase("single_shape_point", bad: path("48.0,2.0,"), good: straight),
    ]

    private static let matches = [
        PairedCase(
            "stop_too_far_from_shape", 2,
            // The museum is 111 m from the path, the airport 14 km from its end.
            bad: path("48.0,2.0,", "48.0,2.15,", "48.001,2.15,", "48.001,2.21,"),
            good: path("48.0,2.0,", "48.0,2.15,", "48.0008,2.15,", "48.0008,2.25,", "48.0,2.4,")),
        PairedCase(
            "stop_too_far_from_shape",
            bad: straight.with(rail(last: 2.4055)), good: straight.with(rail(last: 2.405))),
        PairedCase(
            "stops_match_shape_out_of_order",
            bad: path("48.0,2.4,", "48.0,2.0,"), good: straight),
        PairedCase(
            "stop_too_far_from_shape_using_user_distance",
            bad: path("48.0,2.0,0", "48.0,2.4,4").with(calls("0", "1.2", "2", "4")),
            good: path("48.0,2.0,0", "48.0,2.4,4").with(calls("0", "1.01", "2", "4"))),
        PairedCase(
            "stop_has_too_many_matches_for_shape",
            bad: path(points: zigzag(turns: 10)), good: path(points: zigzag(turns: 9))),
    ]

    private static let repeatedTrip: TestFeed = """
        # trips.txt
        route_id,service_id,trip_id,shape_id
        R,WD,T1,
        R,WD,T2,
        R,WD,T1,S
        """

    private static func path(points: [String]) -> TestFeed {
        TestFeed(
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S
            R,WD,T2,S
            # shapes.txt
            shape_id,shape_pt_sequence,shape_pt_lat,shape_pt_lon

            """ + points.enumerated().map { "S,\($0.offset),\($0.element)" }.joined(separator: "\n")
        )
    }

    /// A path that comes by the market once, and twice more for each turn back, on its way to the
    /// airport.
    private static func zigzag(turns: Int) -> [String] {
        let turn = ["48.0,2.11", "48.0,2.09"]
        return ["48.0,2.0"] + (0..<turns).flatMap { _ in turn } + ["48.0,2.4"]
    }

    /// The route as a railway, whose last stop is beyond the end of the path.
    private static func rail(last: Double) -> TestFeed {
        TestFeed(
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,X,1,2
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.0,2.1
            C,Museum,48.0,2.2
            D,Airport,48.0,\(last)
            """)
    }

    @Test func theCanonicalValidatorSwapsPointsOfDecreasingDistances() throws {
        let feed = TestFeed.base.with(Self.path("48.0,2.0,2", "48.0,2.4,1"))
        let code = "decreasing_shape_distance"
        #expect(try Findings(feed).sample(code)?["csvRowNumber"] == .integer(3))
        #expect(
            try Findings(feed, isCanonical: true).sample(code)?["csvRowNumber"] == .integer(2))
    }

    @Test func aStopTooFarIsReportedOnceForAShape() throws {
        let feed = TestFeed.base.with(Self.straight).with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.1,2.1
            C,Museum,48.0,2.2
            D,Airport,48.0,2.4
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:30:00,08:30:00,B,2
            T2,08:00:00,08:00:00,B,1
            T2,08:30:00,08:30:00,C,2
            """)
        #expect(try Findings(feed).count("stop_too_far_from_shape") == 1)
    }

    /// Two calls at one place, one of them put on the path by its distance and one by its place: the
    /// lengths of the path to them differ by nanometers, as the canonical validator adds them up.
    @Test func theOrderOfCallsAtOnePlaceIsThatOfTheCanonicalValidator() throws {
        func count(_ first: String, _ second: String) throws -> Int {
            let feed = TestFeed.base.with(
                TestFeed(
                    """
                    # trips.txt
                    route_id,service_id,trip_id,shape_id
                    R,WD,T1,H
                    # shapes.txt
                    shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
                    H,48.0,2.0,1,0
                    H,48.0,2.1,2,10
                    H,48.0,2.2,3,20
                    H,48.0,2.4,4,40
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
                    T1,08:00:00,08:00:00,A,1,0
                    T1,08:20:00,08:20:00,B,2,\(first)
                    T1,08:21:00,08:21:00,B,3,\(second)
                    T1,08:40:00,08:40:00,C,4,20
                    T1,09:20:00,09:20:00,D,5,40
                    """))
            return try Findings(feed, isCanonical: true).count("stops_match_shape_out_of_order")
        }
        #expect(try count("10", "") + count("", "10") == 1)
    }

    @Test("A row whose trip was there before has a path only under canonical counts")
    func repeatedTrips() throws {
        let feed = TestFeed.base.with(Self.path("48.0,2.4,", "48.0,2.0,")).with(Self.repeatedTrip)
        let code = "stops_match_shape_out_of_order"
        #expect(try Findings(feed, isCanonical: true).count(code) == 1)
        #expect(try Findings(feed).count(code) == 0)
    }

    @Test func onlyTheCanonicalValidatorPutsUnknownStopsInTheGulfOfGuinea() throws {
        let feed = TestFeed.base.with(Self.straight).with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:30:00,08:30:00,UNKNOWN,2
            T1,08:50:00,08:50:00,C,3
            """)
        let code = "stop_too_far_from_shape"
        #expect(try Findings(feed).count(code) == 0)
        #expect(try Findings(feed, isCanonical: true).count(code) == 1)
    }
}
