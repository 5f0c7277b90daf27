import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

@Suite("Scope of alerts") struct AlertTests {
    typealias Part = MadeAlert.Part

    private let town: Town

    init() throws {
        town = try Town()
    }

    /// The rows of a board that an alert is on, and whether it is above the board.
    private func shown(
        _ part: Part, at stop: String, in town: Town? = nil
    ) async throws -> (rows: [String], board: Bool) {
        let live = try (town ?? self.town).live([MadeAlert.message([MadeAlert([part])])])
        let place = try await live.stop(id: stop)
        let board = try await live.board(
            BoardQuestion(at: place, from: Town.date("02:00"), .window(86_400)))
        let rows = board.events.filter { $0.realtime?.alerts == ["a"] }
            .map { "\($0.tripID) \(Town.clock($0.time))" }
        #expect(board.events.allSatisfy { ($0.realtime?.status ?? .scheduled) == .scheduled })
        return (rows, board.alerts.map(\.id) == ["a"])
    }

    private func isShown(
        _ part: Part, about subject: AlertSubject, in town: Town? = nil
    ) async throws -> Bool {
        let live = try (town ?? self.town).live([MadeAlert.message([MadeAlert([part])])])
        return try await live.alerts(about: subject, at: Town.date("08:00")).map(\.id) == ["a"]
    }

    @Test(
        "The alerts of a board are on the clock of its stop, also without departures",
        arguments: [60.0, 7200])
    func clock(duration: Double) async throws {
        let town = try Town(
            Crosstown.feed.with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone
                A,Harbour,48.0,2.0,,,Europe/London
                B,Market,48.0,2.1,,,
                C,Museum,48.0,2.2,,,
                D,Airport,48.0,2.4,,,
                S,Central,48.0,2.3,1,,
                S1,Central,48.0,2.3,,S,
                S2,Central,48.0,2.3,,S,
                """))
        let alert = MadeAlert([Part(stop: "A")], shown: [("07:00", "09:00")])
        let live = try town.live([MadeAlert.message([alert])])
        let stop = try await live.stop(id: "A")
        let now = Town.date("07:30")
        let board = try await live.boards(of: [stop], at: now, for: duration).first
        #expect(board?.events.isEmpty == (duration == 60))
        #expect(board?.timeZoneName == "Europe/London")
        let period = board?.alerts.first?.communicationPeriods.first
        #expect(period?.start?.description == "2026-03-04T06:00:00+00:00")
        let bare = try await live.board(BoardQuestion(at: stop, from: now, eventsOnly: true))
        #expect(bare.alerts.isEmpty && bare.timeZoneName == nil)
        // By itself an alert is on the feed's clock.
        let own = try await live.alerts(about: .stop(stop), at: now).first
        #expect(
            own?.communicationPeriods.first?.start?.description == "2026-03-04T07:00:00+01:00")
    }

    @Test("A route at a stop: its calls there, neither the route nor the stop")
    func routeAtStop() async throws {
        let part = Part(route: "R", stop: "B")
        let there = try await shown(part, at: "B")
        #expect(there.rows == ["T1 08:11"])
        #expect(there.board)
        let elsewhere = try await shown(part, at: "A")
        #expect(elsewhere.rows.isEmpty && !elsewhere.board)
        #expect(try await !isShown(part, about: .route(town.bundle.route(id: "R"))))
        #expect(try await !isShown(part, about: .stop(town.bundle.stop(id: "B"))))
        #expect(try await !isShown(part, about: .feed))
        #expect(try await isShown(part, about: .everything))
        let trip = try await town.bundle.trip(id: "T1")
        #expect(try await isShown(part, about: .trip(trip, on: Town.day)))
        let other = try await town.bundle.trip(id: "L1")
        #expect(try await !isShown(part, about: .trip(other, on: Town.day)))
    }

    @Test("A route, and a direction of it: their runs, and no stop")
    func route() async throws {
        let all = try await shown(Part(route: "R"), at: "B")
        #expect(all.rows == ["T1 08:11"])
        #expect(try await isShown(Part(route: "R"), about: .route(town.bundle.route(id: "R"))))
        #expect(try await !isShown(Part(route: "R"), about: .stop(town.bundle.stop(id: "B"))))
        let one = try await shown(Part(route: "R", direction: 1), at: "S")
        #expect(one.rows == ["T2 09:10"])
        let none = try await shown(Part(direction: 1), at: "B")
        #expect(none.rows.isEmpty && !none.board)
    }

    @Test("An agency beside a route is no alert of the agency, and another's is none at all")
    func agency() async throws {
        let both = try await shown(Part(agency: "X", route: "R"), at: "B")
        #expect(both.rows == ["T1 08:11"])
        #expect(try await !isShown(Part(agency: "X", route: "R"), about: .feed))
        let other = try await shown(Part(agency: "Y", route: "R"), at: "B")
        #expect(other.rows.isEmpty && !other.board)
        let whole = try await shown(Part(agency: "X"), at: "B")
        #expect(whole.rows.isEmpty && whole.board)
        #expect(try await isShown(Part(agency: "X"), about: .feed))
        #expect(try await !isShown(Part(agency: "Y"), about: .feed))
    }

    @Test("The only agency of a feed: above all boards, on its routes and runs")
    func onlyAgency() async throws {
        let part = Part(agency: "X")
        let route = try await town.bundle.route(id: "R")
        #expect(try await isShown(part, about: .route(route)))
        let trip = try await town.bundle.trip(id: "T1")
        #expect(try await isShown(part, about: .trip(trip, on: Town.day)))
        #expect(try await isShown(Part(agency: "X", stop: "B"), about: .stop(stop("B"))))
    }

    private func stop(_ id: String) async throws -> Stop { try await town.bundle.stop(id: id) }

    @Test("Of several agencies one is on the rows of its runs, and on no board without any")
    func severalAgencies() async throws {
        let town = try Town(
            Crosstown.feed.with(
                """
                # agency.txt
                agency_id,agency_name,agency_url,agency_timezone
                X,Crosstown,https://example.org,Europe/Paris
                Y,Loops,https://example.org,Europe/Paris
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,X,1,3
                N,X,2,3
                L,Y,3,3
                F,X,4,3
                """))
        func shown(_ part: Part, at stop: String) async throws -> (rows: [String], board: Bool) {
            try await self.shown(part, at: stop, in: town)
        }
        let loops = try await shown(Part(agency: "Y"), at: "B")
        #expect(loops.rows == ["L1 10:10"] && loops.board)
        let central = try await shown(Part(agency: "Y"), at: "S")
        #expect(central.rows.isEmpty && !central.board)
        #expect(try await !isShown(Part(agency: "Y"), about: .feed, in: town))
        for (route, isIts) in [("L", true), ("R", false)] {
            let route = try await town.bundle.route(id: route)
            #expect(try await isShown(Part(agency: "Y"), about: .route(route), in: town) == isIts)
        }
        for (trip, isIts) in [("L1", true), ("T1", false)] {
            let trip = try await town.bundle.trip(id: trip)
            let subject = AlertSubject.trip(trip, on: Town.day)
            #expect(try await isShown(Part(agency: "Y"), about: subject, in: town) == isIts)
        }
        // With a stop it is the calls of the agency there.
        let market = try await shown(Part(agency: "Y", stop: "B"), at: "B")
        #expect(market.rows == ["L1 10:10"])
        let harbor = try await shown(Part(agency: "Y", stop: "B"), at: "A")
        #expect(harbor.rows.isEmpty && !harbor.board)
        let stop = try await town.bundle.stop(id: "B")
        #expect(try await !isShown(Part(agency: "Y", stop: "B"), about: .stop(stop), in: town))
        // All fields count: the route is another agency's, the run another route's.
        for part in [Part(agency: "Y", route: "R"), Part(agency: "Y", type: 0)] {
            let found = try await shown(part, at: "B")
            #expect(found.rows.isEmpty && !found.board)
        }
        let trip = try await shown(Part(agency: "X", route: "R", type: 3, trip: "T1"), at: "B")
        #expect(trip.rows == ["T1 08:11"])
        let other = try await shown(Part(agency: "Y", trip: "T1"), at: "B")
        #expect(other.rows.isEmpty)
    }

    @Test("A stop alone: above its boards, and those of the places above and below it, on no row")
    func stop() async throws {
        for (named, boards) in [("S", ["S", "S1", "S2"]), ("S1", ["S", "S1"])] {
            for stop in ["S", "S1", "S2", "A"] {
                let found = try await shown(Part(stop: named), at: stop)
                #expect(found.rows.isEmpty)
                #expect(found.board == boards.contains(stop), "\(named) at \(stop)")
            }
        }
        let trip = try await town.bundle.trip(id: "T1")
        #expect(try await isShown(Part(stop: "S"), about: .trip(trip, on: Town.day)))
    }

    @Test("A station beside a route means its platforms")
    func routeAtStation() async throws {
        let found = try await shown(Part(route: "R", stop: "S"), at: "S1")
        #expect(found.rows == ["T1 08:21"])
    }

    @Test("A run, on its day, and its call at a stop")
    func trip() async throws {
        #expect(try await shown(Part(trip: "T1"), at: "B").rows == ["T1 08:11"])
        #expect(try await shown(Part(trip: "T1", day: "20260304"), at: "B").rows == ["T1 08:11"])
        #expect(try await shown(Part(trip: "T1", day: "20260311"), at: "B").rows.isEmpty)
        #expect(try await shown(Part(stop: "B", trip: "T1"), at: "B").rows == ["T1 08:11"])
        #expect(try await shown(Part(stop: "B", trip: "T1"), at: "A").rows.isEmpty)
        #expect(try await shown(Part(route: "N", trip: "T1"), at: "B").rows.isEmpty)
        let exact = try await shown(Part(trip: "F1", start: "14:10:00"), at: "C")
        #expect(exact.rows == ["F1 14:10"])
    }

    @Test(
        "A run without an id is found by route, direction, day and start; a route_id alone is no run"
    )
    func descriptor() async throws {
        let part = Part(day: "20260304", start: "08:00:00", runOf: "R", runDirection: 0)
        #expect(try await shown(part, at: "B").rows == ["T1 08:11"])
        #expect(try await shown(Part(runOf: "R"), at: "B").rows.isEmpty)
    }

    @Test("A kind of route is the code as published, or the basic one where there is no other")
    func type() async throws {
        #expect(try await shown(Part(type: 3), at: "A").rows.count > 2)
        #expect(try await shown(Part(type: 700), at: "A").rows.isEmpty)
        let extended = try Town(
            Crosstown.feed.with(
                """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,X,1,702
                N,X,2,704
                L,X,3,704
                F,X,4,704
                """))
        let live = try extended.live([MadeAlert.message([MadeAlert([Part(type: 3)])])])
        let board = try await live.departures(
            from: live.stop(id: "A"), at: Town.date("07:00"), for: 7200)
        #expect(!board.isEmpty && board.allSatisfy { $0.realtime?.alerts == ["a"] })
    }

    @Test("An alert that names nothing is listed only")
    func nothing() async throws {
        for part in [Part(), Part(stop: "nowhere"), Part(trip: "none"), Part(route: "none")] {
            let found = try await shown(part, at: "B")
            #expect(found.rows.isEmpty && !found.board)
            #expect(try await isShown(part, about: .everything))
        }
    }

    @Test("Calls of a trip have the alerts about them and their stops")
    func calls() async throws {
        let live = try town.live([
            MadeAlert.message([
                MadeAlert([Part(stop: "S")], id: "stop"), MadeAlert([Part(trip: "T1")], id: "run"),
                MadeAlert([Part(route: "R", stop: "B")], id: "call"),
            ])
        ])
        let run = try await live.run(
            tripID: "T1", startDate: Town.day, startTime: nil, now: Town.date("08:00"))
        #expect(run?.calls.map { $0.realtime?.alerts ?? [] } == [[], ["call"], ["stop"], []])
        let trip = try #require(run?.trip)
        let alerts = try await live.alerts(
            about: .trip(trip, on: Town.day), at: Town.date("08:00"))
        #expect(alerts.map(\.id) == ["call", "run", "stop"])
    }

    @Test("An alert that says no service cancels nothing")
    func noService() async throws {
        let live = try town.live([
            MadeAlert.message([MadeAlert([Part(route: "R")], severity: 4, effect: 1)])
        ])
        #expect(try await Town.board(of: live, "B").first == "T1 08:11 - scheduled")
    }
}
