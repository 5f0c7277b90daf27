import FeedValidation
import TestSupport
import Testing

@Suite("Rules about keys and references") struct ReferenceRuleTests {
    static let cases: [RuleCase] = [
        RuleCase("all is well", "# notes.md\n", expecting: [:]),
        RuleCase(
            "two stops with one id",
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B,Market,48.0,2.1
            C,Museum,48.0,2.2
            D,Airport,48.0,2.4
            A,Harbour,48.0,2.0
            """, expecting: ["duplicate_key": 1]),
        RuleCase(
            "a key of two fields",
            """
            # calendar_dates.txt
            service_id,date,exception_type
            WD,20260101,2
            WD,20260102,2
            WD,20260101,1
            WD,20260101,1
            """, expecting: ["duplicate_key": 2]),
        RuleCase(
            "a key that spans the row, with blanks",
            """
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers
            F,1.00,EUR,0,0
            G,1.00,EUR,0,0
            # fare_rules.txt
            fare_id,route_id,origin_id,destination_id,contains_id
            F,R,,,
            F,,,,
            F,R,,,
            G,R,,,
            F,,,,
            F,R,,,
            """, expecting: ["duplicate_key": 3]),
        RuleCase(
            "fares, routes and zones that are not there",
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,zone_id
            A,Harbour,48.0,2.0,Z
            B,Market,48.0,2.1,Z
            C,Museum,48.0,2.2,Z
            D,Airport,48.0,2.4,Z
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers
            F,1.00,EUR,0,0
            # fare_rules.txt
            fare_id,route_id,origin_id,destination_id,contains_id
            F,R,Z,Z,Z
            F,Q,Z,Y,
            E,R,Y,Z,X
            F,R,Y,,
            """, expecting: ["foreign_key_violation": 6]),
        RuleCase(
            "canonical: blank stands for 0",
            """
            # fare_products.txt
            fare_product_id,amount,currency
            P,2.50,EUR
            # fare_transfer_rules.txt
            from_leg_group_id,to_leg_group_id,transfer_count,duration_limit,fare_transfer_type
            ,,,,0
            ,,0,,0
            ,,1,,0
            """, expecting: ["duplicate_key": 1], isCanonical: true),
        RuleCase(
            "trips, calls and shape points",
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S
            R,WD,T2,S
            R,WD,T1,S
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            S,48.0,2.0,1
            S,48.0,2.1,2
            S,48.0,2.2,2
            S,48.0,2.3,2
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:11:00,B,1
            T2,08:20:00,08:20:30,C,3
            T2,08:30:00,08:30:00,D,4
            """, expecting: ["duplicate_key": 4]),
        RuleCase(
            "trips that refer to nothing",
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            Q,WD,T1,
            R,SA,T2,
            R,WD,T3,S
            """, expecting: ["foreign_key_violation": 3]),
        RuleCase(
            "calls that refer to nothing",
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:11:00,Z,2
            T2,08:20:00,08:20:30,C,3
            T2,08:30:00,08:30:00,D,4
            T9,08:30:00,08:30:00,A,4
            T9,08:40:00,08:40:00,B,5
            """, expecting: ["foreign_key_violation": 3]),
        RuleCase(
            "on-demand calls that refer to nothing",
            """
            # stop_times.txt
            trip_id,stop_id,location_group_id,location_id,stop_sequence,start_pickup_drop_off_window,\
            end_pickup_drop_off_window,pickup_booking_rule_id,drop_off_booking_rule_id
            T1,,G,,1,08:00:00,09:00:00,P,
            T1,,,L,2,08:00:00,09:00:00,,Q
            """, expecting: ["foreign_key_violation": 4]),
        RuleCase(
            "small files",
            """
            # levels.txt
            level_id,level_index
            L,0
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,level_id,zone_id,parent_station
            A,Harbour,48.0,2.0,L,1,
            B,Market,48.0,2.1,M,1,
            C,Museum,48.0,2.2,,1,A
            D,Airport,48.0,2.4,,1,Y
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers
            F,2.50,EUR,0,
            # fare_rules.txt
            fare_id,route_id,origin_id
            F,R,1
            F,Q,1
            F,R,2
            G,R,1
            # attributions.txt
            attribution_id,organization_name,trip_id,is_producer
            1,One,T1,1
            2,Two,T9,1
            """, expecting: ["foreign_key_violation": 6]),
        RuleCase(
            "networks of routes and of their own",
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type,network_id
            R,X,1,3,N
            # fare_products.txt
            fare_product_id,amount,currency
            P,2.50,EUR
            # fare_leg_rules.txt
            leg_group_id,network_id,fare_product_id
            a,N,P
            b,O,P
            c,,P
            # fare_leg_join_rules.txt
            from_network_id,to_network_id,from_stop_id,to_stop_id
            N,O,,
            N,N,A,
            N,N,A,B
            """, expecting: ["foreign_key_violation": 2, "missing_required_field": 1]),
        RuleCase(
            "timeframes on days that do not exist",
            """
            # timeframes.txt
            timeframe_group_id,start_time,end_time,service_id
            T,08:00:00,09:00:00,WD
            U,08:00:00,09:00:00,SA
            """, expecting: ["foreign_key_violation": 1]),
        RuleCase(
            "two rows about the feed",
            """
            # feed_info.txt
            feed_publisher_name,feed_publisher_url,feed_lang
            Crosstown,https://example.org,fr
            Crosstown,https://example.org,en
            """, expecting: ["more_than_one_entity": 1]),
        RuleCase(
            "a stop and a location group with one id",
            """
            # location_groups.txt
            location_group_id,location_group_name
            A,Around the harbour
            G,Downtown
            """, expecting: ["duplicate_geography_id": 1]),
        RuleCase(
            "ids that look the same and are other bytes",
            TestFeed(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                A,Harbour,48.0,2.0
                B,Market,48.0,2.1
                C,Museum,48.0,2.2
                D,Airport,48.0,2.4
                \u{E9},Quay,48.0,2.5
                # location_groups.txt
                location_group_id,location_group_name
                e\u{301},Quays
                """), expecting: [:]),
        RuleCase(
            "canonical: a bad row of trips.txt hides all of it",
            """
            # trips.txt
            route_id,service_id,trip_id,direction_id
            Q,WD,T1,
            R,WD,T2,x
            """, expecting: [:], isCanonical: true),
    ]

    @Test(arguments: cases) func counts(_ item: RuleCase) throws {
        try item.check(among: Self.cases)
    }

    @Test("A duplicate names the fields that are filled") func fields() throws {
        let findings = try Findings(
            TestFeed.base.with(
                """
                # fare_rules.txt
                fare_id,route_id,origin_id
                F,R,
                F,R,
                """))
        let sample = try #require(findings.sample("duplicate_key"))
        #expect(sample["fieldName1"] == .text("fare_id,route_id"))
        #expect(sample["fieldValue1"] == .text("F,R"))
        #expect(sample["oldCsvRowNumber"] == .integer(2))
        #expect(sample["newCsvRowNumber"] == .integer(3))
    }

    @Test("A duplicate date names service and day") func date() throws {
        let findings = try Findings(
            TestFeed.base.with(
                """
                # calendar_dates.txt
                service_id,date,exception_type
                WD,20260102,2
                WD,20260101,2
                WD,20260102,1
                """))
        let sample = try #require(findings.sample("duplicate_key"))
        #expect(sample["fieldName1"] == .text("service_id,date"))
        #expect(sample["fieldValue1"] == .text("WD,20260102"))
        #expect(sample["oldCsvRowNumber"] == .integer(2))
        #expect(sample["newCsvRowNumber"] == .integer(4))
    }

    @Test("A duplicate with no field filled names no value") func blankFields() throws {
        let feed = TestFeed.base.with("# transfers.txt\nfrom_stop_id,transfer_type\n,4\n,4")
        let findings = try Findings(feed, isCanonical: true)
        let sample = try #require(findings.sample("duplicate_key"))
        #expect(sample["fieldName1"] == .text(""))
        #expect(sample["fieldValue1"] == nil)
        // Rows that name neither stops nor trips have no key.
        #expect(try Findings(feed).count("duplicate_key") == 0)
    }
}
