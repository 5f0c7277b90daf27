import TestSupport
import Testing

@Suite("Rules about fares") struct FaresRuleTests {
    private static func transfers(_ rows: String) -> TestFeed {
        TestFeed(
            "# fare_transfer_rules.txt\nfrom_leg_group_id,to_leg_group_id,transfer_count,"
                + "duration_limit,duration_limit_type,fare_transfer_type\n" + rows)
    }

    private static func timeframes(_ rows: String) -> TestFeed {
        TestFeed(
            "# timeframes.txt\ntimeframe_group_id,start_time,end_time,service_id\n" + rows)
    }

    private static let products = """
        # rider_categories.txt
        rider_category_id,rider_category_name,is_default_fare_category
        A,Adult,1
        C,Child,0
        S,Senior,1
        # fare_products.txt
        fare_product_id,amount,currency,rider_category_id

        """

    static let cases: [RuleCase] = [
        RuleCase(
            "all is well",
            transfers("G,G,-1,,,0\nG,G,2,600,0,0\nG,H,,,,0\nG,,,,,0").with(
                timeframes("T,00:00:00,08:00:00,WD\nT,08:00:00,24:00:00,WD\nU,,,WD")),
            expecting: [:]),
        RuleCase(
            "fares without an agency",
            """
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers,agency_id
            F,1.50,EUR,0,0,
            G,1.50,EUR,0,0,X
            """, expecting: ["missing_recommended_field": 1]),
        RuleCase(
            "fares without one of two agencies",
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Crosstown,https://example.org,Europe/Paris
            Y,Uptown,https://example.net,Europe/Paris
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers,agency_id
            F,1.50,EUR,0,0,
            """, expecting: ["missing_required_agency_id": 1]),
        RuleCase(
            "cards and apps without a name, media alike",
            """
            # fare_media.txt
            fare_media_id,fare_media_name,fare_media_type
            A,,0
            B,,1
            C,,2
            D,,4
            E,,3
            F,Card,2
            G,Card,2
            H,Card,4
            """, expecting: ["missing_recommended_field": 2, "duplicate_fare_media": 1]),
        RuleCase(
            "two default categories",
            TestFeed(products + "P,1,EUR,A\nP,1,EUR,C\nP,1,EUR,S\nP,1,EUR,A\nQ,1,EUR,A\nQ,2,EUR,C"),
            expecting: ["fare_product_with_multiple_default_rider_categories": 1]),
        RuleCase(
            "half a limit", transfers("G,H,,600,,0\nG,H,,,0,0"),
            expecting: [
                "fare_transfer_rule_duration_limit_without_type": 1,
                "fare_transfer_rule_duration_limit_type_without_duration_limit": 1,
            ]),
        RuleCase(
            "counts of transfers", transfers("G,G,0,,,0\nG,G,-2,,,0\nG,G,,,,0\nG,H,1,,,0\n,,1,,,0"),
            expecting: [
                "fare_transfer_rule_invalid_transfer_count": 1,
                "fare_transfer_rule_without_transfer_count": 1,
                "fare_transfer_rule_with_forbidden_transfer_count": 2,
            ]),
        RuleCase(
            "times of timeframes",
            timeframes("T,08:00:00,,WD\nU,,10:00:00,WD\nV,23:00:00,24:00:01,WD"),
            expecting: [
                "timeframe_only_start_or_end_time_specified": 2,
                "timeframe_start_or_end_time_greater_than_twenty_four_hours": 1,
            ]),
        RuleCase(
            "timeframes that overlap",
            timeframes(
                "T,09:00:00,12:00:00,WD\nT,08:00:00,09:00:01,WD\nT,12:00:00,13:00:00,WD\n"
                    + "U,09:00:00,12:00:00,WD\nU,09:00:00,12:00:00,SA"),
            expecting: ["timeframe_overlap": 1]),
        RuleCase(
            "a timeframe within a whole day", timeframes("T,,,WD\nT,08:00:00,09:00:00,WD"),
            expecting: ["timeframe_overlap": 1]),
        RuleCase(
            "a timeframe within a whole day, canonical",
            timeframes("T,,,WD\nT,08:00:00,09:00:00,WD"), expecting: [:], isCanonical: true),
    ]

    @Test("Fares", arguments: cases) func fares(_ rule: RuleCase) throws {
        try rule.check(among: Self.cases)
    }
}
