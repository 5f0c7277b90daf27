import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel
import TransitRealtime

@testable import TransitClient

@Suite("A server with live data gives the answers of a live source")
struct LiveAnswersTests {
    private static let stops = [
        "CJ", "CJ_P1", "CJ_P2", "CJ_LR", "GH", "QUAY", "QUAY_P1", "NS", "CO",
    ]
    private static let trips = ["T1-WD-N1", "T1-WD-N2", "L2-X"]

    @Test(
        "boards and their alerts, by expected times, with canceled, added and moved rows",
        arguments: LiveSample.Server.allCases)
    @available(macOS 14, iOS 17, *)
    func boards(server: LiveSample.Server) async throws {
        let sample = try await LiveSample()
        let same = SameAnswers(sample.source, try await sample.client(of: server))
        var found: Set<CallRealtime.Status> = []
        var alerts: Set<String> = []
        for id in Self.stops {
            let stop = try await sample.built.bundle.stop(id: id)
            for kind in [StopEvent.Kind.departure, .arrival] {
                let question = BoardQuestion(
                    kind, at: stop, from: LiveSample.morning, .window(2400))
                let board = await same.ask("\(kind) \(id)") { try await $0.board(question) }
                found.formUnion((board?.events ?? []).compactMap(\.realtime?.status))
                alerts.formUnion((board?.alerts ?? []).map(\.id))
                for count in [1, 5, 30] {
                    let question = BoardQuestion(
                        kind, at: stop, from: LiveSample.morning, .next(count),
                        matching: BoardFilter(types: [.rail, .tram]))
                    await same.ask("next \(count) \(kind) \(id)") {
                        try await $0.board(question)
                    }
                }
            }
        }
        #expect(found.isSuperset(of: [.updated, .canceled, .added]))
        #expect(alerts.contains("lift"))
        #expect(same.differences == [])
    }

    @Test(
        "a board that only the client can filter has the alerts for its own rows",
        arguments: LiveSample.Server.allCases)
    @available(macOS 14, iOS 17, *)
    func filtered(server: LiveSample.Server) async throws {
        let sample = try await LiveSample()
        let same = SameAnswers(sample.source, try await sample.client(of: server))
        // More than an address may have.
        let unknown = Set((1...20).map { RouteID("no route \($0)") })
        var alerts: Set<String> = []
        for id in Self.stops {
            let stop = try await sample.built.bundle.stop(id: id)
            for route in ["T1", "L2"] {
                let question = BoardQuestion(
                    at: stop, from: LiveSample.morning, .next(5),
                    matching: BoardFilter(routeIDs: unknown.union([RouteID(route)])))
                let board = await same.ask("\(route) at \(id)") { try await $0.board(question) }
                alerts.formUnion((board?.alerts ?? []).map(\.id))
            }
        }
        #expect(alerts.contains("lift"))
        #expect(same.differences == [])
    }

    @Test(
        "a board of several stops, and of more than an address may have, has the alerts of all",
        arguments: LiveSample.Server.allCases)
    @available(macOS 14, iOS 17, *)
    func several(server: LiveSample.Server) async throws {
        let sample = try await LiveSample()
        let same = SameAnswers(sample.source, try await sample.client(of: server))
        let bundle = sample.built.bundle
        let (first, second) = (try await bundle.stop(id: "CJ_P2"), try await bundle.stop(id: "CO"))
        // Asked for again and again, they still have one board.
        for others in [[second], [Stop](repeating: second, count: 120)] {
            let question = BoardQuestion(
                at: first, with: others, from: LiveSample.morning, .window(2400))
            let board = await same.ask("\(others.count) others") { try await $0.board(question) }
            #expect(board?.alerts.map(\.id).contains("lift") == true)
        }
        #expect(same.differences == [])
    }

    @Test(
        "a late row stays in the window of its expected time",
        arguments: LiveSample.Server.allCases)
    @available(macOS 14, iOS 17, *)
    func window(server: LiveSample.Server) async throws {
        let sample = try await LiveSample()
        let client = try await sample.client(of: server)
        let stop = try await client.stop(id: "CJ")
        let all = try await sample.source.departures(from: stop, at: LiveSample.morning, for: 7200)
        let late = try #require(all.first { $0.tripID == "T1-WD-N2" })
        #expect(late.expectedTime.seconds - late.time.seconds == 190)
        // From after the scheduled time to after the expected one, and to before it.
        let start = late.time.date.addingTimeInterval(60)
        func isThere(for seconds: Double) async throws -> Bool {
            try await client.departures(from: stop, at: start, for: seconds)
                .contains { $0.id == late.id }
        }
        #expect(try await isThere(for: 131))
        #expect(try await !isThere(for: 130))
    }

    @Test("runs and their calls", arguments: LiveSample.Server.allCases)
    @available(macOS 14, iOS 17, *)
    func runs(server: LiveSample.Server) async throws {
        let sample = try await LiveSample()
        let same = SameAnswers(sample.source, try await sample.client(of: server))
        for id in Self.trips {
            let run = await same.ask("run \(id)") {
                try await $0.run(
                    tripID: id, startDate: LiveSample.day, startTime: nil, now: LiveSample.morning)
            }
            let first = try #require(run??.calls.first)
            #expect((first.realtime != nil) == (id != "T1-WD-N1"))
        }
        #expect(same.differences == [])
    }

    @Test(
        "alerts about everything that they may be about, now and at any time",
        arguments: LiveSample.Server.allCases)
    @available(macOS 14, iOS 17, *)
    func alerts(server: LiveSample.Server) async throws {
        let sample = try await LiveSample()
        let same = SameAnswers(sample.source, try await sample.client(of: server))
        let bundle = sample.built.bundle
        var subjects: [AlertSubject] = [.everything, .feed]
        for id in Self.stops {
            let stop = try await bundle.stop(id: id)
            subjects.append(.stop(stop))
        }
        for route in try await bundle.routes() { subjects.append(.route(route)) }
        for id in Self.trips {
            subjects.append(.trip(try await sample.source.trip(id: id), on: LiveSample.day))
        }
        for moment in [nil, LiveSample.morning, LiveSample.morning.addingTimeInterval(-1e6)] {
            for subject in subjects {
                await same.ask("\(subject)") {
                    try await $0.alerts(about: subject, at: moment).map(\.id)
                }
                await same.ask("\(subject)") { try await $0.alerts(about: subject, at: moment) }
            }
        }
        #expect(same.differences == [])
        #expect(same.filled > 15)
    }

    @Test("vehicles, by place, route and trip", arguments: LiveSample.Server.allCases)
    @available(macOS 14, iOS 17, *)
    func vehicles(server: LiveSample.Server) async throws {
        let sample = try await LiveSample()
        let same = SameAnswers(sample.source, try await sample.client(of: server))
        let around = BoundingBox(south: -33.9, west: 151.2, north: -33.8, east: 151.3)
        let nowhere = BoundingBox(south: 10, west: 10, north: 11, east: 11)
        let long = String(repeating: "x", count: 2000)
        let filters = [
            VehicleFilter(), VehicleFilter(box: around), VehicleFilter(box: nowhere),
            VehicleFilter(routeID: "T1"), VehicleFilter(routeID: "L2"),
            VehicleFilter(routeID: "rid:1"), VehicleFilter(tripID: "T1-WD-N2"),
            VehicleFilter(tripID: "T1-WD-N1"), VehicleFilter(tripID: long),
        ]
        for filter in filters {
            await same.ask("\(filter)") { try await $0.vehicles(matching: filter) }
        }
        await same.ask("state") { try await $0.realtimeState() }
        #expect(same.differences == [])
        #expect(same.filled == 5)
    }

    @Test("a board has its alerts and its state with it: nothing else is asked")
    func boardOnly() async throws {
        let sample = try await LiveSample()
        let asker = LiveAsker(sample.source, over: sample.built)
        let stop = try await sample.built.bundle.stop(id: "CJ_P2")
        let boards = try await asker.source.boards(of: [stop], at: LiveSample.morning)
        #expect(boards.first?.alerts.map(\.id).contains("lift") == true)
        #expect(try await boards == sample.source.boards(of: [stop], at: LiveSample.morning))
        #expect(asker.asked.count == 1)
        // A second day without rows asks for no alerts either: the first page has those of all rows.
        let door = try await sample.built.bundle.stop(id: "QUAY_E1")
        let none = try await asker.source.boards(
            of: [door], at: LiveSample.morning, for: 2 * 86_400)
        #expect(none.first?.events == [])
        #expect(!asker.asked.contains { $0.hasPrefix("/api/v1/alerts") })
        let askedSoFar = asker.asked.count
        let state = try await asker.source.answering { source in
            _ = try await source.departures(from: stop, at: LiveSample.morning)
            return try await source.realtimeState()
        }.value
        #expect(state == RealtimeState(.live, at: LiveSample.morning.addingTimeInterval(-30)))
        #expect(asker.asked.count == askedSoFar + 1)
    }

    @Test("a server that says nothing of live data is asked nothing new")
    func oldServer() async throws {
        let built = try await BuiltBundle.sample.value
        let asker = AnswererAsker(built.bundle)
        let stop = try await built.bundle.stop(id: "CJ")
        let boards = try await asker.source.boards(of: [stop], at: LiveSample.morning)
        #expect(boards.first?.events.isEmpty == false && boards.first?.alerts == [])
        // The board has said that there is none.
        #expect(asker.asked.count == 1)
        #expect(try await asker.source.alerts(about: .everything, at: nil) == [])
        #expect(try await asker.source.vehicles(matching: VehicleFilter()) == [])
        #expect(try await asker.source.realtimeState() == nil)
        let paths = Set(asker.asked.map { $0.prefix { $0 != "?" } })
        #expect(paths == ["/api/v1/stops/CJ/departures", "/api/v1/feed"])
        #expect(!asker.asked.contains { $0.contains("realtime") })
    }

    @Test("a server that has lost its live data with an older release answers none")
    func olderRelease() async throws {
        let built = try await BuiltBundle.sample.value
        let sample = try await LiveSample()
        let live = LiveAsker(sample.source, over: sample.built)
        let watch = VersionWatch(live, every: nil) { try await Task.sleep(for: $0) }
        _ = try await ServerSource(asker: live, watch: watch).alerts(about: .feed, at: nil)
        #expect(watch.hasLiveData)
        let transport = MockTransport()
        let bundle = try await built.bundle.feed()
        transport.reply(to: "/api/v1/feed", .answer(FeedDTO(bundle, languages: [])))
        let asker = AskedQuestions(transport).client.asker
        let source = ServerSource(asker: asker, watch: watch)
        #expect(try await source.alerts(about: .everything, at: nil) == [])
        #expect(transport.requests.map(\.url.path).contains("/api/v1/alerts"))
    }
}
