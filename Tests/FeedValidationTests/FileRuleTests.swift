import FeedValidation
import TestSupport
import Testing

@Suite("Rules about files") struct FileRuleTests {
    private static let info: TestFeed = """
        # feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang
        Crosstown,https://example.org,fr
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        S,48,2,1
        """

    private static let codes = [
        "missing_required_file", "missing_recommended_file", "unknown_file", "empty_file",
        "missing_calendar_and_calendar_date_files",
    ]

    static let cases: [(feed: TestFeed, expected: [String: Int])] = [
        (TestFeed.base.with(info), [:]),
        (TestFeed.base, ["missing_recommended_file": 2]),
        (
            TestFeed.base.with("# translations.txt\ntable_name,field_name,language,translation"),
            ["missing_recommended_file": 1, "missing_required_file": 1]
        ),
        (TestFeed.base.with(info).without("agency.txt"), ["missing_required_file": 1]),
        (TestFeed.base.with(info).without("stops.txt"), ["missing_required_file": 1]),
        (
            TestFeed.base.with(info).without("calendar.txt"),
            ["missing_calendar_and_calendar_date_files": 1]
        ),
        (TestFeed.base.with(info).with("# notes.txt\n"), ["unknown_file": 1]),
        (TestFeed.base.with(info).with("# levels.txt"), ["empty_file": 1]),
    ]

    @Test(arguments: cases.indices) func counts(_ index: Int) throws {
        let (feed, expected) = Self.cases[index]
        let findings = try Findings(feed)
        for code in Self.codes { #expect(findings.count(code) == expected[code] ?? 0, "\(code)") }
    }
}
