import Foundation
import GTFSSchedule
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitAnswers
@testable import TransitServer

@Suite("Hours of boards that are kept")
struct BoardHoursTests {
    private func compare(
        _ feed: AnsweredFeed, _ addresses: [String]
    ) async throws -> (asked: Int, known: Int) {
        var context = feed.context
        context.hours = BoardHours(limit: 32 << 20)
        var asked = 0
        var known = 0
        // The first time marks the hours, the second makes them.
        for turn in 0..<3 {
            for address in addresses {
                let question = try AnsweredFeed.question(address)
                if turn == 2 {
                    asked += 1
                    if Answerer.known(question, in: context) != nil { known += 1 }
                }
                let ours = try await Answerer(question, in: context).answer()
                let plain = try await Answerer(question, in: feed.context).answer()
                #expect(ours.bytes == plain.bytes, "\(address)")
                #expect(ours.lifetime == plain.lifetime, "\(address)")
            }
        }
        return (asked, known)
    }

    private func addresses(_ id: String, on day: String, _ queries: [String]) -> [String] {
        ["departures", "arrivals"].flatMap { event in
            queries.flatMap { query in
                ["00:05:00", "08:00:00", "08:59:59Z", "09:30", "17:31:07+10:00", "23:59:59"].map {
                    let at = AnsweredFeed.encoded("\(day)T\($0)")
                    return "stops/\(AnsweredFeed.encoded(id))/\(event)?at=\(at)&\(query)"
                }
            }
        }
    }

    @Test("A board of known hours is the bundle's, byte for byte")
    func sameBytes() async throws {
        let feed = try await AnsweredFeed.sample.value
        let queries = [
            "n=1", "n=4", "n=30", "for=1", "for=20m", "for=2h", "for=24h", "n=3&route=T1",
            "n=2&mode=ferry&mode=metro", "n=2&direction=1", "n=3&with=XH&with=NONE",
        ]
        var known = 0
        for id in ["QUAY", "QUAY_P1", "XH", "SB", "QUAY_BA1", "FH"] {
            known += try await compare(feed, addresses(id, on: "2026-11-20", queries)).known
            known += try await compare(feed, addresses(id, on: "1999-11-20", queries)).known
            known += try await compare(
                feed, ["stops/\(id)/departures", "stops/\(id)/arrivals?n=2"]
            ).known
        }
        #expect(known > 200)
    }

    @Test("A board of a busy city is the bundle's, byte for byte", .sharedFiles)
    func city() async throws {
        let feed = try AnsweredFeed.shared("nyc-subway")
        for id in ["125N", "125", "635"] {
            let (asked, known) = try await compare(
                feed, addresses(id, on: "2018-07-11", ["n=8", "n=40", "for=90m", "n=500"]))
            #expect(known > asked / 2, "\(id)")
        }
    }

    @Test("Names of one language are not those of another")
    func language() async throws {
        var feed = try await AnsweredFeed.sample.value
        var context = feed.context
        let hours = BoardHours(limit: 1 << 20)
        context.hours = hours
        let question = try AnsweredFeed.question("stops/QUAY/departures?n=2")
        for _ in 0..<3 { _ = try await Answerer(question, in: context).answer() }
        feed.source = try await feed.bundle.speaking("ar")
        let plain = try await Answerer(question, in: feed.context).answer()
        context = feed.context
        context.hours = hours
        context.language = LanguageMatch("ar").ranks(of: ["ar"], own: nil)
        for _ in 0..<3 {
            #expect(try await Answerer(question, in: context).answer().bytes == plain.bytes)
        }
    }

    @Test("Ids that only look the same have boards of their own")
    func lookalikes() async throws {
        let stops = ["caf\u{E9}", "cafe\u{301}"]
        let feed = try AnsweredFeed(
            files: SmallFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\n"
                    + "\(stops[0]),A,1,1\n\(stops[1]),B,1,1\nc,C,1,1\n",
                trips: "route_id,service_id,trip_id\nr,daily,t0\nr,daily,t1\n",
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t0,\(stops[0]),1,08:00:00,08:00:00
                    t0,c,2,09:00:00,09:00:00
                    t1,\(stops[1]),1,08:00:00,08:00:00
                    t1,c,2,09:00:00,09:00:00

                    """))
        let addresses = ["caf%C3%A9", "cafe%CC%81"].map {
            "stops/\($0)/departures?at=2026-11-20T08:00:00&for=30m"
        }
        let (asked, known) = try await compare(feed, addresses)
        #expect((asked, known) == (2, 2))
    }

    @Test("A page of a cursor, and a window of many hours, are found anew")
    func others() async throws {
        let feed = try await AnsweredFeed.sample.value
        let first: Envelope<Board> = try await feed.ask("stops/QUAY/departures?n=2")
        let cursor = try #require(first.meta.next)
        let addresses = [
            "stops/QUAY/departures?n=2&cursor=\(cursor)", "stops/QUAY/departures?for=12h",
        ]
        #expect(try await compare(feed, addresses).known == 0)
    }

    @Test("A window of six hours is put together")
    func manyHours() async throws {
        let feed = try await AnsweredFeed.sample.value
        let address = "stops/QUAY/departures?at=2026-11-20T08:10:00&for=6h"
        #expect(try await compare(feed, [address]).known == 1)
    }

    private let place = BoardHours.Place(
        feed: "f", version: "v", language: .none, live: nil, question: "departures A ")

    private func events(_ count: Int) throws -> RenderedEvents {
        let stop = Stop(sid: 1, stopID: "A", stopName: "Harbour", stopLat: nil, stopLon: nil)
        let departures = (0..<count).map { number in
            StopEvent(
                tripID: "trip \(number)", stop: stop, stopSequence: 1, serviceDate: .earliest,
                time: LocalInstant(seconds: number, offsetSeconds: 0), timeZone: .gmt)
        }
        return try #require(
            RenderedEvents(Board(stop: stop, timeZoneName: "GMT", events: departures)))
    }

    @Test("They stay within their bytes, and those not requested for the longest go first")
    func limit() throws {
        let hours = BoardHours(limit: 100_000)
        let events = try events(10)
        #expect(events.cost > 1500)
        for hour in 0..<200 {
            hours.insert(events, hour, of: place)
            #expect(hours.bytes <= 100_000)
            #expect(hours.hour(0, of: place) != nil)
        }
        #expect(hours.hour(1, of: place) == nil)
        #expect(hours.hour(199, of: place) != nil)
    }

    @Test("An hour with too many events is not kept, and that is remembered")
    func crowded() throws {
        let hours = BoardHours(limit: 100_000)
        hours.insert(try events(1000), 5, of: place)
        guard case .made(nil) = hours.hour(5, of: place) else {
            Issue.record("the hour is kept")
            return
        }
        #expect(hours.bytes < 1000)
    }

    @Test("An hour that many ask for at once is made once")
    func together() async throws {
        let feed = try await AnsweredFeed.sample.value
        let hours = BoardHours(limit: 1 << 20)
        var context = feed.context
        context.hours = hours
        let answers = Answerer(
            try AnsweredFeed.question("stops/QUAY/departures?at=2026-11-20T08:10:00&n=2"),
            in: context)
        let subject = Answerer.Subject(
            question: BoardQuestion(at: try await context.stop("QUAY")),
            start: answers.start(in: .fallback))
        let made = Locked<[Int: Int]>([:])
        let events = try events(3)
        // The first time only marks the hour.
        for count in [1, 8] {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        try await answers.remember(subject) { from, _ in
                            let isFirst = made.withLock { made in
                                made[from, default: 0] += 1
                                return made == [from: 1]
                            }
                            // Seven wait, unless they make it as well.
                            for _ in 0..<1000 where isFirst && hours.waiting < 7 {
                                try await Task.sleep(for: .milliseconds(1))
                            }
                            return events
                        }
                    }
                }
                for try await isKept in group { #expect(isKept == (count > 1)) }
            }
        }
        #expect(made.withLock { $0.count } == BoardHours.most)
        #expect(made.withLock { $0.values.allSatisfy { $0 == 1 } })
        #expect(hours.waiting == 0)
    }

    @Test("A waiter for an hour that fails goes on")
    func failed() async throws {
        let hours = BoardHours(limit: 1000)
        #expect(await hours.begin(1, of: place))
        #expect(await hours.begin(2, of: place))
        async let other = hours.begin(1, of: place)
        while hours.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
        hours.end(1, of: place)
        #expect(await !other)
        #expect(await hours.begin(1, of: place))
    }

    @Test("Hours before 1970 count downwards")
    func early() {
        let hours = [-3601, -3600, -1, 0, 3599, 3600].map { BoardHours.hour(of: $0) }
        #expect(hours == [-2, -1, -1, 0, 0, 1])
    }
}
