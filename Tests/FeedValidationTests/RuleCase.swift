import TestSupport
import Testing

struct RuleCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let feed: TestFeed
    let expected: [String: Int]
    let isCanonical: Bool

    init(
        _ description: String, _ feed: TestFeed, expecting expected: [String: Int],
        isCanonical: Bool = false
    ) {
        testDescription = description
        self.feed = feed
        self.expected = expected
        self.isCanonical = isCanonical
    }

    /// Checks the counts: of the codes that the case expects, and that all other codes of the
    /// suite's cases are not there.
    func check(among cases: [RuleCase], base: TestFeed = .base) throws {
        let findings = try Findings(base.with(feed), isCanonical: isCanonical)
        for code in Set(cases.flatMap { $0.expected.keys }).sorted() {
            #expect(findings.count(code) == expected[code] ?? 0, "\(code)")
        }
    }
}
