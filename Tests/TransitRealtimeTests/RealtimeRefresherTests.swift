import Foundation
import GTFSRealtime
import SystemLayer
import TestSupport
import Testing
import TransitModel
import TransitRealtime

@Suite("Fetching messages") struct RealtimeRefresherTests {
    /// Answers from a list, the last one again and again, and keeps what was asked.
    private final class Answers: RealtimeFetching {
        private let replies: Locked<[RealtimeReply?]>
        private let requests = Locked<[[String: String]]>([])

        init(_ replies: [RealtimeReply?]) {
            self.replies = Locked(replies)
        }

        var asked: [[String: String]] { requests.withLock { $0 } }

        func fetch(
            _ url: URL, headers: [String: String], atMost limit: Int
        ) async throws -> RealtimeReply {
            requests.withLock { $0.append(headers) }
            let reply = replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            guard let reply else { throw URLError(.timedOut) }
            return reply
        }
    }

    private let messages = RealtimeMessages(clock: { Date(timeIntervalSince1970: 2000) })

    private func message(_ time: Int64) -> [UInt8] {
        WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(3, time)
            }
        }.bytes
    }

    private func refresher(_ answers: Answers, headers: [String: String] = [:]) throws
        -> RealtimeRefresher
    {
        let url = try #require(URL(string: "https://transit.example/updates"))
        return RealtimeRefresher(
            [RealtimeFeed("updates", url, headers: headers)], into: messages, by: answers)
    }

    @Test("A request names the message that is there, and its key")
    func conditions() async throws {
        let answers = Answers([
            RealtimeReply(
                status: 200, headers: ["etag": "\"1\"", "last-modified": "Fri"],
                body: message(1990)),
            RealtimeReply(status: 304),
        ])
        let refresher = try refresher(answers, headers: ["x-key": "k"])
        #expect(await refresher.refresh() == ["updates": .taken])
        #expect(await refresher.refresh() == ["updates": .unchanged])
        #expect(
            answers.asked == [
                ["x-key": "k"],
                ["x-key": "k", "if-none-match": "\"1\"", "if-modified-since": "Fri"],
            ])
        #expect(messages.kept.map(\.at.timeIntervalSince1970) == [1990])
    }

    @Test("Whatever a source sends, its last good message stays")
    func lastGood() async throws {
        let page = RealtimeReply(status: 200, body: Array("<html>Down for maintenance</html>".utf8))
        let answers = Answers([
            RealtimeReply(status: 200, body: message(1990)), page, RealtimeReply(status: 503), nil,
            RealtimeReply(status: 200, body: message(1980)),
            RealtimeReply(status: 200, body: [0x1F, 0x8B, 8]),
            RealtimeReply(status: 200, body: [0x0A, 0]),
        ])
        let refresher = try refresher(answers)
        #expect(await refresher.refresh()["updates"] == .taken)
        guard case .damaged(let damage) = await refresher.refresh()["updates"] else {
            Issue.record("a page is no message")
            return
        }
        #expect(damage.reason.contains("HTML"))
        #expect(await refresher.refresh()["updates"] == .refused(status: 503))
        #expect(await refresher.refresh()["updates"] == .failed(.noAnswer))
        #expect(await refresher.refresh()["updates"] == .older)
        let cut = await refresher.refresh()["updates"]
        #expect(cut?.isSuccess == false)
        guard case .damaged = await refresher.refresh()["updates"] else {
            Issue.record("a header without a version is no message")
            return
        }
        #expect(messages.kept.map(\.at.timeIntervalSince1970) == [1990])
    }

    @Test("A source is starting until it is asked, and missing until it sends a message")
    func states() async throws {
        let answers = Answers([nil, RealtimeReply(status: 200, body: message(1990))])
        let refresher = try refresher(answers)
        #expect(messages.states.sources.map(\.state) == [.starting])
        #expect(await refresher.refresh() == ["updates": .failed(.noAnswer)])
        #expect(messages.states.sources.map(\.state) == [.missing])
        #expect(messages.states.state.freshness == .missing)
        #expect(await refresher.refresh() == ["updates": .taken])
        #expect(messages.states.sources.map(\.state) == [.live])
    }

    @Test("A source that says that nothing has changed before it has sent anything fails")
    func unchangedFromTheStart() async throws {
        let answers = Answers([
            RealtimeReply(status: 304), RealtimeReply(status: 200, body: message(1990)),
            RealtimeReply(status: 304),
        ])
        let refresher = try refresher(answers)
        #expect(await refresher.refresh() == ["updates": .refused(status: 304)])
        #expect(messages.states.sources.map(\.state) == [.missing])
        #expect(await refresher.refresh() == ["updates": .taken])
        #expect(await refresher.refresh() == ["updates": .unchanged])
        #expect(messages.states.sources.map(\.state) == [.live])
    }

    @Test("Whatever a source answers, it is asked again within ten seconds, unless it says later")
    func recovery() async throws {
        for (reply, pauses) in [
            (nil, 8...10), (RealtimeReply(status: 404), 8...10),
            (RealtimeReply(status: 503), 8...10), (RealtimeReply(status: 304), 8...10),
            (RealtimeReply(status: 429), 8...10),
            (RealtimeReply(status: 200, body: Array("<html>".utf8)), 8...10),
            (RealtimeReply(status: 200), 8...10),
            (RealtimeReply(status: 200, body: [0x0A, 0]), 8...10),
            (RealtimeReply(status: 429, headers: ["retry-after": "40"]), 40...40),
            (RealtimeReply(status: 429, headers: ["retry-after": "3"]), 8...10),
            (RealtimeReply(status: 429, headers: ["retry-after": "86400"]), 120...120),
        ] as [(RealtimeReply?, ClosedRange<Int>)] {
            let refresher = try refresher(Answers([reply]))
            for _ in 1...5 { await refresher.refresh() }
            let pause = await refresher.pause(0)
            #expect(.seconds(pauses.lowerBound)...(.seconds(pauses.upperBound)) ~= pause)
        }
    }

    @Test("A source that is down is asked again soon, one that costs too much less and less often")
    func pauses() {
        func seconds(_ interval: Int, _ failures: Int, isDown: Bool) -> Int64 {
            RealtimeRefresher.pause(
                every: .seconds(interval), failures: failures, isDown: isDown
            ).components.seconds
        }
        #expect([0, 1, 2, 9].map { seconds(15, $0, isDown: false) } == [15, 30, 60, 120])
        #expect([1, 9].map { seconds(15, $0, isDown: true) } == [9, 9])
        #expect([5, 600].map { seconds($0, 3, isDown: true) } == [5, 600])
        #expect(seconds(600, 3, isDown: false) == 600)
    }

    @Test("A file is read, packed or not", .blocking)
    func files() async throws {
        let folder = try TestFolder()
        let plain = try folder.write("plain.pb", message(1990))
        let packed = try ProcessRun.run("/bin/sh", ["-c", "gzip -k '\(plain)'"], folder: folder)
        try #require(packed.end == .exited(0))
        let feeds = [plain, plain + ".gz", plain + ".missing", "/dev/zero"].map {
            RealtimeFeed(URL(fileURLWithPath: $0).lastPathComponent, URL(fileURLWithPath: $0))
        }
        let refresher = RealtimeRefresher(feeds, into: messages, by: Answers([nil]))
        #expect(
            await refresher.refresh() == [
                "plain.pb": .taken, "plain.pb.gz": .taken, "plain.pb.missing": .failed(.noFile),
                "zero": .failed(.noFile),
            ])
    }

    @Test("A source is asked again and again until the task ends")
    func running() async throws {
        let answers = Answers([RealtimeReply(status: 200, body: message(1990))])
        let url = try #require(URL(string: "https://transit.example/updates"))
        let refresher = RealtimeRefresher(
            [RealtimeFeed("updates", url, every: .milliseconds(5))], into: messages, by: answers)
        let task = Task { await refresher.run() }
        while answers.asked.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await task.value
        let count = answers.asked.count
        try await Task.sleep(for: .milliseconds(30))
        #expect(answers.asked.count == count)
    }
}
