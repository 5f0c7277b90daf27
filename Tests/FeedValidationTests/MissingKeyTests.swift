import FeedValidation
import TestSupport
import Testing

@Suite("Files that lack a column of their key") struct MissingKeyTests {
    /// Files, each with the field of its key that the second header lacks, and rows that differ in
    /// it.
    static let cases: [(file: String, header: String, field: String, rows: String)] = [
        ("areas.txt", "area_id,area_name", "area_id", "1,x\n2,x\n3,x"),
        ("calendar_dates.txt", "service_id,date,exception_type", "date", dates),
        ("calendar_dates.txt", "date,service_id,exception_type", "service_id", services),
        ("fare_products.txt", "fare_product_id,amount,currency", "fare_product_id", products),
        ("translations.txt", translation, "language", languages),
        ("translations.txt", translation, "table_name", tables),
        ("stop_areas.txt", "area_id,stop_id", "stop_id", "1,A\n1,B\n1,C"),
        ("stop_areas.txt", "area_id,stop_id", "area_id", "1,A\n2,A\n3,A"),
        ("frequencies.txt", frequency, "start_time", starts),
        ("frequencies.txt", frequency, "trip_id", "T1,8:00:00,9:00:00,60\nT2,8:00:00,9:30:00,60"),
        ("levels.txt", "level_id,level_index", "level_id", "1,0\n2,1"),
        ("route_networks.txt", "network_id,route_id", "route_id", "N,R\nN,Q"),
        ("fare_leg_join_rules.txt", "from_network_id,to_network_id", "from_network_id", "N,N\nM,N"),
        ("fare_leg_rules.txt", "fare_product_id,leg_group_id", "fare_product_id", "1,\n2,"),
        ("fare_rules.txt", "fare_id,route_id", "fare_id", "F,R\nG,R"),
        ("timeframes.txt", "timeframe_group_id,service_id", "timeframe_group_id", "F,WD\nG,WD"),
        ("pathways.txt", pathway, "pathway_id", "1,A,B,1,1\n2,A,B,1,1"),
    ]

    private static let dates = "WD,20260101,2\nWD,20260102,2\nWD,20260103,2"
    private static let services = "20260101,WD,2\n20260101,WE,2"
    private static let products = "1,1.00,EUR\n2,2.00,EUR\n3,2.00,EUR"
    private static let translation = "table_name,field_name,field_value,language,translation"
    private static let languages = "stops,stop_name,x,de,y\nstops,stop_name,x,fr,z"
    private static let tables = "stops,stop_name,x,de,y\nroutes,stop_name,x,de,z"
    private static let starts = "T1,8:00:00,9:00:00,60\nT1,9:00:00,9:30:00,60"
    private static let frequency = "trip_id,start_time,end_time,headway_secs"
    private static let pathway = "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional"

    @Test("Rows without a key are not repetitions", arguments: cases)
    func keyless(file: String, header: String, field: String, rows: String) throws {
        let misspelt = header.replacing(field, with: field + "x")
        let found = try Findings(.base.with(TestFeed("# \(file)\n\(misspelt)\n\(rows)")))
        #expect(found.count("missing_required_column") == 1)
        #expect(found.count("duplicate_key") == 0)
    }

    @Test("Blank and bad parts of a key have a notice of their own only")
    func blankParts() throws {
        let found = try Findings(
            .base.with(
                """
                # calendar_dates.txt
                service_id,date,exception_type
                WD,,2
                WD,,2
                WD,soon,2
                WD,soon,2
                ,20260101,2
                ,20260101,2
                # frequencies.txt
                trip_id,start_time,end_time,headway_secs
                T1,x,09:00:00,600
                T1,x,09:00:00,600
                """))
        #expect(found.count("duplicate_key") == 0)
        #expect(found.count("missing_required_field") == 4)
        #expect(found.count("invalid_date") == 2)
        #expect(found.count("invalid_time") == 2)
    }

    @Test("Blank parts that need not be filled count as they are")
    func optionalParts() throws {
        let found = try Findings(
            .base.with(
                """
                # fare_products.txt
                fare_product_id,fare_media_id,rider_category_id,amount,currency
                F,,,1.00,EUR
                F,,,2.00,EUR
                # fare_transfer_rules.txt
                from_leg_group_id,to_leg_group_id,fare_transfer_type
                ,,0
                ,,1
                # attributions.txt
                attribution_id,organization_name,is_producer
                ,x,1
                ,x,1
                # fare_leg_join_rules.txt
                from_network_id,to_network_id,from_stop_id,to_stop_id
                N,N,,
                N,N,,
                """))
        #expect(found.count("duplicate_key") == 3)
    }

    @Test("Transfers without a stop, and translations of no record, lack what they lack")
    func conditionalParts() throws {
        let feed = TestFeed.base.with(
            """
            # transfers.txt
            from_stop,to_stop_id,from_trip_id,to_trip_id,transfer_type
            A,B,,,0
            C,B,,,0
            ,,T1,T2,4
            ,,T1,T2,5
            # translations.txt
            table_name,field_name,language,translation,recordid
            stops,stop_name,de,x,A
            stops,stop_name,de,y,B
            feed_info,feed_publisher_name,de,x,
            feed_info,feed_publisher_name,de,y,
            """)
        let found = try Findings(feed)
        // The linked trips, and the publisher.
        #expect(found.count("duplicate_key") == 2)
        #expect(found.count("missing_required_field") == 2 + 2)
        #expect(try Findings(feed, isCanonical: true).count("duplicate_key") == 4)
    }

    @Test("Not all references are violated where ids have no column")
    func references() throws {
        for (file, field) in [
            ("stops.txt", "stop_id"), ("routes.txt", "route_id"), ("trips.txt", "trip_id"),
            ("calendar.txt", "service_id"), ("stop_times.txt", "trip_id"),
            ("stop_times.txt", "stop_sequence"), ("shapes.txt", "shape_pt_lat"),
        ] {
            var feed = TestFeed.base.with(
                """
                # trips.txt
                route_id,service_id,trip_id,shape_id
                R,WD,T1,S
                R,WD,T2,S
                # shapes.txt
                shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
                S,48.0,2.0,1
                S,48.0,2.4,2
                """)
            let whole = try Findings(feed).report.total(.error)
            #expect(whole == 0)
            let text = try #require(feed[file])
            // Only the header has it.
            feed[file] = text.replacing(field, with: field + "x")
            let found = try Findings(feed)
            #expect(found.count("missing_required_column") == 1)
            #expect(found.report.total(.error) == 1, "\(file) \(field)")
        }
    }

    @Test("An id that is not there is one, though other files lack columns")
    func otherReferences() throws {
        let found = try Findings(
            .base.with(
                """
                # areas.txt
                area,area_name
                1,x
                # stop_areas.txt
                area_id,stop_id
                1,A
                1,Z
                """))
        #expect(found.count("foreign_key_violation") == 1)
        #expect(found.sample("foreign_key_violation")?["fieldValue"] == .text("Z"))
    }
}
