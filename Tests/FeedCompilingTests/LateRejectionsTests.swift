import FeedCompiling
import FeedReading
import TestSupport
import Testing

@Suite("Rows that are found too late") struct LateRejectionsTests {
    /// The notes about rows of a file of one column, given by their numbers.
    private static func rejections(of numbers: [Int32], rows: Int) throws -> [Rejection] {
        let folder = try TestFolder()
        var feed = TestFeed.base
        feed["stop_times.txt"] = "number\n" + (2..<rows + 2).map { "\($0)\n" }.joined()
        let archive = try FeedArchive.open(feed.write(to: folder))
        let late = LateRejections(
            file: "stop_times.txt", field: "number", directory: folder.temporaryDirectory)
        for number in numbers { try late.add(number) }
        let findings = Findings()
        var rejections: [Rejection] = []
        findings.onReject = { rejections.append($0) }
        let member = try #require(archive.member(named: "stop_times.txt"))
        let pump = FeedPump(archive, plan: [member], isHashed: false)
        defer { pump.stop() }
        try late.note(CSVReader(pump.nextFile()), source: "a feed", in: findings)
        #expect(findings.notices.count(.duplicateKey) == numbers.count)
        return rejections
    }

    @Test("Each is noted with its text, in the order of the file, however many there are")
    func order() throws {
        // More than are sorted in memory.
        let count = 600_000
        let numbers = (0..<count).map { Int32(2 + $0 * 7 % count) }
        let rejections = try Self.rejections(of: numbers, rows: count)
        #expect(rejections.map(\.row) == Array(2..<count + 2))
        #expect(rejections.allSatisfy { $0.value == "\($0.row)" && $0.field == nil })
    }

    @Test("A file that has changed meanwhile is an error, not another row")
    func changes() throws {
        #expect(throws: FeedError.self) { try Self.rejections(of: [3, 9], rows: 5) }
    }
}
