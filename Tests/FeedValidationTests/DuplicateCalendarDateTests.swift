import FeedReading
import FeedValidation
import TestSupport
import Testing

@Suite("Days that a service has twice") struct DuplicateCalendarDateTests {
    /// Rows of services whose days ascend, rows of some whose days do not, and blanks among both.
    @Test("Each is found, in whatever order", arguments: UInt64(1)...40)
    func eachIsFound(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var rows: [(service: String, date: String)] = []
        for service in ["A", "B", "", "C"] {
            var days = (0..<8).map { _ in Int.random(in: 1...28, using: &generator) }
            // In order with and without repeats, and in disorder.
            switch Int.random(in: 0...2, using: &generator) {
            case 0: days = Set(days).sorted()
            case 1: days.sort()
            default: break
            }
            rows += days.map { day in
                (service, day == 28 ? "" : "202603\(day < 10 ? "0" : "")\(day)")
            }
        }
        if seed.isMultiple(of: 3) { rows.shuffle(using: &generator) }
        var feed = TestFeed.base
        feed["calendar_dates.txt"] =
            "service_id,date,exception_type\n"
            + rows.map { "\($0.service),\($0.date),1\n" }.joined()
        var seen = Set<String>()
        // A row with a blank key has a notice already.
        let repeated = rows.count {
            !$0.service.isEmpty && !$0.date.isEmpty
                && !seen.insert($0.service + "," + $0.date).inserted
        }
        let report = try Findings(feed).report
        let notices = report.groups.first { $0.code == "duplicate_key" }?.samples ?? []
        #expect(notices.count == repeated)
    }
}
