import TestSupport
import Testing

/// Live boards of public feeds beside those of the oracle, over public and made messages.
@Suite("Live boards of public feeds and the oracle", .sharedFiles, .realtimeBindings)
struct PublicMessagesOracleTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test(
        "Boards agree on the messages of agencies",
        arguments: [
            "bullrunner", "bustang", "kingston-1", "mmri-3b", "mmri-3e", "nmbs-cancel",
            "st-duplicated-1", "wmata-1",
        ])
    func published(name: String) async throws {
        let data = try #require(PackageRoot.shared("realtime/data/" + name))
        let feed = try ComparedFeed(data + "/static.zip", folder: folder)
        let messages = try ComparedFeed.messages(in: data)
        // They are of one source; here they are of one each, too.
        for messages in [messages, [try #require(messages.first)]] {
            try await feed.compare(
                messages, part: ComparedFeed.part(0, of: 60), "\(messages.count)")
        }
    }

    @Test(
        "Boards agree on made messages",
        arguments: [
            ("hart-tampa", "2021-02-10T08:00:00-05:00"),
            ("wmata-rail", "2026-06-10T08:00:00-04:00"),
            ("nyc-subway", "2018-07-18T08:30:00-04:00"),
            ("kodis-cz", "2018-03-14T07:30:00+01:00"),
            ("transjakarta-id", "2024-05-15T08:00:00+07:00"),
        ])
    func made(feed: String, at: String) async throws {
        let path = try #require(PackageRoot.shared("feeds/\(feed).zip"))
        let feed = try ComparedFeed(path, folder: folder)
        for isWild in [false, true] {
            try await feed.compareMade(at: at, isWild: isWild, seeds: 1, parts: 400)
        }
    }
}
