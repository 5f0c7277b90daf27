import BundleWriting
import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@testable import TransitAnswers
@testable import TransitServer

@Suite("Boards over the API")
struct BoardAnswersTests {
    private static let morning = Date(timeIntervalSince1970: 1_795_120_200)

    @Test("a board is the library's, and its events are of the service day that it says")
    func library() async throws {
        let feed = try await AnsweredFeed.sample.value
        for id in ["QUAY", "QUAY_P1", "XH", "SB", "QUAY_BA1", "FH"] {
            let stop = try await feed.bundle.stop(id: id)
            let board: Envelope<Board> = try await feed.ask("stops/\(id)/departures?for=3h")
            let expected = try await feed.bundle.departures(
                from: stop, at: Self.morning, for: 3 * 3600)
            let zone = board.data.timeZoneName
            #expect(
                board.data == Board(stop: stop, timeZoneName: zone, events: expected), "\(id)")
            let rows = try await feed.rows("stops/\(id)/departures?for=3h", of: "departures")
            #expect(rows.count == expected.count)
            for (departure, row) in zip(board.data.events, rows) {
                let seconds = Int(try #require(row["departure_seconds"]?.number))
                let route = try await feed.bundle.route(id: try #require(departure.routeID))
                let day = feed.bundle.startSeconds(of: departure.serviceDate, ofRoute: route.rid)
                #expect(day + seconds == departure.time.seconds)
            }
            let arrivals: Envelope<Board> = try await feed.ask(
                "stops/\(id)/arrivals?for=3h")
            #expect(
                arrivals.data.events
                    == (try await feed.bundle.arrivals(
                        at: [stop], from: Self.morning, for: 3 * 3600)),
                "\(id)")
            let next: Envelope<Board> = try await feed.ask("stops/\(id)/departures?n=5")
            #expect(
                next.data.events
                    == (try await feed.bundle.nextDepartures(
                        from: stop, at: Self.morning, count: 5)))
            let soon: Envelope<Board> = try await feed.ask("stops/\(id)/arrivals?n=5")
            #expect(
                soon.data.events
                    == (try await feed.bundle.nextArrivals(
                        at: [stop], from: Self.morning, count: 5)))
        }
    }

    @Test("rows that repeat a text without end are no answer")
    func longHeadsigns() async throws {
        var files = TestFeed.base
        let headsign = String(repeating: "é", count: 1 << 19)
        files["trips.txt"] = "route_id,service_id,trip_id,trip_headsign\nR,WD,T1,\(headsign)\n"
        files["frequencies.txt"] = """
            trip_id,start_time,end_time,headway_secs
            T1,08:00:00,09:00:00,60
            T1,09:00:00,12:00:00,10

            """
        var feed = try AnsweredFeed(files: Dictionary(uniqueKeysWithValues: files.files))
        feed.now = Self.morning
        let first = try #require(try await feed.bundle.stops(matching: "Harbour").first)
        let address = "stops/\(first.stopID)/departures?at=2026-01-05T08:00:00"
        var context = feed.context
        let hours = BoardHours(limit: 1 << 30)
        context.hours = hours
        for _ in 0..<3 {
            let answerer = Answerer(try AnsweredFeed.question(address + "&n=3"), in: context)
            let body = try await answerer.answer()
            #expect(body.bytes.count > 3 << 20 && body.bytes.count < 4 << 20)
        }
        // An hour of it is not worth keeping.
        #expect(hours.bytes < 1 << 20)
        let answerer = Answerer(try AnsweredFeed.question(address + "&n=500"), in: context)
        let failure = await #expect(throws: APIFailure.self) { try await answerer.answer() }
        #expect(failure?.message == "The answer would have more than 256 MB.")
    }

    @Test("boards by route, mode and direction, by id and by key")
    func filters() async throws {
        let feed = try await AnsweredFeed.sample.value
        let stop = try await feed.bundle.stop(id: "QUAY")
        let key = try await feed.bundle.route(id: "T1").rid
        for (query, filter) in [
            ("route=T1", BoardFilter(routeIDs: ["T1"])),
            ("route=rid:\(key)&direction=1", BoardFilter(routeIDs: ["T1"], directionID: 1)),
            ("mode=ferry&mode=metro", BoardFilter(types: [.ferry, .metro])),
            ("route=T1&route=M1&mode=metro", BoardFilter(routeIDs: ["T1", "M1"], types: [.metro])),
        ] {
            let board: Envelope<Board> = try await feed.ask(
                "stops/QUAY/departures?for=2h&\(query)")
            let expected = try await feed.bundle.departures(
                from: [stop], at: Self.morning, for: 7200, matching: filter)
            #expect(board.data.events == expected, "\(query)")
            #expect(!expected.isEmpty, "\(query)")
        }
        let failure = try await feed.failure("stops/QUAY/departures?route=T9")
        #expect(failure.code == .notFound)
        #expect(failure.details.map(\.field) == ["route"])
        #expect(failure.message.contains("T1"))
    }

    @Test("the boards of many stops, in their order, and which are missing")
    func boards() async throws {
        let feed = try await AnsweredFeed.sample.value
        let answer: Envelope<ListDTO<Board>> = try await feed.ask(
            "departures?stops=SB&stops=NONE&stops=QUAY&stops=sid:1&for=1h")
        let first = try await feed.bundle.stop(sid: 1)
        #expect(answer.data.elements.map(\.stop.stopID) == ["SB", "QUAY", first.stopID])
        #expect(answer.meta.notes.map(\.code.text) == ["missing_ids"])
        #expect(answer.meta.notes.first?.ids == ["NONE"])
        for board in answer.data.elements {
            let alone: Envelope<Board> = try await feed.ask(
                "stops/\(board.stop.stopID)/departures?for=1h")
            #expect(alone.data == board)
        }
        // A hundred stops get fewer departures each, and the answer says so.
        let stops = try await feed.bundle.stops(limit: 100, kinds: [.stop]).map(\.stopID)
        let query = stops.map { "stops=" + AnsweredFeed.encoded($0) }.joined(separator: "&")
        let many: Envelope<ListDTO<Board>> = try await feed.ask("departures?\(query)&n=500")
        let counts = many.data.elements.map(\.events.count)
        #expect(counts.max() == 5000 / stops.count)
        #expect(many.meta.notes.contains { $0.code.text == "truncated" && !$0.ids.isEmpty })
    }

    @Test("local times are those of the stop, also when clocks change")
    func localTimes() async throws {
        let feed = try await AnsweredFeed.sample.value
        let plain: Envelope<Board> = try await feed.ask(
            "stops/QUAY/departures?at=2026-11-20T08:00:00&n=4")
        let same: Envelope<Board> = try await feed.ask(
            "stops/QUAY/departures?at=2026-11-19T21:00:00Z&n=4")
        #expect(plain.data == same.data)
        #expect(plain.data.timeZoneName == "Australia/Sydney")
        let skipped: Envelope<Board> = try await feed.ask(
            "stops/QUAY/departures?at=2026-10-04T02:30:00&n=4")
        #expect(skipped.meta.notes.map(\.code.text) == ["skipped_local_time"])
        let repeated: Envelope<Board> = try await feed.ask(
            "stops/QUAY/departures?at=2027-04-04T02:30:00&n=4")
        #expect(repeated.meta.notes.map(\.code.text) == ["repeated_local_time"])
        let outside: Envelope<Board> = try await feed.ask(
            "stops/QUAY/departures?at=2025-04-04T02:30:00&for=1h")
        #expect(outside.data.events.isEmpty)
        let note = try #require(outside.meta.notes.first)
        #expect(note.code.text == "outside_feed")
        #expect(note.message.contains("20260701") && note.message.contains("20270630"))
    }

    @Test("an unknown id names the nearest, one of an earlier version is gone")
    func missing() async throws {
        let feed = try await AnsweredFeed.sample.value
        let failure = try await feed.failure("stops/QUAY_P9/departures")
        #expect(failure.code == .notFound)
        #expect(failure.details.map(\.field) == ["id"])
        #expect(failure.message.contains("QUAY_P1"))
        let old = try AnsweredFeed(
            files: SmallFeed.files(stops: "stop_id,stop_name,stop_lat,stop_lon\nold,O,1,1\n"))
        let key = try await old.bundle.stop(id: "old").sid
        var options = BundleBuild.Options()
        options.previous = old.bundle.path
        let new = try AnsweredFeed(files: SmallFeed.files(), options)
        for id in ["old", "sid:\(key)"] {
            let failure = try await new.failure("stops/\(id)/departures")
            #expect(failure.code == .gone)
            #expect(failure.code.status == 410)
        }
        #expect(try await new.failure("stops/sid:77/departures").code == .notFound)
    }

    @Test("a cursor holds for one question and one version")
    func cursors() async throws {
        let feed = try await AnsweredFeed.sample.value
        let board: Envelope<Board> = try await feed.ask("stops/QUAY/departures?n=4")
        let next = try #require(board.meta.next)
        _ = try await feed.ask("stops/QUAY/departures?n=4&cursor=\(next)", as: Board.self)
        for other in [
            "stops/QUAY/departures?n=5", "stops/SB/departures?n=4", "stops/QUAY/arrivals?n=4",
        ] {
            let failure = try await feed.failure("\(other)&cursor=\(next)")
            #expect(failure.code == .staleCursor)
            #expect(failure.details.map(\.field) == ["cursor"])
        }
        var later = feed
        later.version = "v2"
        #expect(
            try await later.failure("stops/QUAY/departures?n=4&cursor=\(next)").code == .staleCursor
        )
        for broken in ["1", "abc", "a_b", "\(next)_1", String(next.dropLast(12))] {
            let failure = try await feed.failure("stops/QUAY/departures?n=4&cursor=\(broken)")
            #expect([.badValue, .staleCursor].contains(failure.code), "\(broken)")
        }
        let mark = next.prefix { $0 != "_" }
        let instant = try #require(next.split(separator: "_").dropFirst(2).first)
        for made in [
            "0_zzzzzzzzzzzzzz_0", "9_1_0", "2_0_0", "0_0_zzzzzz", "0_0_-5",
            "0_\(instant)_-1", "1_\(instant)_-1", "0_\(instant)_255s", "1_\(instant)_255s",
        ] {
            let failure = try await feed.failure("stops/QUAY/departures?n=4&cursor=\(mark)_\(made)")
            #expect(failure.code == .badValue, "\(made)")
        }
    }

    @Test("boards for now hold for the minute, others for the version")
    func lifetime() async throws {
        let feed = try await AnsweredFeed.sample.value
        let board: Envelope<Board> = try await feed.ask("stops/QUAY/departures?n=4")
        let next = try #require(board.meta.next)
        for (address, lifetime) in [
            ("stops/QUAY/departures", AnswerBody.Lifetime.minute),
            ("stops/QUAY/arrivals", .minute), ("departures?stops=QUAY", .minute),
            ("routes/T1/timetable", .minute),
            ("stops/QUAY/departures?at=2026-11-20T08:00:00", .version),
            ("departures?stops=QUAY&at=2026-11-20T08:00:00", .version),
            ("stops/QUAY/departures?n=4&cursor=\(next)", .version),
            ("routes/T1/timetable?date=20261120", .version), ("stops/QUAY", .version),
        ] {
            #expect(try await feed.body(address).lifetime == lifetime, "\(address)")
        }
    }

    @Test("names in another language")
    func language() async throws {
        var feed = try await AnsweredFeed.sample.value
        feed.source = try await feed.bundle.speaking("ar")
        let board: Envelope<Board> = try await feed.ask("stops/QUAY/departures?n=4")
        #expect(board.data.stop.stopName == "رصيف الميناء")
        let list: Envelope<ListDTO<StopDTO>> = try await feed.ask("stops?ids=QUAY&ids=NONE")
        #expect(list.data.elements.map(\.stopName) == ["رصيف الميناء"])
        let all: Envelope<ListDTO<StopDTO>> = try await feed.ask("stops")
        #expect(all.data.elements.contains { $0.stopName == "رصيف الميناء" })
    }

    @Test("a search finds names in another language")
    func searchInLanguage() async throws {
        var feed = try await AnsweredFeed.sample.value
        let (stop, route) = (
            "stops?q=%D8%A7%D9%84%D9%85%D9%8A%D9%86%D8%A7%D8%A1", "routes?q=%D8%AE%D8%B7"
        )
        var stops: Envelope<ListDTO<StopDTO>> = try await feed.ask(stop)
        #expect(stops.data.elements.isEmpty)
        feed.source = try await feed.bundle.speaking("ar")
        stops = try await feed.ask(stop)
        #expect(stops.data.elements.map(\.stopName) == ["رصيف الميناء"])
        let routes: Envelope<RouteListDTO> = try await feed.ask(route)
        #expect(routes.data.model.map(\.routeID) == ["T1"])
    }
}
