import FeedValidation
import TestSupport
import Testing

@Suite("Notices about headers, rows and cells") struct CellNoticeTests {
    private static func stops(_ rows: String, _ columns: String = "stop_name") -> TestFeed {
        TestFeed(
            "# stops.txt\nstop_id,stop_lat,stop_lon,\(columns)\nA,48.0,2.0,Harbour\n"
                + "B,48.0,2.1,Market\nC,48.0,2.2,Museum\nD,48.0,2.4,Airport\n" + rows)
    }

    private static func routes(_ columns: String, _ cells: String) -> TestFeed {
        TestFeed(
            "# routes.txt\nroute_id,agency_id,route_short_name,route_type,\(columns)\n"
                + "R,X,1,3,\(cells)")
    }

    private static func agency(_ columns: String, _ cells: String) -> TestFeed {
        TestFeed(
            "# agency.txt\nagency_id,agency_name,agency_url,agency_timezone,\(columns)\n"
                + "X,Crosstown,https://example.org,Europe/Paris,\(cells)")
    }

    private static func zone(_ name: String) -> TestFeed {
        TestFeed(
            "# agency.txt\nagency_id,agency_name,agency_url,agency_timezone\n"
                + "X,Crosstown,https://example.org,\(name)")
    }

    private static func shape(_ points: String) -> TestFeed {
        TestFeed(
            "# shapes.txt\nshape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,"
                + "shape_dist_traveled\n" + points)
    }

    private static let long = String(repeating: "Ab ", count: 2000)

    static let cases: [RuleCase] = [
        RuleCase("all is well", stops("E,48,2,Town Hall"), expecting: [:]),
        RuleCase("a short row", stops("E,48,2"), expecting: ["invalid_row_length": 1]),
        RuleCase("a long row", stops("E,48,2,Town Hall,"), expecting: ["invalid_row_length": 1]),
        RuleCase(
            "a cell of 6,000 characters", stops("E,48,2,\(long)"),
            expecting: ["csv_parsing_failed": 1]),
        RuleCase(
            "rows behind a cell that is too long", stops("E,48,2,\(long)\nF,x,2,Town Hall"),
            expecting: ["csv_parsing_failed": 1, "invalid_float": 1]),
        RuleCase(
            "canonical: nothing is read behind it", stops("E,48,2,\(long)\nF,x,2,Town Hall"),
            expecting: ["csv_parsing_failed": 1], isCanonical: true),
        RuleCase("a row of one quoted blank", stops("\"\""), expecting: ["empty_row": 1]),
        RuleCase(
            "a required cell", stops(",48,2,Town Hall"), expecting: ["missing_required_field": 1]),
        RuleCase(
            "a text of U+FFFD", stops("E,48,2,Town \u{FFFD}"), expecting: ["invalid_character": 1]),
        RuleCase(
            "blanks in quotes", stops("E,48,2,\" Town Hall\""),
            expecting: ["leading_or_trailing_whitespaces": 1]),
        RuleCase(
            "nothing but blanks in quotes", stops("\" \",48,2,Town Hall"),
            expecting: ["leading_or_trailing_whitespaces": 1, "missing_required_field": 1]),
        RuleCase(
            "canonical: such an id is not blank", stops("\" \",48,2,Town Hall"),
            expecting: ["leading_or_trailing_whitespaces": 1], isCanonical: true),
        RuleCase(
            "a line break", stops("E,48,2,\"Town\nHall\""), expecting: ["new_line_in_value": 1]),
        RuleCase(
            "a carriage return in quotes", stops("E,48,2,\"Town\rHall\""),
            expecting: ["new_line_in_value": 1]),
        RuleCase(
            "canonical: a carriage return", stops("E,48,2,Town\rHall"),
            expecting: ["new_line_in_value": 1], isCanonical: true),
        RuleCase(
            "an id with an accent", stops("É,48,2,Town Hall"),
            expecting: ["non_ascii_or_non_printable_char": 1]),
        RuleCase(
            "an offset is not a time zone", zone("+02:00"), expecting: ["invalid_timezone": 1]),
        RuleCase(
            "canonical: an offset is a time zone", zone("+02:00"), expecting: [:], isCanonical: true
        ),
        RuleCase(
            "an abbreviation is not a time zone", zone("BST"), expecting: ["invalid_timezone": 1]),
        RuleCase("an old name is a time zone", zone("EST"), expecting: [:]),
        RuleCase(
            "canonical: EST", zone("EST"), expecting: ["invalid_timezone": 1], isCanonical: true),
        RuleCase("no number", stops("E,48N,2,Town Hall"), expecting: ["invalid_float": 1]),
        RuleCase("a suffix", stops("E,48d,2,Town Hall"), expecting: ["invalid_float": 1]),
        RuleCase(
            "canonical: a suffix", stops("E,48d,2,Town Hall"), expecting: [:], isCanonical: true),
        RuleCase(
            "too far north", stops("E,90.1,2,Town Hall"),
            expecting: ["number_out_of_range": 1]),
        RuleCase(
            "canonical: too far north", stops("E,90.1,2,Town Hall"),
            expecting: ["number_out_of_range": 1], isCanonical: true),
        RuleCase("at a pole", stops("E,-89,2,Town Hall"), expecting: ["point_near_pole": 1]),
        RuleCase("near 0, 0", stops("E,1,-1,Town Hall"), expecting: ["point_near_origin": 1]),
        RuleCase("not near 0, 0", stops("E,1,-1.1,Town Hall"), expecting: [:]),
        RuleCase(
            "a shape near 0, 0", shape("S,48,2,1,0\nS,0.5,0.5,2,1\nS,48,2.1,3,2"),
            expecting: ["point_near_origin": 1]),
        RuleCase(
            "distances below zero", shape("S,48,2,1,-0.1\nS,48,2.1,2,0"),
            expecting: ["number_out_of_range": 1]),
        RuleCase(
            "canonical: minus zero", shape("S,48,2,1,-0\nS,48,2.1,2,0"),
            expecting: ["number_out_of_range": 1], isCanonical: true),
        RuleCase(
            "upper case", stops("E,48,2,TOWN HALL"), expecting: ["mixed_case_recommended_field": 1]),
        RuleCase(
            "a web address", routes("route_url", "example.org"), expecting: ["invalid_url": 1]),
        RuleCase("a colour", routes("route_color", "#FF0000"), expecting: ["invalid_color": 1]),
        RuleCase(
            "canonical: a signed colour", routes("route_color", "+12345"), expecting: [:],
            isCanonical: true),
        RuleCase(
            "a whole number", routes("route_sort_order", "1.5"), expecting: ["invalid_integer": 1]),
        RuleCase(
            "2 to the 31st", routes("route_sort_order", "2147483648"),
            expecting: ["invalid_integer": 1]),
        RuleCase(
            "below zero", routes("route_sort_order", "-1"), expecting: ["number_out_of_range": 1]),
        RuleCase("a code", routes("cemv_support", "3"), expecting: ["unexpected_enum_value": 1]),
        RuleCase(
            "an email address", agency("agency_email", "example.org"),
            expecting: ["invalid_email": 1]),
        RuleCase(
            "a phone number", agency("agency_phone", "12"), expecting: ["invalid_phone_number": 1]),
        RuleCase(
            "a possible phone number", agency("agency_phone", "01 23 45 67 89"), expecting: [:]),
        RuleCase(
            "a language", agency("agency_lang", "fr_FR"), expecting: ["invalid_language_code": 1]),
        RuleCase(
            "a time zone",
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Crosstown,https://example.org,Paris
            """, expecting: ["invalid_timezone": 1]),
        RuleCase(
            "prices",
            """
            # fare_products.txt
            fare_product_id,amount,currency
            A,2.50,EUR
            B,2.5,EUR
            C,250,JPY
            D,1,eur
            E,x,EUR
            """,
            expecting: ["invalid_currency": 1, "invalid_currency_amount": 1, "invalid_float": 1]),
        RuleCase(
            "ranges",
            """
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            T1,06:00:00,06:00:00,600
            T1,08:00:00,07:00:00,600
            T2,08:00:00,09:00:00,600
            """, expecting: ["start_and_end_range_equal": 1, "start_and_end_range_out_of_order": 1]),
        RuleCase(
            "a calendar that ends before it begins",
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20261231,20260101
            X,1,1,1,1,1,0,0,20260101,20260101
            Y,1,1,1,1,1,0,0,20260132,20261231
            """, expecting: ["start_and_end_range_out_of_order": 1, "invalid_date": 1]),
        RuleCase(
            "recommended fields, absent and blank",
            """
            # feed_info.txt
            feed_publisher_name,feed_publisher_url,feed_lang,feed_version
            Crosstown,https://example.org,fr,
            """, expecting: ["missing_recommended_field": 3]),
        RuleCase(
            "calls",
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign
            T1,08:00:00,07:00:00,A,1,Museum
            T1,08:10,08:11:00,B,2,Mus\u{FFFD}um
            T1,08:20:00,08:20:30,C,3,Mus\u{FFFD}um
            """,
            expecting: [
                "start_and_end_range_out_of_order": 1, "gtfs_time_without_seconds": 1,
                "invalid_character": 2,
            ]),
        RuleCase(
            "columns whose names look the same but have different bytes",
            """
            # levels.txt
            level_id,level_index,x_\u{E9},x_e\u{301}
            """,
            expecting: ["unknown_column": 2]),
        RuleCase(
            "a header with faults",
            """
            # levels.txt
            level_id,level_id,,colour
            """,
            expecting: [
                "duplicated_column": 1, "empty_column_name": 1, "unknown_column": 1,
                "missing_required_column": 1,
            ]),
        RuleCase(
            "canonical: lines that begin with #", stops("#E,48"), expecting: [:], isCanonical: true),
        RuleCase("a line that begins with #", stops("#E,48"), expecting: ["invalid_row_length": 1]),
        RuleCase(
            "canonical: a quote that is never closed", stops("E,48,2,\"Town Hall\nF,48,2,Town\n"),
            expecting: ["new_line_in_value": 1, "leading_or_trailing_whitespaces": 1],
            isCanonical: true),
    ]

    @Test("Numbers as only Java writes them are values to the rules of canonical counts")
    func javaNumbers() throws {
        let feed = TestFeed.base.with(Self.stops("E,48.0f,0x1p1,Town Hall"))
        let code = "stop_without_location"
        #expect(try Findings(feed, isCanonical: true).count("invalid_float") == 0)
        #expect(try Findings(feed, isCanonical: true).count(code) == 0)
        #expect(try Findings(feed).count("invalid_float") == 2)
        #expect(try Findings(feed).count(code) == 0)
        let origin = TestFeed.base.with(Self.stops("E,0.5f,0.5d,Town Hall"))
        #expect(try Findings(origin, isCanonical: true).count("point_near_origin") == 1)
        #expect(try Findings(origin).count("point_near_origin") == 0)
    }

    @Test(arguments: cases) func counts(_ item: RuleCase) throws {
        try item.check(among: Self.cases)
    }

    @Test("A notice about a number out of range names the range") func ranges() throws {
        let findings = try Findings(TestFeed.base.with(Self.stops("E,-200,2,Town Hall")))
        let sample = try #require(findings.sample("number_out_of_range"))
        #expect(sample["fieldType"] == .text("latitude within [-90, 90]"))
        #expect(sample["fieldValue"] == .number(-200))
        #expect(sample["csvRowNumber"] == .integer(6))
    }

    @Test("A notice about blanks shows them") func blanks() throws {
        let findings = try Findings(TestFeed.base.with(Self.stops("E,48,2,\" Town Hall  \"")))
        let sample = try #require(findings.sample("leading_or_trailing_whitespaces"))
        #expect(sample["fieldValue"] == .text(" Town Hall  "))
    }
}
