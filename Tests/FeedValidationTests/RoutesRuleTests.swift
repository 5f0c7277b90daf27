import TestSupport
import Testing

@Suite("Rules about routes") struct RoutesRuleTests {
    private static func routes(_ rows: String) -> TestFeed {
        TestFeed(
            "# routes.txt\nroute_id,agency_id,route_short_name,route_long_name,route_desc,"
                + "route_type,route_url,route_color,route_text_color\n" + rows)
    }

    private static let twoAgencies = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Europe/Paris
        Y,Uptown,https://example.net,Europe/Paris

        """

    static let cases: [RuleCase] = [
        RuleCase(
            "all is well", routes("R,X,1,North - South,Every day,3,https://a.org,000000,FFFFFF"),
            expecting: [:]),
        RuleCase(
            "no names", routes("R,X,,,,3,,,"),
            expecting: ["route_both_short_and_long_name_missing": 1]),
        RuleCase(
            "12 and 13 characters", routes("R,X,123456789012,,,3,,,\nQ,X,1234567890123,,,3,,,"),
            expecting: ["route_short_name_too_long": 1]),
        RuleCase(
            "the long name begins with the short one",
            routes(
                "R,X,M1,m1 Harbour,,3,,,\nQ,X,M2,M2-Market,,3,,,\nP,X,M3,M3,,3,,,\n"
                    + "O,X,M4,M4x,,3,,,\nN,X,M5,(M5) Museum,,3,,,\nM,X,M6,M6(Airport),,3,,,"),
            expecting: ["route_long_name_contains_short_name": 4]),
        RuleCase(
            "the description repeats a name",
            routes("R,X,1,North,north,3,,,\nQ,X,2,South,2,3,,,\nP,X,3,3rd,South,3,,,"),
            expecting: ["same_name_and_description_for_route": 2]),
        RuleCase(
            "71 and 72 steps of brightness",
            routes("R,X,1,,,3,,000000,474747\nQ,X,2,,,3,,484848,000000\nP,X,3,,,3,,000000,"),
            expecting: ["route_color_contrast": 1]),
        RuleCase("no agency", routes("R,,1,,,3,,,"), expecting: ["missing_recommended_field": 1]),
        RuleCase(
            "no agency of two", TestFeed(twoAgencies).with(routes("R,,1,,,3,,,\nQ,X,2,,,3,,,")),
            expecting: ["missing_required_agency_id": 1]),
        RuleCase(
            "same names",
            routes("R,X,1,North,,3,,,\nQ,X,1,North,,3,,,\nP,X,1,North,,2,,,\nO,X,1,,,3,,,"),
            expecting: ["duplicate_route_name": 1]),
        RuleCase(
            "names that Unicode takes for equal",
            routes("R,X,1,Caf\u{E9},,3,,,\nQ,X,1,Cafe\u{301},,3,,,"), expecting: [:]),
        RuleCase(
            "the page of the agency",
            routes("R,X,1,,,3,HTTPS://example.org,,").with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,stop_url
                A,Harbour,48.0,2.0,https://EXAMPLE.org
                B,Market,48.0,2.1,https://example.org/b
                C,Museum,48.0,2.2,
                D,Airport,48.0,2.4,
                """),
            expecting: [
                "same_route_and_agency_url": 1, "same_stop_and_agency_url": 1,
                "same_stop_and_route_url": 1,
            ]),
        RuleCase(
            "networks in two places",
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type,network_id
            R,X,1,3,
            # networks.txt
            network_id,network_name
            N,City
            # route_networks.txt
            network_id,route_id
            N,R
            """, expecting: ["route_networks_specified_in_more_than_one_file": 2]),
    ]

    @Test("Routes", arguments: cases) func routes(_ rule: RuleCase) throws {
        try rule.check(among: Self.cases)
    }
}
