import Foundation
import Publishing
import TestSupport
import Testing

@Suite("The guard of live data", .blocking)
struct RealtimeGuardTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
        place.settings = ["guards: { max_drop_percent: 100, realtime: { check: now.pb } }"]
    }

    /// Writes a message of canceled trips beside the definition.
    private func send(_ trips: [String]) throws {
        let bytes = WireMessage { message in
            message.message(1) { $0.text(1, "2.0") }
            for trip in trips {
                message.message(2) { entity in
                    entity.text(1, trip)
                    entity.message(3) { update in
                        update.message(1) { descriptor in
                            descriptor.text(1, trip)
                            descriptor.number(4, 3)
                        }
                    }
                }
            }
        }.bytes
        try place.folder.write("now.pb", bytes)
    }

    private func warnings(of feed: NightlyFeed) throws -> [String] {
        try place.serve(feed)
        var warnings: [String] = []
        _ = try FeedUpdate(place.definition(), place.options()) { step in
            if case .warning(let words) = step { warnings.append(words) }
        }.run()
        return warnings
    }

    @Test("A feed without the trips of live data is refused")
    func refused() throws {
        try send((0..<10).map { "T\($0)" })
        try place.serve(NightlyFeed())
        try place.update()
        try place.serve(NightlyFeed(trips: 9))
        #expect(try place.refusals() == [])
        try place.serve(NightlyFeed(trips: 5))
        do {
            try place.update()
            Issue.record("it was published")
        } catch PublishingError.refused(_, let findings, _, _) {
            #expect(findings.map(\.name) == [.realtime])
            #expect(
                findings.first?.reason.hasPrefix("50 % of 10 trip updates from ") == true)
            #expect(
                findings.first?.reason.hasSuffix(
                    "fit the bundle, at least 80 % should; 90 % fit the published one") == true)
        }
        #expect(try place.refusals { $0.overridden = [.realtime] } == [])
    }

    @Test("Live data that fits the published feed no better is no reason to keep that")
    func neither() throws {
        try send((0..<10).map { "X\($0)" })
        place.settings = ["guards: { max_drop_percent: 100 }"]
        try place.serve(NightlyFeed())
        try place.update()
        place.settings = ["guards: { max_drop_percent: 100, realtime: { check: now.pb } }"]
        try place.serve(NightlyFeed(trips: 39))
        #expect(try place.refusals() == [])
    }

    @Test("The first feed of all must fit, too") func first() throws {
        try send((0..<10).map { "X\($0)" })
        try place.serve(NightlyFeed())
        #expect(try place.refusals() == [.realtime])
        place.settings = [
            "guards: { realtime: { check: now.pb, min_match_percent: 0 } }"
        ]
        #expect(try place.refusals() == [])
    }

    @Test("A message that cannot be had is a warning") func silent() throws {
        #expect(
            try warnings(of: NightlyFeed()).contains {
                $0.hasPrefix("the guard realtime was skipped: ")
                    && $0.contains("no such file")
            })
        try place.folder.write("now.pb", Array("<html>".utf8))
        #expect(
            try warnings(of: NightlyFeed(trips: 39)).contains {
                $0.hasSuffix("is not a complete message")
            })
        try send(["T0", "T1"])
        #expect(
            try warnings(of: NightlyFeed(trips: 38)).contains {
                $0.hasSuffix("has fewer than 5 trip updates")
            })
        place.settings = ["guards: { realtime: { check: \"http://127.0.0.1:1/${KEY}\" } }"]
        #expect(throws: DefinitionError.self) { try warnings(of: NightlyFeed(trips: 37)) }
    }

    @Test(
        "A pipe, a device or a folder in place of the message is a warning at once",
        arguments: ["pipe", "/dev/zero", "."])
    func notAFile(name: String) throws {
        #expect(mkfifo(place.folder.path + "/pipe", 0o600) == 0)
        place.settings = ["guards: { max_drop_percent: 100, realtime: { check: \(name) } }"]
        #expect(
            try warnings(of: NightlyFeed()).contains {
                $0.hasPrefix("the guard realtime was skipped: ") && $0.contains(": is ")
            })
    }

    @Test("A variable with a line break sends no second header")
    func headerInAHeader() throws {
        let server = try TestServer { _, _ in ServedReply(body: []) }
        let url = server.url("/now.pb")
        place.settings = [
            "guards: { realtime: { check: \"\(url)\", headers: { X: \"${KEY}\" } } }"
        ]
        try place.serve(NightlyFeed())
        let refusal = #expect(throws: DefinitionError.self) {
            try place.update { $0.environment = ["KEY": "one\r\nX-Other: two"] }
        }
        #expect(
            refusal?.description.hasSuffix("the value for the header X holds a line break") == true)
        #expect(server.requests.isEmpty)
    }
}
