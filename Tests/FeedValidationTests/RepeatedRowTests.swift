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
        "Rules ignore a repeated row",
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
        // Each cell by itself is looked at in any case.
        let own: Set = ["duplicate_key", "number_out_of_range"]
        #expect(codes.contains("duplicate_key"))
        #expect(
            codes.subtracting(own).subtracting(["gtfs_scattered_rows", "unsorted_stop_times"]) == []
        )
    }

    /// Rows that have a key and nothing wrong, each with one that repeats the key and has.
    static let flawed: [(feed: String, row: String)] = [
        (
            "# agency.txt\nagency_id,agency_name,agency_url,agency_timezone\n"
                + "X,Crosstown,https://example.org,Europe/Paris",
            "X,Crosstown,https://example.org,Asia/Tokyo"
        ),
        (
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,stop_desc,location_type,stop_access
            A,Harbour,48.0,2.0,,,
            B,Market,48.0,2.1,,,
            C,Museum,48.0,2.2,,,
            D,Airport,48.0,2.4,,,
            """, "D,Airport,0.5,0.5,Airport,3,1"
        ),
        ("# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\n" + places, "D,,,2.4"),
        (
            "# routes.txt\nroute_id,agency_id,route_short_name,route_type,route_color,"
                + "route_text_color\nR,X,1,3,,", "R,NONE,,3,FFFFFF,FFFFFF"
        ),
        ("# calendar.txt\n" + calendar + present, "WD,0,0,0,0,0,0,0,20261231,18990101"),
        ("# calendar_dates.txt\nservice_id,date,exception_type\nWD,18990101,2", "WD,18990101,1"),
        (
            "# frequencies.txt\ntrip_id,start_time,end_time,headway_secs\nT1,07:00:00,09:00:00,600",
            "T1,07:00:00,06:00:00,600"
        ),
        (
            "# transfers.txt\nfrom_stop_id,to_stop_id,transfer_type,min_transfer_time\nA,B,0,",
            "A,B,2,"
        ),
        (
            "# pathways.txt\npathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\n"
                + "W,A,B,1,1", "W,NONE,NONE,7,1"
        ),
        (
            "# fare_attributes.txt\nfare_id,price,currency_type,payment_method,transfers,agency_id\n"
                + "F,1,EUR,0,,X", "F,1,EUR,0,,NONE"
        ),
        ("# fare_products.txt\nfare_product_id,amount,currency\nF,1.00,EUR", "F,1.0,EUR"),
        (
            "# fare_media.txt\nfare_media_id,fare_media_name,fare_media_type\nM,Card,2", "M,,2"
        ),
        (
            "# fare_transfer_rules.txt\n"
                + "fare_transfer_type,duration_limit,duration_limit_type,transfer_count\n0,60,0,",
            "0,60,,"
        ),
        (
            "# booking_rules.txt\nbooking_rule_id,booking_type,prior_notice_duration_min\nK,1,30",
            "K,0,30"
        ),
        (
            "# attributions.txt\nattribution_id,organization_name,is_producer\nA,Agency,1",
            "A,Agency,0"
        ),
        (
            "# translations.txt\ntable_name,field_name,language,translation,record_id,record_sub_id\n"
                + "stops,stop_name,de,Hafen,A,", "stops,stop_name,DE,Port,A,"
        ),
        // All fields are the key.
        (
            "# timeframes.txt\ntimeframe_group_id,start_time,end_time,service_id\nG,07:00:00,,WD",
            "G,07:00:00,,WD"
        ),
        ("# fare_rules.txt\nfare_id,route_id\nF,NONE", "F,NONE"),
        (
            "# areas.txt\narea_id,area_name\nA,x\n# stop_areas.txt\narea_id,stop_id\nA,NONE",
            "A,NONE"
        ),
        (
            "# location_groups.txt\nlocation_group_id\nG\n"
                + "# location_group_stops.txt\nlocation_group_id,stop_id\nG,A", "G,A"
        ),
    ]

    private static let places =
        "A,Harbour,48.0,2.0\nB,Market,48.0,2.1\nC,Museum,48.0,2.2\n"
        + "D,Airport,48.0,2.4"

    @Test("A repeated row has no other finding", arguments: flawed.indices)
    func noOther(index: Int) throws {
        let part = TestFeed(Self.flawed[index].feed)
        var feed = TestFeed.base.with(part)
        let before = try Self.counts(feed)
        let file = try #require(part.files.last).name
        feed[file]? += Self.flawed[index].row + "\n"
        let after = try Self.counts(feed)
        let more = after.merging(before.mapValues { -$0 }, uniquingKeysWith: +)
        #expect(more.filter { $0.value != 0 } == ["duplicate_key": 1], "\(file)")
    }

    private static func counts(_ feed: TestFeed) throws -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: try Findings(feed).report.groups.map { ($0.code, $0.count) })
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
