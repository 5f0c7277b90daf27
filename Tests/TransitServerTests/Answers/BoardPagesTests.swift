import Foundation
import Testing
import TransitAPI
import TransitBundle

@testable import TransitAnswers
@testable import TransitServer

@Suite("Boards page by page")
struct BoardPagesTests {
    private static let stops = ["QUAY", "XH", "QB", "CJ"]

    private static func key(_ departure: StopEvent) -> String {
        "\(departure.time.seconds) \(departure.tripID) "
            + "\(departure.stopSequence) \(departure.startTime?.description ?? "")"
    }

    private static func instant(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    /// Follows the cursors of pages from an address on until a page reaches beyond an end.
    private func pages(
        _ feed: AnsweredFeed, _ address: String, cursor: (Meta) -> String?,
        from first: String? = nil,
        until isEnough: ([StopEvent]) -> Bool
    ) async throws -> [[StopEvent]] {
        var pages: [[StopEvent]] = []
        var next = first
        repeat {
            let page: Envelope<Board> = try await feed.ask(
                address + (next.map { "&cursor=\($0)" } ?? ""))
            let departures = page.data.events
            pages.append(departures)
            next = cursor(page.meta)
            if isEnough(departures) { break }
        } while next != nil && pages.count < 3000
        return pages
    }

    /// A day and a half with ordinary service, one on which clocks change, and one with exceptions.
    @Test(
        "no departure is lost or doubled, onward and back", arguments: stops,
        [
            ("2026-11-20T00:00:00+11:00", 7), ("2026-10-03T12:00:00+10:00", 1),
            ("2026-12-24T12:00:00+11:00", 50),
        ])
    func counts(stop: String, day: (start: String, n: Int)) async throws {
        let feed = try await AnsweredFeed.sample.value
        let start = try Self.instant(day.start)
        let end = start.addingTimeInterval(36 * 3600)
        let place = try await feed.bundle.stop(id: stop)
        let whole = try await feed.bundle.departures(from: place, at: start, for: 36 * 3600)
        let at = AnsweredFeed.encoded(day.start)
        let address = "stops/\(stop)/departures?n=\(day.n)&at=\(at)"
        let onward = try await pages(feed, address, cursor: \.next) { page in
            page.last.map { $0.time.date >= end } ?? false
        }
        let found = onward.joined().filter { $0.time.date < end }
        #expect(found.map(Self.key) == whole.map(Self.key))
        #expect(onward.dropLast().allSatisfy { $0.count == day.n })
        // From the end of that, back to the beginning.
        let last =
            "stops/\(stop)/departures?n=\(day.n)&at=\(AnsweredFeed.encoded(end.formatted(.iso8601)))"
        let from: Envelope<Board> = try await feed.ask(last)
        let back = try await pages(
            feed, last, cursor: \.previous, from: try #require(from.meta.previous)
        ) { page in page.first.map { $0.time.date < start } ?? false }
        let foundBack = back.reversed().joined().filter { $0.time.date >= start }
        #expect(foundBack.map(Self.key) == whole.map(Self.key))
        #expect(!whole.isEmpty)
    }

    @Test("a page that is read back is the page that was read before")
    func thereAndBack() async throws {
        let feed = try await AnsweredFeed.sample.value
        let address = "stops/QUAY/departures?n=9&at=2026-11-20T08:00:00"
        let first: Envelope<Board> = try await feed.ask(address)
        let next = try #require(first.meta.next)
        let second: Envelope<Board> = try await feed.ask(address + "&cursor=\(next)")
        let previous = try #require(second.meta.previous)
        let again: Envelope<Board> = try await feed.ask(address + "&cursor=\(previous)")
        #expect(again.data == first.data)
        #expect(first.data.events.count == 9)
        let onward = try #require(again.meta.next)
        let secondAgain: Envelope<Board> = try await feed.ask(address + "&cursor=\(onward)")
        #expect(secondAgain.data == second.data)
    }

    /// Many runs leave at the same second, more than a page has.
    @Test("departures of one instant are taken apart and put together", arguments: [1, 2, 3, 5, 8])
    func ties(n: Int) async throws {
        var stopTimes = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        var trips = "route_id,service_id,trip_id\n"
        for number in 0..<13 {
            trips += "r,daily,t\(number)\n"
            let time = number < 2 ? "07:59:59" : number < 11 ? "08:00:00" : "08:00:01"
            stopTimes += "t\(number),a,1,\(time),\(time)\nt\(number),b,2,09:00:00,09:00:00\n"
        }
        let feed = try AnsweredFeed(files: SmallFeed.files(trips: trips, stopTimes: stopTimes))
        let start = try Self.instant("2026-06-01T05:59:59Z")
        let stop = try await feed.bundle.stop(id: "a")
        let whole = try await feed.bundle.departures(from: stop, at: start, for: 86_400)
        #expect(whole.count == 13)
        let address = "stops/a/departures?n=\(n)&at=2026-06-01T05:59:59Z"
        let onward = try await pages(feed, address, cursor: \.next) { page in
            page.last.map { $0.time.date > start.addingTimeInterval(80_000) } ?? true
        }
        #expect(
            onward.joined().prefix(13).map(Self.key) == whole.map(Self.key))
        let late = "stops/a/departures?n=\(n)&at=2026-06-01T12:00:00Z"
        let from: Envelope<Board> = try await feed.ask(late)
        let back = try await pages(
            feed, late, cursor: \.previous, from: try #require(from.meta.previous)
        ) { page in page.first.map { $0.time.date < start } ?? true }
        #expect(back.reversed().joined().suffix(13).map(Self.key) == whole.map(Self.key))
    }

    @Test("windows, one after the other and back", arguments: [900, 7200, 86_400])
    func windows(seconds: Int) async throws {
        let feed = try await AnsweredFeed.sample.value
        let start = try Self.instant("2026-11-20T00:00:00+11:00")
        let stop = try await feed.bundle.stop(id: "QUAY")
        let whole = try await feed.bundle.departures(from: stop, at: start, for: 86_400)
        let end = start.addingTimeInterval(86_400)
        let address = "stops/QUAY/departures?for=\(seconds)s&at=2026-11-20T00:00:00"
            .replacingOccurrences(of: "86400s", with: "86400")
        let onward = try await pages(feed, address, cursor: \.next) { page in
            page.last.map { $0.time.date >= end } ?? false
        }
        let found = onward.joined().filter { $0.time.date < end }
        #expect(found.map(Self.key) == whole.map(Self.key))
        let last = "stops/QUAY/departures?for=\(seconds)&at=2026-11-21T00:00:00"
        let from: Envelope<Board> = try await feed.ask(last)
        let back = try await pages(
            feed, last, cursor: \.previous, from: try #require(from.meta.previous)
        ) { page in page.first.map { $0.time.date < start } ?? false }
        let foundBack = back.reversed().joined().filter { $0.time.date >= start }
        #expect(foundBack.map(Self.key) == whole.map(Self.key))
    }

    @Test("a window with more events than a page has several pages")
    func fullWindow() async throws {
        let cut = BoardCut<Int>(instant: { $0 }, span: -100..<1000)
        func page(_ from: [Int]) -> BoardPages.Page<Int> {
            cut.page(
                ofWindow: (from[1]..<from[1] + 50).map { $0 / 2 * 2 }, from: from[1], seconds: 50,
                skipped: from[2], most: 7)
        }
        var seen: [Int] = []
        var cursor: [Int]? = [2, 0, 0]
        while let from = cursor, from[1] < 100 {
            let page = page(from)
            #expect(page.events.count <= 7)
            seen += page.events
            cursor = page.next
        }
        #expect(seen == (0..<100).map { $0 / 2 * 2 })
        var back: [Int] = []
        cursor = [2, 50, -1]
        while let from = cursor, from[1] >= 0 {
            let page = page(from)
            back = page.events + back
            cursor = page.previous
        }
        #expect(back == seen)
    }

    @Test("pages end where service does")
    func ends() async throws {
        let feed = try await AnsweredFeed.sample.value
        let late: Envelope<Board> = try await feed.ask(
            "stops/QUAY/departures?at=2031-01-01T00:00:00&n=5")
        #expect(late.data.events.isEmpty)
        #expect(late.meta.next == nil)
        #expect(late.meta.notes.map(\.code.text) == ["outside_feed"])
        // Back from years later, the last departures come on some page.
        let from = "stops/QUAY/departures?n=5&at=2027-08-01T00:00:00"
        let first: Envelope<Board> = try await feed.ask(from)
        let back = try await pages(
            feed, from, cursor: \.previous, from: try #require(first.meta.previous)
        ) { !$0.isEmpty }
        let stop = try await feed.bundle.stop(id: "QUAY")
        let days = try await feed.bundle.departures(
            from: stop, at: Self.instant("2027-06-29T00:00:00Z"), for: 5 * 86_400)
        let last = try #require(back.last)
        #expect(last.map(Self.key) == days.suffix(5).map(Self.key))
        let early: Envelope<Board> = try await feed.ask(
            "stops/QUAY/departures?at=2020-01-01T00:00:00&n=5")
        #expect(early.meta.previous == nil)
        let onward = try await pages(
            feed, "stops/QUAY/departures?at=2026-05-20T00:00:00&n=5", cursor: \.next
        ) { !$0.isEmpty }
        #expect(onward.count > 3)
        #expect(onward.last?.first?.serviceDate.yyyymmdd == 20_260_701)
    }
}
