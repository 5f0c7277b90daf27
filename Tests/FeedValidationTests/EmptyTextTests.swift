import TestSupport
import Testing

/// A cell of nothing but blanks in quotes: blank to us, and to the canonical validator a text without
/// characters, which is there, refers to nothing and equals others of its kind.
@Suite("Blanks in quotes") struct EmptyTextTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let feed: TestFeed
        let expected: [String: Int]
        let canonical: [String: Int]

        init(_ text: String, _ expected: [String: Int], canonical: [String: Int]) {
            testDescription = text
            feed = TestFeed.base.with(TestFeed(text))
            self.expected = expected
            self.canonical = canonical
        }
    }

    private static let routes = "# routes.txt\nroute_id,route_type,agency_id,route_short_name"
    private static let stops =
        "# stops.txt\nstop_id,stop_lat,stop_lon,stop_name,stop_desc,location_type,parent_station\n"
        + "A,48.0,2.0,Harbour,,,\nB,48.0,2.1,Market,,,\nC,48.0,2.2,Museum,,,\n"
        + "D,48.0,2.4,Airport,,,\n"

    static let cases: [Case] = [
        Case(
            routes + "\nR,3,\" \",1", ["missing_recommended_field": 1],
            canonical: ["foreign_key_violation": 1]),
        Case(
            routes + ",route_long_name\nR,3,X,\" \",\"  \"",
            ["route_both_short_and_long_name_missing": 1],
            canonical: ["route_long_name_contains_short_name": 1]),
        Case(
            stops + "E,48.0,2.0,Door,,2,\" \"", ["location_without_parent_station": 1],
            canonical: ["foreign_key_violation": 1]),
        Case(
            stops + "E,48.0,2.0,\" \",\" \",0,", ["missing_stop_name": 1],
            canonical: ["missing_stop_name": 1, "same_name_and_description_for_stop": 1]),
        Case(
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,
            R,WD,T2," "
            """, [:], canonical: ["foreign_key_violation": 1]),
        Case(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:30:00,08:30:00," ",2
            T1,08:50:00,08:50:00,C,3
            """, ["missing_required_field": 1], canonical: ["foreign_key_violation": 1]),
        Case(
            """
            # attributions.txt
            attribution_id,organization_name,is_producer
            " ",One,1
            " ",Two,1
            """, [:], canonical: ["duplicate_key": 1]),
        Case(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone,agency_lang
            X,Crosstown,https://example.org,Europe/Paris," "
            """, [:], canonical: [:]),
        // A network of blanks is the one reference that is passed over.
        Case(
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type,network_id
            R,X,1,3,N
            # fare_products.txt
            fare_product_id,amount,currency
            P,1.00,EUR
            # fare_leg_rules.txt
            network_id,from_area_id,fare_product_id
            " "," ",P
            """, [:], canonical: ["foreign_key_violation": 1]),
        // Stops without a zone are found by its empty text.
        Case(
            """
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers,agency_id
            F,1,EUR,0,0,X
            # fare_rules.txt
            fare_id,origin_id,route_id
            F," ",R
            F,," "
            """, [:], canonical: ["foreign_key_violation": 1]),
    ]

    private static let codes = Set(
        cases.flatMap { $0.expected.keys } + cases.flatMap { $0.canonical.keys }
            + ["invalid_language_code"])

    @Test(arguments: cases) func counts(_ item: Case) throws {
        for (isCanonical, expected) in [(false, item.expected), (true, item.canonical)] {
            let findings = try Findings(item.feed, isCanonical: isCanonical)
            for code in Self.codes.sorted() {
                #expect(
                    findings.count(code) == expected[code] ?? 0,
                    "\(code), canonical: \(isCanonical)")
            }
            #expect(findings.count("leading_or_trailing_whitespaces") > 0)
        }
    }
}
