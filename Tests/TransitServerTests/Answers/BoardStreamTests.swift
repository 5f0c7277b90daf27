import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@testable import TransitAnswers
@testable import TransitServer

@Suite("A board as it changes")
struct BoardStreamTests {
    private static func state(_ address: String, in feed: AnsweredFeed) async throws
        -> StreamedBoard
    {
        try await Answerer(try AnsweredFeed.question(address), in: feed.context).streamedBoard()
    }

    private static func board(_ state: StreamedBoard) throws -> Board {
        try Envelope<Board>.decoded(from: Data(state.answer.jsonBytes)).data
    }

    /// Goes through the minutes of a morning, and of a night with few departures.
    @Test(
        "changes exactly in the minutes that it names",
        arguments: ["2026-11-20T07:30:00+11:00", "2026-11-21T01:00:00+11:00"])
    func minutes(start: String) async throws {
        var feed = try await AnsweredFeed.sample.value
        feed.now = try Date(start, strategy: .iso8601)
        let stream = "stops/QUAY/departures/stream?n=6"
        var state = try await Self.state(stream, in: feed)
        var count = 0
        for _ in 0..<120 {
            feed.now += 60
            let now = try await Self.state(stream, in: feed)
            let isAnother = now.answer.jsonBytes != state.answer.jsonBytes
            let changes = try #require(state.changes)
            #expect(isAnother == (changes <= feed.now), "\(feed.now)")
            if isAnother { count += 1 }
            state = now
        }
        #expect(count > 3)
        #expect(try Self.board(state).events.count == 6)
    }

    @Test("a departure comes within reach of a board that is not full")
    func reach() async throws {
        var feed = try AnsweredFeed(
            files: SmallFeed.files(first: "20260301", last: "20260301"))
        // The only departure is at 07:00 in Greenwich.
        let departure = try Date("2026-03-01T07:00:00Z", strategy: .iso8601)
        let stream = "stops/a/departures/stream?n=3"
        feed.now = departure.addingTimeInterval(-30 * 86_400)
        let before = try await Self.state(stream, in: feed)
        #expect(try Self.board(before).events.isEmpty)
        // A week before, the last instant of the week excluded.
        #expect(before.changes == departure.addingTimeInterval(-7 * 86_400 + 60))
        feed.now = try #require(before.changes).addingTimeInterval(-60)
        let minuteBefore = try await Self.state(stream, in: feed)
        #expect(try Self.board(minuteBefore).events.isEmpty)
        feed.now += 60
        let there = try await Self.state(stream, in: feed)
        #expect(try Self.board(there).events.count == 1)
        #expect(there.changes == departure.addingTimeInterval(60))
        feed.now = departure.addingTimeInterval(60)
        let after = try await Self.state(stream, in: feed)
        #expect(try Self.board(after).events.isEmpty)
        #expect(after.changes == nil)
    }

    @Test("an empty board names the day on the clock at its stop, as any board does")
    func day() async throws {
        var feed = try AnsweredFeed(
            files: SmallFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,stop_timezone
                    a,A,1,1,Pacific/Auckland
                    b,B,1,1,

                    """,
                first: "20260301", last: "20260301"))
        feed.now = try Date("2026-02-10T12:30:00Z", strategy: .iso8601)
        let state = try await Self.state("stops/a/departures/stream", in: feed)
        let note = try #require(state.answer.meta.notes.first)
        #expect(note.message.hasSuffix("none on 20260211."))
        let question = try AnsweredFeed.question("stops/a/departures")
        let board = try await Answerer(question, in: feed.context).board()
        #expect(state.answer.meta.notes == board.meta.notes)
    }

    @Test("a stop that the feed lacks has no board")
    func missing() async throws {
        let feed = try await AnsweredFeed.sample.value
        let stream = "stops/NONE/departures/stream"
        await #expect(throws: APIFailure.self) { try await Self.state(stream, in: feed) }
    }
}
