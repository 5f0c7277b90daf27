import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel
import TransitViewModels

@testable import TransitClient

@Suite("Answers that belong together are of one version")
struct ConversationTests {
    private let old: BuiltBundle
    private let new: BuiltBundle

    init() throws {
        old = try BuiltBundle(Self.feed("Old"))
        new = try BuiltBundle(Self.feed("New"))
    }

    private static func feed(_ name: String) -> TestFeed {
        var feed = TestFeed.base
        feed["stops.txt"] = feed["stops.txt"]?
            .replacingOccurrences(of: "Harbour", with: "\(name) harbour")
            .replacingOccurrences(of: "Market", with: "\(name) market")
        if name == "New" {
            feed["stops.txt"] = feed["stops.txt"]?
                .replacingOccurrences(of: "D,Airport,48.0,2.4\n", with: "")
        }
        return feed
    }

    private static func names(_ source: any TransitSource) async throws -> [String] {
        [try await source.stop(id: "A").stopName, try await source.stop(id: "B").stopName]
    }

    @Test(
        "a version that is published in the middle begins the questions again",
        arguments: [2, 3, 4])
    func swap(at number: Int) async throws {
        let new = new.bundle
        let asker = AnswererAsker(old.bundle, version: "old") { asked, asker in
            if asked == number { asker.swap(to: new, version: "new") }
        }
        let answer = try await asker.source.answering { try await Self.names($0) }
        // Before the third question all were answered.
        let name = number == 2 ? "New" : "Old"
        #expect(answer.value == ["\(name) harbour", "\(name) market"])
        #expect(answer.origin == .live)
    }

    @Test("one who overlooks errors gets no mixture either")
    func overlooked() async throws {
        let new = new.bundle
        let asker = AnswererAsker(old.bundle, version: "old") { asked, asker in
            if asked == 2 { asker.swap(to: new, version: "new") }
        }
        let answer = try await asker.source.answering { source in
            let first = try await source.stop(id: "A").stopName
            let second = try? await source.stop(id: "B").stopName
            return [first, second]
        }
        #expect(answer.value == ["New harbour", "New market"])
    }

    @Test("what another version lacks is not missing in this one")
    func missing() async throws {
        let new = new.bundle
        let asker = AnswererAsker(old.bundle, version: "old") { asked, asker in
            if asked == 2 { asker.swap(to: new, version: "new") }
        }
        let answer = try await asker.source.answering { source in
            let first = try await source.stop(id: "A").stopName
            do {
                return [first, try await source.stop(id: "D").stopName]
            } catch TransitSourceError.notFound {
                return [first, "gone"]
            }
        }
        #expect(answer.value == ["New harbour", "gone"])
    }

    @Test("questions of several answers are of one version too")
    func pages() async throws {
        let new = new.bundle
        let asker = AnswererAsker(old.bundle, version: "old") { asked, asker in
            if asked == 2 { asker.swap(to: new, version: "new") }
        }
        let stops = try await asker.source.stops(sids: Array(1...150))
        #expect(stops.map(\.stopName) == ["New harbour", "New market", "Museum"])
    }

    @Test("a server that changes all the time is an error that says so")
    func restless() async throws {
        let asker = AnswererAsker(old.bundle, version: "0") { [old] asked, asker in
            asker.swap(to: old.bundle, version: "\(asked)")
        }
        do {
            _ = try await asker.source.answering { try await Self.names($0) }
            Issue.record("an answer")
        } catch APIError.server(let code, let message) {
            #expect(code == "version_changed")
            #expect(message.contains("another version"))
        }
        #expect(asker.asked.count == 6)
    }

    @Test("the oldest answer says where all come from")
    func origins() async throws {
        let asker = AnswererAsker(old.bundle, version: "old") { asked, asker in
            asker.say(
                asked == 1 ? .cached(ageSeconds: 70) : asked == 2 ? .cached(ageSeconds: 9) : .live)
        }
        let answer = try await asker.source.answering { try await Self.names($0) }
        #expect(answer.origin == .cached(ageSeconds: 70))
        let live = try await asker.source.answering { try await Self.names($0) }
        #expect(live.origin == .live)
        // Questions within questions are of the same version.
        let nested = try await asker.source.answering { source in
            try await source.answering { try await Self.names($0) }.value
                + (try await source.speaking("fr").answering { try await Self.names($0) }.value)
        }
        #expect(nested.value.count == 4)
    }

    @Test("questions end when their callers stop waiting")
    func cancellation() async throws {
        let asker = AnswererAsker(old.bundle)
        let source = asker.source
        let stop = try await source.stop(id: "A")
        let count = asker.asked.count
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await source.departures(
                from: [stop], at: .distantPast, for: .infinity, matching: .all)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let nothing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await source.stops(matching: "", limit: 0)
        }
        await #expect(throws: CancellationError.self) { try await nothing.value }
        #expect(asker.asked.count == count)
    }
}
