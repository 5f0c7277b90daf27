import FeedValidation
import TestSupport
import Testing

@Suite struct TripRulesTests {
    @Test(arguments: times + order + places + trips + blocks)
    func rule(_ ruleCase: PairedCase) throws {
        try ruleCase.check()
    }

    private static let header =
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint,shape_dist_traveled"

    /// `stop_times.txt` of the trip T1 alone.
    private static func calls(_ rows: String...) -> TestFeed {
        TestFeed(
            "# stop_times.txt\n\(header)\n" + rows.map { "T1,\($0)" }.joined(separator: "\n"))
    }

    private static let times = [
        PairedCase(
            "stop_time_with_only_arrival_or_departure_time", 2,
            bad: calls(
                "08:00:00,08:00:00,A,1,,", "08:10:00,,B,2,,", ",08:20:00,C,3,,",
                "08:30:00,08:30:00,D,4,,"),
            good: calls("08:00:00,08:00:00,A,1,,", ",,B,2,,", "08:30:00,08:30:00,D,4,,")),
        PairedCase(
            "stop_time_with_arrival_before_previous_departure_time",
            bad: calls(
                "08:00:00,08:10:00,A,1,,", ",,B,2,,", "08:09:59,08:20:00,C,3,,",
                "08:20:00,08:20:00,D,4,,"),
            good: calls(
                "08:00:00,08:10:00,A,1,,", ",,B,2,,", "08:10:00,08:20:00,C,3,,")),
        PairedCase(
            "missing_trip_edge", 3,
            bad: calls(",08:00:00,A,1,,", ",,B,2,,", ",,C,3,,"),
            good: calls("08:00:00,08:00:00,A,1,,", ",,B,2,,", "08:30:00,08:30:00,D,4,,")),
        PairedCase(
            "missing_timepoint_value", 2,
            bad: calls(
                "08:00:00,08:00:00,A,1,,", ",,B,2,,", "08:20:00,08:20:00,C,3,1,",
                "08:30:00,08:30:00,D,4,,"),
            good: calls("08:00:00,08:00:00,A,1,0,", ",,B,2,,", "08:30:00,08:30:00,D,4,1,")),
        PairedCase(
            "stop_time_timepoint_without_times", 2,
            bad: calls("08:00:00,08:00:00,A,1,1,", ",,B,2,1,", "08:30:00,08:30:00,D,4,1,"),
            good: calls("08:00:00,08:00:00,A,1,1,", ",,B,2,0,", "08:30:00,08:30:00,D,4,1,")),
    ]

    private static let order = [
        PairedCase(
            "decreasing_or_equal_stop_time_distance", 2,
            bad: calls(
                "08:00:00,08:00:00,A,1,,0", "08:10:00,08:10:00,B,2,,5.5",
                "08:20:00,08:20:00,C,3,,5.5", "08:30:00,08:30:00,D,4,,5.4"),
            good: calls(
                "08:00:00,08:00:00,A,1,,0", "08:10:00,08:10:00,B,2,,5.5",
                "08:20:00,08:20:00,C,3,,", "08:30:00,08:30:00,D,4,,5.4")),
        PairedCase(
            "unsorted_stop_times",
            bad: calls(
                "08:30:00,08:30:00,D,4,,", "08:00:00,08:00:00,A,1,,", "08:20:00,08:20:00,C,3,,")),
        PairedCase(
            "unsorted_stop_times",
            bad: """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,A,1
                T2,09:00:00,09:00:00,A,1
                T2,09:20:00,09:20:00,C,3
                T1,08:20:00,08:20:00,C,3
                """),
    ]

    private static let places = [
        PairedCase(
            "stop_without_stop_time",
            bad: """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                A,Harbour,48.0,2.0
                B,Market,48.0,2.1
                C,Museum,48.0,2.2
                D,Airport,48.0,2.4
                E,Nowhere,48.0,2.5
                """,
            good: """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,location_type
                A,Harbour,48.0,2.0,0
                B,Market,48.0,2.1,
                C,Museum,48.0,2.2,
                D,Airport,48.0,2.4,
                E,Station,48.0,2.5,1
                """),
        PairedCase(
            "location_with_unexpected_stop_time",
            bad: """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,location_type
                A,Harbour,48.0,2.0,1
                B,Market,48.0,2.1,
                C,Museum,48.0,2.2,
                D,Airport,48.0,2.4,
                """),
        PairedCase(
            "stop_without_zone_id", 3,
            bad: """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,zone_id
                A,Harbour,48.0,2.0,
                B,Market,48.0,2.1,
                C,Museum,48.0,2.2,
                D,Airport,48.0,2.4,Z
                E,Nowhere,48.0,2.5,
                # fare_attributes.txt
                fare_id,price,currency_type,payment_method,transfers
                F,2.00,EUR,0,0
                # fare_rules.txt
                fare_id,route_id,origin_id
                F,R,Z
                """,
            good: """
                # fare_attributes.txt
                fare_id,price,currency_type,payment_method,transfers
                F,2.00,EUR,0,0
                # fare_rules.txt
                fare_id,route_id,origin_id
                F,R,
                """),
        PairedCase(
            "fast_travel_between_consecutive_stops", 1,
            bad: calls(
                // 7.4 km in two minutes, and a minute more for rounded times: 149 km/h.
                "08:00:00,08:00:00,A,1,,", "08:02:00,08:05:00,B,2,,",
                // Not rounded: 223 km/h.
                "08:07:01,08:20:00,C,3,,", "08:40:00,08:40:00,D,4,,"),
            good: calls(
                "08:00:00,08:00:00,A,1,,", "08:02:00,08:05:00,B,2,,", "08:08:01,08:20:00,C,3,,",
                "08:40:00,08:40:00,D,4,,")),
        PairedCase(
            "fast_travel_between_far_stops", 1,
            bad: calls(
                "08:00:00,08:00:00,A,1,,", ",,B,2,,", ",,C,3,,", "08:10:00,08:10:00,D,4,,"),
            good: calls(
                "08:00:00,08:00:00,A,1,,", ",,B,2,,", ",,C,3,,", "08:12:00,08:12:00,D,4,,")),
    ]

    private static let trips = [
        PairedCase(
            "unusable_trip", 2,
            bad: calls("08:00:00,08:00:00,A,1,,"),
            good: calls("08:00:00,08:00:00,A,1,,", "08:10:00,08:10:00,B,2,,")
                .with(onlyT1)),
        PairedCase("unused_trip", bad: calls("08:00:00,08:00:00,A,1,,")),
        PairedCase(
            "trip_headsign_matches_intermediate_stop", 2,
            bad: """
                # trips.txt
                route_id,service_id,trip_id,trip_headsign
                R,WD,T1,MUSEUM
                R,WD,T2,harbour
                """,
            good: """
                # trips.txt
                route_id,service_id,trip_id,trip_headsign
                R,WD,T1,Airport
                R,WD,T2,
                """),
        PairedCase(
            "missing_bike_allowance", 2,
            bad: """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,X,1,4
                # trips.txt
                route_id,service_id,trip_id,bikes_allowed
                R,WD,T1,
                R,WD,T2,0
                R,WD,T4,1
                R,WD,T5,2
                """),
        PairedCase(
            "overlapping_frequency",
            bad: """
                # frequencies.txt
                trip_id,start_time,end_time,headway_secs
                T1,10:00:00,11:00:00,600
                T1,08:00:00,10:00:01,600
                T2,08:00:00,10:00:00,600
                """,
            good: """
                # frequencies.txt
                trip_id,start_time,end_time,headway_secs
                T1,10:00:00,11:00:00,600
                T1,08:00:00,10:00:00,600
                """),
    ]

    private static let onlyT1: TestFeed = """
        # trips.txt
        route_id,service_id,trip_id
        R,WD,T1
        """

    private static let blocks = [
        PairedCase(
            "block_trips_with_overlapping_stop_times",
            bad: block("WD", "WD", secondStart: "08:19:00"),
            good: block("WD", "WD", secondStart: "08:20:00")),
        PairedCase(
            "block_trips_with_overlapping_stop_times",
            bad: block("WD", "WE", secondStart: "08:19:00").with(
                """
                # calendar_dates.txt
                service_id,date,exception_type
                WE,20260615,1
                """),
            good: block("WD", "WE", secondStart: "08:19:00")),
        PairedCase(
            "inconsistent_route_type_for_block_id",
            bad: """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,X,1,3
                Q,X,2,0
                # trips.txt
                route_id,service_id,trip_id,block_id
                R,WD,T1,B
                Q,WD,T2,B
                """,
            good: """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,X,1,3
                Q,X,2,0
                # trips.txt
                route_id,service_id,trip_id,block_id
                R,WD,T1,B
                Q,WD,T2,C
                """),
    ]

    /// Two trips of a block, the first of them until 08:20:00.
    private static func block(
        _ service: String, _ secondService: String, secondStart: String
    ) -> TestFeed {
        TestFeed(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20260101,20261231
            WE,0,0,0,0,0,1,1,20260101,20261231
            # trips.txt
            route_id,service_id,trip_id,block_id
            R,\(service),T1,B
            R,\(secondService),T2,B
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:20:00,08:20:00,C,2
            T2,\(secondStart),\(secondStart),C,1
            T2,08:50:00,08:50:00,A,2
            """)
    }
}

@Suite struct TripRulesModesTests {
    private static let circularFirst: TestFeed = .base.with(
        """
        # trips.txt
        route_id,service_id,trip_id,trip_headsign
        R,WD,T1,Market
        R,WD,T2,Market
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T1,08:10:00,08:10:00,B,2
        T1,08:20:00,08:20:00,A,3
        T2,09:00:00,09:00:00,A,1
        T2,09:10:00,09:10:00,B,2
        T2,09:20:00,09:20:00,C,3
        """)

    @Test func onlyTheCanonicalValidatorStopsAtACircularTrip() throws {
        let code = "trip_headsign_matches_intermediate_stop"
        #expect(try Findings(Self.circularFirst).count(code) == 1)
        #expect(try Findings(Self.circularFirst, isCanonical: true).count(code) == 0)
    }

    @Test func aBadRowHidesTripsFromTheCanonicalValidatorOnly() throws {
        let feed = TestFeed.base.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,eight,B,2
            T1,08:20:00,,C,3
            """)
        let code = "missing_trip_edge"
        #expect(try Findings(feed).count(code) == 1)
        #expect(try Findings(feed, isCanonical: true).count(code) == 0)
    }

    @Test func extendedRouteTypesAreUnknownToTheCanonicalValidatorOnly() throws {
        let feed = TestFeed.base.with(
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,X,1,1000
            Q,X,2,4
            # trips.txt
            route_id,service_id,trip_id,block_id
            R,WD,T1,B
            Q,WD,T2,B
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:05:01,08:05:01,B,2
            T2,09:00:00,09:00:00,A,1
            T2,09:10:00,09:10:00,B,2
            """)
        let found = try Findings(feed)
        #expect(found.count("missing_bike_allowance") == 2)
        // 89 km/h, too fast for a ferry.
        #expect(found.count("fast_travel_between_consecutive_stops") == 1)
        #expect(found.count("inconsistent_route_type_for_block_id") == 0)
        let canonical = try Findings(feed, isCanonical: true)
        #expect(canonical.count("missing_bike_allowance") == 1)
        #expect(canonical.count("fast_travel_between_consecutive_stops") == 0)
        #expect(canonical.count("inconsistent_route_type_for_block_id") == 1)
    }

    @Test func stopsOfUsedLocationGroupsAreServed() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.0,2.1
            # location_groups.txt
            location_group_id,location_group_name
            G,Group
            # location_group_stops.txt
            location_group_id,stop_id
            G,B
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,location_group_id
            T1,08:00:00,08:00:00,A,1,
            T1,08:10:00,08:10:00,,2,G
            """)
        #expect(try Findings(feed).count("stop_without_stop_time") == 0)
    }

    @Test func theCanonicalValidatorDescribesFastCallsByTheFirstTripAlike() throws {
        // In a hash map of Java with 32 places T1 (hash 2653) comes before T2 (2654).
        let feed = TestFeed.base.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T2,08:00:00,08:00:00,A,1
            T2,08:01:01,08:01:01,B,2
            T1,08:00:00,08:00:00,A,1
            T1,08:01:01,08:01:01,B,2
            """)
        let code = "fast_travel_between_consecutive_stops"
        func rows(_ findings: Findings) -> [Int: NoticeValue?] {
            let group = findings.report.groups.first { $0.code == code }
            return Dictionary(
                uniqueKeysWithValues: (group?.samples ?? []).enumerated().map {
                    ($0.offset, $0.element.fields["csvRowNumber1"])
                })
        }
        #expect(try rows(Findings(feed)) == [0: .integer(4), 1: .integer(2)])
        #expect(
            try rows(Findings(feed, isCanonical: true)) == [0: .integer(4), 1: .integer(4)])
    }
}
