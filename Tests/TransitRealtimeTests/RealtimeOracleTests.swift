import TestSupport
import Testing

@Suite("Live boards and the oracle", .realtimeBindings) struct RealtimeOracleTests {
    private let folder: TestFolder
    private let sample = PackageRoot.path + "/feeds/sample"

    init() throws {
        folder = try TestFolder()
    }

    @Test("Boards of the sample agree on made messages", arguments: [false, true])
    func sample(isWild: Bool) async throws {
        try await ComparedFeed(sample, folder: folder).compareMade(
            at: "2026-11-21T08:00:00+11:00", isWild: isWild, seeds: 20, parts: 7)
    }

    @Test(
        "So they do around midnight, where clocks change and where the calendar ends",
        arguments: [
            "2026-11-29T00:20:00+11:00", "2026-12-31T23:50:00+11:00", "2026-10-04T01:30:00+10:00",
            "2026-10-04T03:00:00+11:00", "2027-04-04T02:30:00+11:00", "2027-04-04T02:30:00+10:00",
            "2027-06-30T23:30:00+10:00",
        ], [false, true])
    func moments(at: String, isWild: Bool) async throws {
        try await ComparedFeed(sample, folder: folder).compareMade(
            at: at, isWild: isWild, seeds: 1, parts: 4)
    }
}
