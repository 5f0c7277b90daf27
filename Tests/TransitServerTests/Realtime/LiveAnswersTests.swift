import Foundation
import HTTPTypes
import NIOCore
import ServerTestSupport
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel
import TransitRealtime

@testable import TransitServer

@Suite("Answers with live data")
struct LiveAnswersTests {
    private static let now = Int(LiveServed.morning.timeIntervalSince1970)
    private static let board = "stops/CJ/departures?at=2026-11-20T07:40:00&n=6"

    private static func sample() throws -> [UInt8] {
        [UInt8](
            try Data(
                contentsOf: URL(fileURLWithPath: PackageRoot.path + "/feeds/sample-realtime.pb")))
    }

    @Test(
        "Boards are those of an app, in the order of expected times, from hours that are kept too")
    func equality() async throws {
        let served = try await LiveServed()
        try await served.receive(Self.sample())
        let stops = try await served.bundle.stops(
            after: 0, limit: 1000, kinds: [.stop, .station, .boardingArea])
        var live = 0
        for minutes in stride(from: -30, through: 90, by: 15) {
            let instant = LiveServed.morning + Double(minutes * 60)
            for stop in stops {
                for kind in StopEvent.Kind.allCases {
                    // The second is put together from hours.
                    for _ in 0..<2 {
                        let (server, app) = try await served.boards(
                            of: stop, kind, at: instant, seconds: 3600)
                        #expect(server.events == app.events)
                        #expect(server.alerts == app.alerts)
                        live += app.events.count { $0.realtime != nil } + app.alerts.count
                    }
                }
            }
        }
        #expect(live > 100)
    }

    @Test("realtime=off is the plain timetable, and so is a version")
    func off() async throws {
        let served = try await LiveServed()
        let plain: Envelope<Board> = try await served.answer(Self.board + "&realtime=off")
        try await served.receive(Self.sample())
        let live: Envelope<Board> = try await served.answer(Self.board)
        #expect(live.meta.realtime?.state.known == .live)
        #expect(live.data.events.contains { $0.realtime?.status == .canceled })
        let version = try #require(live.meta.bundle)
        for address in [Self.board + "&realtime=off", "versions/\(version)/" + Self.board] {
            let answer: Envelope<Board> = try await served.answer(address)
            #expect(answer.data == plain.data && answer.meta.realtime == nil)
            #expect(try await served.ask("/api/v1/" + address).headers["Realtime-At"] == nil)
        }
        #expect(plain.data != live.data)
    }

    @Test("A board without a changed run keeps its bytes, its tag and its place in the cache")
    func unchanged() async throws {
        let served = try await LiveServed()
        let first = LiveMessage(at: Self.now - 20).late("T1-WD-N2", from: 1, by: 60)
        try await served.receive(first.bytes)
        let address = "/api/v1/stops/DK/departures?at=2026-11-20T07:40:00"
        let before = try await served.ask(address)
        let trains = try await served.ask("/api/v1/" + Self.board)
        let misses = served.core.cache.totals.misses
        try await served.receive(
            LiveMessage(at: Self.now - 5).late("T1-WD-N2", from: 1, by: 120).bytes)
        let after = try await served.ask(address)
        #expect(after.headers[.eTag] == before.headers[.eTag])
        #expect(after.body == before.body)
        #expect(served.core.cache.totals.misses == misses)
        #expect(after.headers["Realtime-At"] == "2026-11-19T20:29:55Z")
        #expect(before.headers["Realtime-At"] == "2026-11-19T20:29:40Z")
        let later = try await served.ask("/api/v1/" + Self.board)
        #expect(later.headers[.eTag] != trains.headers[.eTag])
        let tag = try #require(later.headers[.eTag])
        let known = try await served.ask("/api/v1/" + Self.board, [.ifNoneMatch: tag])
        #expect(known.status == .notModified)
        #expect(later.headers[.cacheControl] == "public, max-age=15")
    }

    @Test("A message with the same news changes no board")
    func sameNews() async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now - 20).late("T1-WD-N2", from: 1, by: 60).bytes)
        let before = try await served.ask("/api/v1/" + Self.board)
        let misses = served.core.cache.totals.misses
        try await served.receive(
            LiveMessage(at: Self.now).late("T1-WD-N2", from: 1, by: 60).bytes)
        #expect(try await served.ask("/api/v1/" + Self.board).body == before.body)
        #expect(served.core.cache.totals.misses == misses)
    }

    @Test("Pages keep their generation; the last four are kept")
    func pages() async throws {
        let served = try await LiveServed()
        func late(by seconds: Int, at second: Int) -> [UInt8] {
            LiveMessage(at: Self.now - 30 + second)
                .late("L2-N", start: "07:40:00", from: 1, by: seconds).bytes
        }
        try await served.receive(late(by: 60, at: 0))
        let first: Envelope<Board> = try await served.answer(
            "stops/CJ/departures?at=2026-11-20T07:30:00&n=2")
        let cursor = try #require(first.meta.next)
        let next = "stops/CJ/departures?at=2026-11-20T07:30:00&n=2&cursor=\(cursor)"
        let page: Envelope<Board> = try await served.answer(next)
        for change in 1...3 {
            try await served.receive(late(by: 60 + change * 600, at: change))
            let again: Envelope<Board> = try await served.answer(next)
            #expect(again.data == page.data)
        }
        // The newest one is another.
        let now: Envelope<Board> = try await served.answer(
            "stops/CJ/departures?at=2026-11-20T07:30:00&n=2")
        #expect(now.meta.next != cursor)
        try await served.receive(late(by: 0, at: 5))
        let gone = try await served.ask("/api/v1/" + next)
        #expect(gone.status == .gone || gone.status == .badRequest || gone.status == .conflict)
        #expect(String(buffer: gone.body).contains("stale_cursor"))
    }

    @Test("The page after an unchanged board is there as long as the board")
    func pagesOfUnchanged() async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now - 30).late("T1-WD-N2", from: 1, by: 60).bytes)
        let address = "stops/DK/departures?at=2026-11-20T07:30:00&n=1"
        for change in 1...6 {
            try await served.receive(
                LiveMessage(at: Self.now - 30 + change)
                    .late("T1-WD-N2", from: 1, by: 60 + change * 60).bytes)
            let board: Envelope<Board> = try await served.answer(address)
            let cursor = try #require(board.meta.next)
            let next: Envelope<Board> = try await served.answer(address + "&cursor=\(cursor)")
            #expect(next.data.events.count == 1)
        }
    }

    @Test("Alerts are those that riders see when the board begins, from hours that are kept too")
    func alertPeriods() async throws {
        let served = try await LiveServed()
        let turn = Self.now + 1200
        try await served.receive(
            LiveMessage(at: Self.now)
                .alert("early", stop: "CJ", shown: (Self.now - 3600)..<turn)
                .alert("late", agency: "PLT", shown: turn..<(turn + 7200))
                .alert("platform", stop: "CJ_P1").bytes)
        let stop = try await served.bundle.stop(id: "CJ")
        for seconds in [0, 600, 1199, 1200, 1800, 2400] {
            for _ in 0..<2 {
                let (server, app) = try await served.boards(
                    of: stop, at: LiveServed.morning + Double(seconds), seconds: 3600)
                #expect(server.alerts == app.alerts)
                #expect(
                    Set(server.alerts.map(\.id))
                        == [seconds < 1200 ? "early" : "late", "platform"])
            }
        }
    }

    @Test("Alerts, vehicles, and what stops, routes and trips say of both")
    func details() async throws {
        let served = try await LiveServed()
        try await served.receive(Self.sample())
        let all: Envelope<ListDTO<ServiceAlert>> = try await served.answer("alerts")
        #expect(
            all.data.elements
                == (try await served.app.alerts(about: .everything, at: nil)))
        let ids = all.data.elements.map(\.id)
        #expect(ids == ["lift", "north"])
        // On the feed's clock, in an app as in answers.
        let starts = all.data.elements.flatMap(\.communicationPeriods).compactMap(\.start)
        #expect(starts.allSatisfy { $0.offsetSeconds == 39_600 })
        for (query, wanted) in [
            ("stop=CJ", ["lift"]), ("route=T1", ["north"]), ("scope=feed", []),
            ("trip=T1-WD-N2&date=20261120", ["lift", "north"]), ("agency=PLT", ["north"]),
            ("mode=rail", ["north"]), ("mode=bus", []), ("active=2026-11-18T00:00:00", ["lift"]),
            ("limit=1", ["lift"]),
        ] {
            let some: Envelope<ListDTO<ServiceAlert>> = try await served.answer(
                "alerts?" + query)
            #expect(some.data.elements.map(\.id) == wanted, "\(query)")
        }
        #expect(try await served.ask("/api/v1/alerts?agency=PLX").status == .notFound)
        let one: Envelope<ServiceAlert> = try await served.answer("alerts/lift")
        #expect(one.data == all.data.elements.first)
        #expect(try await served.ask("/api/v1/alerts/lyft").status == .notFound)

        let vehicles: Envelope<ListDTO<LiveVehicle>> = try await served.answer("vehicles")
        #expect(
            vehicles.data.elements
                == (try await served.app.vehicles(matching: VehicleFilter())))
        for (query, count) in [
            ("route=T1", 1), ("route=L2", 0), ("trip=T1-WD-N2", 1), ("ids=train&ids=other", 1),
            ("bbox=151,-34,152,-33", 1), ("bbox=150,-34,151,-33", 0),
        ] {
            let some: Envelope<ListDTO<LiveVehicle>> = try await served.answer(
                "vehicles?" + query)
            #expect(some.data.elements.count == count, "\(query)")
        }

        let stop: Envelope<StopDetailsDTO> = try await served.answer("stops/CJ")
        #expect(stop.data.alerts.map(\.id) == ["lift"])
        let route: Envelope<RouteDetailsDTO> = try await served.answer("routes/T1")
        #expect(route.data.alerts.map(\.id) == ["north"])
        let trip: Envelope<TripDetailsDTO> = try await served.answer("trips/T1-WD-N2?date=20261120")
        #expect(trip.data.vehicle?.id == "train")
        #expect(trip.data.alerts.map(\.id) == ["lift", "north"])
        let run = try #require(
            try await served.app.run(
                tripID: "T1-WD-N2", startDate: trip.data.serviceDate, startTime: nil,
                now: LiveServed.morning))
        #expect(trip.data.calls.map(\.realtime) == run.calls.map(\.realtime))
        #expect(trip.data.calls.contains { $0.realtime?.status == .updated })
        let added: Envelope<TripDetailsDTO> = try await served.answer("trips/L2-X?date=20261120")
        #expect(added.data.calls.allSatisfy { $0.realtime?.isScheduled == false })
    }

    @Test("The state is in meta, in notes, and in the header; after that the timetable counts")
    func ages() async throws {
        let served = try await LiveServed()
        let plain: Envelope<Board> = try await served.answer(Self.board + "&realtime=off")
        try await served.receive(
            LiveMessage(at: Self.now).late("T1-WD-N2", from: 1, by: 60).bytes)
        for (age, state, note) in [
            (60, "live", nil), (91, "stale", Note.Code.realtimeStale),
            (901, "expired", Note.Code.realtimeExpired),
        ] as [(Double, String, Note.Code?)] {
            served.clock.turn(to: LiveServed.morning + age)
            try await served.advance()
            let answer: Envelope<Board> = try await served.answer(Self.board)
            #expect(answer.meta.realtime?.state.text == state)
            #expect(answer.meta.notes.compactMap(\.code.known) == [note].compactMap { $0 })
            #expect((answer.data == plain.data) == (state == "expired"))
            let at = try await served.ask("/api/v1/" + Self.board).headers["Realtime-At"]
            #expect(at == (state == "expired" ? nil : "2026-11-19T20:30:00Z"))
        }
        let feed: Envelope<FeedDTO> = try await served.answer("feed")
        #expect(feed.meta.realtime?.state.known == .expired)
    }

    @Test("A copy of a trip has its own id, with a day and without, on boards and of its vehicle")
    func copies() async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now - 20)
                .duplicated("T1-WD-N2", as: "COPY", start: "08:21:00").bytes)
        for query in ["", "?date=20261120", "?at=2026-11-20T08:30:00"] {
            let answer: Envelope<TripDetailsDTO> = try await served.answer("trips/COPY" + query)
            #expect(answer.data.trip.tripID == "COPY", "\(query)")
            #expect(answer.data.calls.isEmpty == query.isEmpty)
        }
        let run = try await served.app.run(
            tripID: "COPY", startDate: nil, startTime: nil, now: LiveServed.morning)
        #expect(run?.trip.tripID == "COPY")
        #expect(run?.trip.tripHeadsign == "North Shelf")
        let board: Envelope<Board> = try await served.answer(
            "stops/CJ/departures?at=2026-11-20T08:15:00&n=20")
        #expect(board.data.events.contains { $0.tripID == "COPY" })
    }

    @Test("An answer is as fresh as the sources of what it shows, else as all of its kind")
    func ownSources() async throws {
        let served = try await LiveServed(others: ["old"])
        try await served.receive(
            LiveMessage(at: Self.now - 700).late("T1-WD-N3", from: 1, by: 60)
                .vehicle("T1-WD-N2").alert("dock", stop: "DK").bytes, from: "old")
        try await served.receive(
            LiveMessage(at: Self.now - 20).late("T1-WD-N2", from: 1, by: 60)
                .alert("lift", stop: "QUAY").bytes)
        let fresh = "2026-11-19T20:29:40Z"
        let old = "2026-11-19T20:18:20Z"
        // Both trips call at the same stations.
        for (address, at) in [
            ("trips/T1-WD-N2?date=20261120", fresh), ("trips/T1-WD-N3?date=20261120", old),
            ("trips/T1-WD-N4?date=20261120", old), ("trips/T1-WD-N2?date=20261123", old),
            ("stops/QUAY", fresh), ("stops/DK", old), ("stops/CJ", old),
            ("alerts/lift", fresh), ("alerts/dock", old), ("alerts?stop=QUAY", fresh),
            ("alerts", old),
        ] {
            // The second is from the cache.
            for _ in 0..<2 {
                let reply = try await served.ask("/api/v1/" + address)
                let text = String(buffer: reply.body)
                let state = at == fresh ? "live" : "stale"
                #expect(text.contains(#""realtime":{"state":"\#(state)"}"#), "\(address)")
                #expect(text.contains("realtime_stale") == (at == old), "\(address)")
                #expect(reply.headers["Realtime-At"] == at, "\(address)")
            }
        }
    }

    @Test("Sources are told of without their addresses and keys")
    func secrets() async throws {
        let replies = QueuedReplies([
            .success(
                RealtimeReply(
                    status: 200, body: LiveMessage(at: Self.now).canceled("T1-WD-N9").bytes)),
            .success(RealtimeReply(status: 503)),
        ])
        let served = try await LiveServed(fetching: replies)
        let refresher = try served.live.refresher
        for _ in 0..<2 { _ = await refresher.refresh() }
        try await served.advance()
        let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
        let source = try #require(report.data.sources.first)
        #expect(source.problem == "the source answers with status 503")
        #expect((source.matched, source.unmatched, source.entities) == (0, 1, 1))
        let unknown = try #require(report.data.tripUpdates.first { $0.outcome == "unknown_trip" })
        #expect(unknown.samples.map(\.tripID) == ["T1-WD-N9"])
        let status = String(buffer: try await served.ask("/status").body)
        let metrics = served.core.metricsText()
        #expect(status.contains(#""realtime":[{"name":"trips""#))
        #expect(metrics.contains(#"fetches_total{feed="town",outcome="refused",source="trips"} 1"#))
        #expect(metrics.contains(#"trip_updates{feed="town",result="unknown_trip"} 1"#))
        let page = try MarkdownDocument("schema/api.md").lines
        let rows = try #require(page.firstIndex(of: "| figure | meaning |")) + 2
        var isOfSource = true
        for row in page[rows...].prefix(while: { $0.hasPrefix("|") }) {
            for name in (row.split(separator: "|").first ?? "").matches(of: #/`(\w+)/#).map(\.1) {
                let type = "# TYPE gtfs_serve_realtime_\(name) "
                #expect(metrics.contains(type), "\(name)")
                let samples = metrics.split(separator: "\n").filter {
                    $0.firstMatch(of: #/^gtfs_serve_realtime_(\w+?)(_sum|_count)?\{/#)?.1 == name
                }
                #expect(samples.allSatisfy { $0.contains("source=") == isOfSource }, "\(name)")
            }
            if row.hasPrefix("| `entities") { isOfSource = false }
        }
        for text in [status, metrics, String(decoding: report.jsonBytes, as: UTF8.self)] {
            #expect(!text.contains("SECRET") && !text.contains("example.org/trips"))
        }
    }

    @Test(
        "Four trip updates that fit nothing say little; five are of another version",
        arguments: [4, 5])
    func otherVersion(count: Int) async throws {
        let served = try await LiveServed()
        var message = LiveMessage(at: Self.now)
        for number in 1...count { message = message.canceled("ELSEWHERE\(number)") }
        try await served.receive(message.bytes)
        let board: Envelope<Board> = try await served.answer(Self.board)
        #expect(
            board.meta.notes.map(\.code.known)
                == (count < 5 ? [] : [Note.Code.realtimeOtherVersion]))
    }

    @Test("An alert whose id only looks the same as before is in the next answer")
    func lookalikeAlerts() async throws {
        let served = try await LiveServed()
        for (second, id) in ["caf\u{E9}", "cafe\u{301}"].enumerated() {
            let message = LiveMessage(at: Self.now - 20 + second).alert(
                id, stop: "QUAY", title: "Closed")
            try await served.receive(message.bytes)
            for address in ["/api/v1/alerts", "/api/v1/stops/QUAY/departures?n=1"] {
                let body = Array(buffer: try await served.ask(address).body)
                #expect(body.contains(Array(id.utf8)), "\(address)")
            }
        }
    }
}
