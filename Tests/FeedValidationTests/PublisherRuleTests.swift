import TestSupport
import Testing

@Suite("Rules about the publisher") struct PublisherRuleTests {
    private static func agencies(_ rows: String) -> TestFeed {
        TestFeed(
            "# agency.txt\nagency_id,agency_name,agency_url,agency_timezone,agency_lang\n" + rows)
    }

    private static func info(_ lang: String, _ contact: String = "a@example.org,") -> TestFeed {
        TestFeed(
            "# feed_info.txt\nfeed_publisher_name,feed_publisher_url,feed_lang,"
                + "feed_start_date,feed_end_date,feed_version,feed_contact_email,"
                + "feed_contact_url\nCrosstown,https://example.org,\(lang),20260101,"
                + "20261231,1,\(contact)")
    }

    private static let first = "X,Crosstown,https://example.org,Europe/Paris,fr"
    private static let second = "Y,Uptown,https://example.net,"

    static let cases: [RuleCase] = [
        RuleCase(
            "all is well",
            agencies(first + "\n" + second + "Europe/Paris,FR").with(info("fr")), expecting: [:]),
        RuleCase(
            "one agency without an id", agencies(",Crosstown,https://example.org,Europe/Paris,"),
            expecting: ["missing_recommended_field": 1]),
        RuleCase(
            "one of two without an id",
            agencies(first + "\n,Uptown,https://example.net,Europe/Paris,"),
            expecting: ["missing_required_agency_id": 1]),
        RuleCase(
            "two time zones", agencies(first + "\n" + second + "Europe/Berlin,fr"),
            expecting: ["inconsistent_agency_timezone": 1]),
        RuleCase(
            "two languages",
            agencies(first + "\n" + second + "Europe/Paris,de\nZ,Z,https://z.org,Europe/Paris,"),
            expecting: ["inconsistent_agency_lang": 1]),
        RuleCase(
            "not the language of the feed",
            agencies(first + "\n" + second + "Europe/Paris,fr").with(info("fr-CA")),
            expecting: ["feed_info_lang_and_agency_lang_mismatch": 2]),
        RuleCase("a feed in several languages", agencies(first).with(info("mul")), expecting: [:]),
        RuleCase(
            "nobody to write to", agencies(first).with(info("fr", ",")),
            expecting: ["missing_feed_contact_email_and_url": 1]),
        RuleCase(
            "a page to write to", agencies(first).with(info("fr", ",https://example.org")),
            expecting: [:]),
        RuleCase(
            "attributions without a role",
            """
            # attributions.txt
            attribution_id,organization_name,is_producer,is_operator
            1,One,1,0
            2,Two,0,
            3,Three,,
            4,Four,2,1
            """, expecting: ["attribution_without_role": 2]),
        RuleCase(
            "attributions in a file that has no roles",
            """
            # attributions.txt
            attribution_id,organization_name
            1,One
            """, expecting: ["attribution_without_role": 1]),
        RuleCase(
            "the same, as the canonical validator has it",
            """
            # attributions.txt
            attribution_id,organization_name
            1,One
            """, expecting: [:], isCanonical: true),
    ]

    @Test("Publisher", arguments: cases) func publisher(_ rule: RuleCase) throws {
        try rule.check(among: Self.cases)
    }

    @Test(
        "Language tags are compared as BCP 47 spells them",
        arguments: [
            ("EN-gb", "en-GB", true), ("iw", "he", true), ("zh-yue", "yue", true),
            ("zh-hant-tw", "zh-Hant-TW", true), ("en", "en-GB", false), ("fr", "de", false),
        ])
    func languages(feed: String, agency: String, isSame: Bool) throws {
        let row = "X,Crosstown,https://example.org,Europe/Paris,\(agency)"
        let findings = try Findings(
            TestFeed.base.with(Self.agencies(row)).with(Self.info(feed)))
        let count = findings.count("feed_info_lang_and_agency_lang_mismatch")
        #expect(count == (isSame ? 0 : 1))
    }
}
