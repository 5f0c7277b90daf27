import FeedValidation
import TestSupport
import Testing

@Suite("Rules about places") struct PlacesRuleTests {
    private static let base = TestFeed.base.with(
        """
        # levels.txt
        level_id,level_index
        L0,0
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,level_id,platform_code
        A,Harbour,48.0,2.0,,,,
        B,Market,48.0,2.1,0,,,
        C,Museum,48.0,2.2,0,S,L0,1
        D,Airport,48.0,2.4,0,S,L0,2
        S,Central,48.0,2.3,1,,,
        E1,North door,48.0,2.3,2,S,L0,
        E2,South door,48.0,2.3,2,S,,
        N,,,,3,S,,
        P1,,,,4,D,,
        P2,,,,4,D,,
        # pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W1,E1,N,1,1
        W2,N,C,1,1
        W3,E2,P1,1,1
        W4,P1,P2,1,1
        W5,E1,C,5,1
        W6,C,E1,7,0
        """)

    private static let header = """
        # stops.txt
        stop_id,stop_name,stop_desc,stop_lat,stop_lon,location_type,parent_station,\
        platform_code,stop_access
        A,Harbour,,48.0,2.0,,,,
        B,Market,,48.0,2.1,,,,
        C,Museum,,48.0,2.2,,,,
        D,Airport,,48.0,2.4,,,,

        """

    private static func stops(_ rows: String) -> TestFeed { TestFeed(header + rows) }

    private static func pathways(_ rows: String) -> TestFeed {
        TestFeed(
            "# pathways.txt\n"
                + "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\n" + rows)
    }

    static let stopCases: [RuleCase] = [
        RuleCase("all is well", stops("X,Stop,At the corner,48,2,0,,,"), expecting: [:]),
        RuleCase(
            "no names", stops("X,,,48,2,0,,,\nS,,,48,2,1,,,\nE,,,48,2,2,S,,\nN,,,48,2,3,S,,"),
            expecting: ["missing_stop_name": 3, "unused_station": 1]),
        RuleCase("a kind that does not exist", stops("X,,,,,9,,,"), expecting: [:]),
        RuleCase(
            "the description repeats the name", stops("X,Rue É,RUE é,48,2,0,,,"),
            expecting: ["same_name_and_description_for_stop": 1]),
        RuleCase(
            "half a place", stops("X,Stop,,48,,0,,,\nS,Station,,,2,1,,,\nN,Node,,,,3,S,,"),
            expecting: ["stop_without_location": 2, "unused_station": 1]),
        RuleCase(
            "access to what is no platform",
            stops("X,Stop,,48,2,0,,,0\nS,Station,,48,2,1,,,1\nP,Platform,,48,2,,S,,1"),
            expecting: [
                "stop_access_specified_for_stop_with_no_parent_station": 1,
                "stop_access_specified_for_incorrect_location": 1,
            ]),
        RuleCase(
            "parents that miss or should not be",
            stops("X,Stop,,48,2,0,,7,\nS,A,,48,2,1,,,\nT,B,,48,2,1,S,,\nE,Door,,48,2,2,,,"),
            expecting: [
                "platform_without_parent_station": 1, "station_with_parent_station": 1,
                "location_without_parent_station": 1, "unused_station": 2,
            ]),
        RuleCase(
            "parents of the wrong kind",
            stops("X,Stop,,48,2,0,A,,\nS,Station,,48,2,1,,,\nP,,,48,2,4,S,,\nQ,,,48,2,4,A,,"),
            expecting: ["wrong_parent_location_type": 2, "unused_station": 1]),
    ]

    @Test("Stops", arguments: stopCases) func stops(_ rule: RuleCase) throws {
        try rule.check(among: Self.stopCases)
    }

    static let pathwayCases: [RuleCase] = [
        RuleCase("all is well", "", expecting: ["missing_level_id": 0]),
        RuleCase(
            "an elevator to a place without a level",
            pathways("W,E1,N,5,1\nV,N,C,5,1\nU,P1,P2,1,1"),
            expecting: ["missing_level_id": 1, "pathway_unreachable_location": 2]),
        RuleCase(
            "an exit gate to enter by", pathways("W,E1,C,7,1\nV,E1,N,7,0\nU,N,C,7,0\nT,C,E2,1,1"),
            expecting: ["bidirectional_exit_gate": 1, "pathway_unreachable_location": 2]),
        RuleCase(
            "a loop",
            pathways("W,C,C,1,1\nV,E1,C,1,1\nU,E1,N,1,1\nT,E2,N,1,1\nR,E2,P1,1,1\nS,P1,P2,1,1"),
            expecting: ["pathway_loop": 1]),
        RuleCase(
            "a dead end", pathways("W,E1,N,1,1\nV,N,E1,2,1\nU,E1,C,1,1\nR,E2,P1,1,1\nS,P1,P2,1,1"),
            expecting: ["pathway_dangling_generic_node": 1]),
        RuleCase(
            "to a station, and to a platform in parts",
            pathways("W,E1,S,1,1\nV,D,E1,1,1\nU,E1,C,1,1\nT,E1,N,1,1\nQ,N,P1,1,1\nR,E2,P2,1,1"),
            expecting: [
                "pathway_to_wrong_location_type": 1, "pathway_to_platform_with_boarding_areas": 1,
            ]),
        RuleCase(
            "one way only", pathways("W,E1,N,1,0\nV,N,C,1,0\nU,C,P1,1,0\nT,P1,P2,1,1"),
            expecting: ["pathway_unreachable_location": 4]),
    ]

    @Test("Pathways", arguments: pathwayCases) func pathways(_ rule: RuleCase) throws {
        try rule.check(among: Self.pathwayCases, base: Self.base)
    }

    @Test("A pathway to a stop that is reached from the street") func access() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_access
            A,Harbour,48.0,2.0,0,S,1
            B,Market,48.0,2.1,0,S,0
            C,Museum,48.0,2.2,0,S,
            D,Airport,48.0,2.4,0,S,
            S,Central,48.0,2.3,1,,
            # pathways.txt
            pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
            W1,A,B,1,1
            W2,B,C,1,1
            W3,C,A,1,1
            W4,A,A,1,1
            """)
        let findings = try Findings(feed)
        #expect(findings.count("pathway_to_stop_with_access_outside_of_station_pathways") == 3)
    }

    /// A station with pathways to its node, and two platforms without; the second has boarding areas.
    private static func street(_ first: String, _ second: String, node: String = "") -> TestFeed {
        .base.with(
            TestFeed(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_access
                A,Harbour,48.0,2.0,0,S,\(first)
                B,Market,48.0,2.1,0,S,\(second)
                B1,,,,4,B,
                B2,,,,4,B,
                C,Museum,48.0,2.2,0,,
                D,Airport,48.0,2.4,0,,
                E,Door,48.0,2.3,2,S,
                N,,,,3,S,\(node)
                S,Central,48.0,2.3,1,,
                # pathways.txt
                pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
                W,E,S,1,1
                """))
    }

    @Test("Platforms that are reached from the street need no pathways")
    func streetAccess() throws {
        let code = "pathway_unreachable_location"
        for (feed, count) in [
            (Self.street("", ""), 4), (Self.street("0", "0"), 4), (Self.street("1", "0"), 3),
            (Self.street("0", "1"), 2), (Self.street("1", "1"), 1),
            (Self.street("1", "1", node: "1"), 1),
        ] {
            #expect(try Findings(feed).count(code) == count)
            #expect(try Findings(feed, isCanonical: true).count(code) == 4)
        }
    }

    @Test("A bad stop_access may mean the street", arguments: ["9", "street"])
    func badStreetAccess(text: String) throws {
        let code = "pathway_unreachable_location"
        #expect(try Findings(Self.street(text, "0")).count(code) == 3)
        #expect(try Findings(Self.street("0", text)).count(code) == 2)
        #expect(try Findings(Self.street(text, text)).count(code) == 1)
    }

    /// The pathways of the station S, and one of another station whose platform has none.
    private static func twoStations(_ pathways: String) -> TestFeed {
        base.with(
            TestFeed(
                """
                # stops.txt
                \(base["stops.txt"] ?? "")T,West,48.0,2.5,1,,,
                TA,West 1,48.0,2.5,0,T,,1
                TB,West 2,48.0,2.5,0,T,,2
                TE,West door,48.0,2.5,2,T,,
                # pathways.txt
                pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
                \(pathways)
                Z1,TE,TA,1,1
                """))
    }

    @Test(
        "A pathway with an unknown end or a repeated id makes no place unreachable",
        arguments: [
            "W1,E1,N,1,1\nW2,N,GONE,1,1\nW3,E2,P1,1,1\nW4,P1,P2,1,1",
            "W1,E1,N,1,1\nW2,GONE,C,1,1\nW3,E2,P1,1,1\nW4,P1,P2,1,1",
            "W1,E1,N,1,1\nW2,GONE,LOST,1,1\nW3,E2,P1,1,1\nW4,P1,P2,1,1",
            "W2,,,1,1\nW1,E1,N,1,1\nW3,E2,P1,1,1\nW4,P1,P2,1,1",
            "W1,E1,N,1,1\nW1,N,C,1,1\nW3,E2,P1,1,1\nW4,P1,P2,1,1",
        ])
    func unclearPathways(pathways: String) throws {
        let findings = try Findings(Self.twoStations(pathways))
        // Of the other station all is known.
        #expect(findings.count("pathway_unreachable_location") == 1)
        #expect(findings.sample("pathway_unreachable_location")?["stopId"] == .text("TB"))
        #expect(findings.count("pathway_dangling_generic_node") == 0)
    }

    @Test("Values of a notice are those of the canonical validator") func values() throws {
        let findings = try Findings(TestFeed.base.with(Self.stops("X,,,48,2,2,,,")))
        let sample = try #require(findings.sample("missing_stop_name"))
        #expect(sample.fields.map(\.name) == ["csvRowNumber", "locationType", "stopId"])
        #expect(sample["csvRowNumber"] == .integer(6))
        #expect(sample["locationType"] == .text("ENTRANCE"))
        #expect(sample["stopId"] == .text("X"))
    }
}
