import Foundation
import Testing
import TransitModel
import TransitSample

@Suite("The sample")
struct CannedSourceTests {
    private let now = Date(timeIntervalSince1970: 1_795_379_400)

    @Test("A preview has a station, its platforms, routes and a board")
    func sample() async throws {
        let source: any TransitSource = CannedSource.sample(now: now)
        let quay = try await source.stop(id: "200060")
        #expect(quay == .circularQuay)
        #expect(try await source.stop(sid: 1) == quay)
        #expect(try await source.details(of: quay).platforms.map(\.platformCode) == ["1", "2"])
        #expect(
            try await source.stops(matching: "circ", limit: 20).map(\.stopName) == [
                "Circular Quay Station", "Circular Quay, Wharf 3", "Circular Quay, Stand A",
                "Circular Quay Station, Platform 1", "Circular Quay Station, Platform 2",
            ])
        #expect(try await source.stops(matching: "wharf circ", limit: 2).map(\.sid) == [5])
        #expect(try await source.stops(matching: "200020", limit: 2).map(\.sid) == [5])
        #expect(try await source.routeGroups().map(\.title) == ["Train", "Bus", "Ferry"])
        let board = try await source.nextDepartures(from: [quay], at: now, count: 3, matching: .all)
        #expect(board.map(\.routeID) == ["T8", "T8", "T8"])
        let ferries = BoardFilter(types: [.ferry])
        #expect(
            try await source.nextDepartures(from: [quay], at: now, count: 3, matching: ferries)
                .isEmpty)
        #expect(
            try await source.feed().validity.expiryText(on: source.feed().date(at: now))
                == "Timetable expires in 60 days")
        #expect(
            try await source.answering { try await $0.routes().count } == Answer(3, from: .canned))
    }

    @Test("The sample has a whole route")
    func wholeRoute() async throws {
        let source = CannedSource.sample(now: now)
        let today = try await source.feed().date(at: now)
        let train = try await source.route(id: "T8")
        let directions = try await source.directions(of: train)
        #expect(directions.map(\.headsign) == ["Macarthur", "Circular Quay"])
        #expect(try await source.stops(of: train, direction: 0).count == 6)
        #expect(try await source.shapes(of: train, direction: 1).count == 1)
        let trip = try await source.trip(id: "T8-0-1")
        #expect(try await source.route(of: trip) == train)
        #expect(try await source.route(of: Trip(tripID: "1")) == nil)
        #expect(try await source.route(of: Trip(tripID: "1", routeID: "T9")) == nil)
        let timetables = try await source.timetables(of: train, on: today)
        #expect(timetables.map(\.rows.count) == directions.map(\.tripCount))
        #expect(timetables.map(\.directionID) == [0, 1])
        let quay = Stop.circularQuay
        let details = try await source.details(of: quay)
        #expect(details.entrances.count == 1 && details.levels.map(\.levelID) == ["P", "S"])
        #expect(details.routes == [train])
        #expect(try await source.pathways(at: details.platforms[0]) == details.pathways)
        #expect(details.pathways.count == 2)
        #expect(try await source.transfers(at: quay).count == 1)
        #expect(try await source.fares(of: train).count == 1)
        #expect(try await source.fares().products.count == 1)
        let bus = try await source.route(id: "333")
        let table = try #require(try await source.timetables(of: bus, on: today).first)
        #expect(table.rows.map(\.headwaySecs) == [600] && table.flexibleTrips.count == 1)
        let beach = try await source.stop(id: "202610")
        let service = try #require(try await source.flexibleServices(at: beach, on: today).first)
        #expect(service.route == bus && service.locationGroup?.locationGroupName == "Bondi")
        let rule = try await source.bookingRule(id: "BONDI")
        #expect(service.pickupBookingRule == rule)
        #expect(try await source.flexibleAccess(at: beach).first?.pickupBookingRule == rule)
        #expect(try await source.flexibleServices(at: quay, on: today) == [])
        // On the next day it is the same again, but for the news.
        let board = try await source.departures(from: quay, at: now)
        let later = try await source.departures(from: quay, at: now.addingTimeInterval(86_400))
        let planned = board.filter { $0.realtime?.isScheduled ?? true }
        #expect(planned.count == 6 && later.map(\.tripID) == planned.map(\.tripID))
        #expect(
            board.map { $0.realtime?.status }
                == [.scheduled, .updated, .canceled, .added, .scheduled, .scheduled, .scheduled])
        #expect(board[1].expectedTime.seconds == board[1].time.seconds + 240)
        #expect(try await source.realtimeState()?.freshness == .live)
        let after = try #require(ServiceDate(yyyymmdd: 20_330_102))
        #expect(
            try await source.run(tripID: "T8-0-1", startDate: after, startTime: nil, now: now)
                == nil)
        #expect(
            try await source.run(tripID: "T8-0-1", startDate: nil, startTime: nil, now: now) != nil)
    }

    @Test(
        "The second train is late, the third canceled, and one is added",
        // Around midnight, and before the service day begins where clocks have gone back.
        arguments: [1_795_350_600, 1_795_352_340, 1_795_353_000, 1_806_761_400])
    func news(seconds: Double) async throws {
        let now = Date(timeIntervalSince1970: seconds)
        let board = try await CannedSource.sample(now: now)
            .nextDepartures(from: .circularQuay, at: now, count: 5)
        #expect(
            board.map { $0.realtime?.status }
                == [.scheduled, .updated, .canceled, .added, .scheduled])
    }

    @Test(
        "The answers of the sample agree with each other, whenever it is made",
        // Half past seven, and the night in which clocks go forward.
        arguments: [1_795_379_400, 1_791_044_460.5])
    func agreement(seconds: Double) async throws {
        let now = Date(timeIntervalSince1970: seconds)
        let source = CannedSource.sample(now: now)
        var seen: Set<String> = []
        let world = BoundingBox(south: -90, west: -180, north: 90, east: 180)
        let stops = try await source.stops(
            in: world, limit: 50, kinds: [.stop, .station, .entrance])
        #expect(stops.count == 14)
        for stop in stops {
            let details = try await source.details(of: stop)
            #expect(try await source.routes(of: stop) == details.routes)
            var routes: Set<Route> = []
            for kind in StopEvent.Kind.allCases {
                var question = BoardQuestion(kind, at: stop, from: now, .window(1800))
                let board = try await source.board(question)
                let events = board.events
                let times = events.map(\.expectedTime)
                #expect(times == times.sorted())
                question.extent = .next(events.count)
                #expect(try await source.board(question).events == events)
                for event in events {
                    #expect(event.expectedTime.date >= now)
                    routes.formUnion([event.route].compactMap { $0 })
                    seen.insert(event.tripID)
                    try await compare(event, with: source)
                }
            }
            #expect(routes == Set(details.routes), "\(stop.stopName)")
            for pathway in details.pathways {
                for end in [pathway.fromStopID, pathway.toStopID] {
                    _ = try await source.stop(id: try #require(end?.text))
                }
            }
        }
        #expect(seen.count > 20 && seen.contains("T8-EXTRA"))
    }

    /// Asks everything about an event.
    private func compare(_ event: StopEvent, with source: CannedSource) async throws {
        let trip = try await source.trip(id: event.tripID)
        let route = try await source.route(id: #require(trip.routeID))
        #expect(event.route == route && event.routeID == route.routeID)
        #expect(try await source.stop(id: event.stopID) == event.stop)
        let run = try #require(try await source.run(of: event))
        #expect(run.headwaySecs == event.headwaySecs)
        #expect(
            try await source.calls(of: trip, on: event.serviceDate, startTime: event.startTime)
                == run.calls)
        let call = try #require(run.calls.first { $0.stopSequence == event.stopSequence })
        #expect((event.kind == .departure ? call.departure : call.arrival) == event.time)
        #expect(call.stop == event.stop && call.headsign == event.headsign)
        // An added run is in no timetable.
        guard event.realtime?.isScheduled ?? true else { return }
        #expect(run.trip == trip)
        #expect(run.calls.map(\.scheduled) == (try await source.calls(of: trip)))
        let stops = try await source.stops(of: route, direction: event.directionID)
        #expect(stops == run.calls.compactMap(\.stop))
        let headways = try await source.headways(of: trip)
        #expect(headways.map(\.headwaySecs) == [event.headwaySecs].compactMap { $0 })

        let timetable = try #require(
            try await source.timetables(of: route, on: event.serviceDate)
                .first { $0.directionID == event.directionID })
        let row = try #require(timetable.rows.first { $0.tripID == event.tripID })
        let cell = try #require(
            row.cells.compactMap { $0 }.first { $0.stopSequence == event.stopSequence })
        let clock = ServiceClock(timeZone: event.timeZone)
        let shift = (event.startTime?.seconds ?? 0) - (row.startTime?.seconds ?? 0)
        let time = event.kind == .departure ? cell.departure : cell.arrival
        #expect(
            time.map { clock.instant(event.serviceDate, $0.adding(seconds: shift)) }
                == event.time.date)
        #expect(cell.stopID == event.stopID)

        let shape = try #require(try await source.shape(of: trip))
        #expect(try await source.shapes(of: route, direction: event.directionID) == [shape])
        #expect(try await source.shape(id: shape.shapeID) == shape)
        let last = try #require(run.calls.last)
        let path = try await source.path(
            of: trip, from: event.stopSequence, to: last.stopSequence)
        #expect(path.first == event.stop.coordinate && path.last == last.stop?.coordinate)
        if let next = try await source.continuation(of: event) {
            let first = try await source.calls(of: next.trip).first
            let stations = [first?.stop, last.stop].map { $0?.parentStation ?? $0?.stopID }
            #expect(next.canStayOnBoard && stations[0] == stations[1])
            #expect(try #require(first?.time) >= #require(last.scheduled.arrival))
        }
    }

    @Test("It fails and waits as set, and ends with its task")
    func failure() async throws {
        struct Broken: Error {}
        var source = CannedSource.sample(now: now, failure: Broken())
        await #expect(throws: Broken.self) { try await source.feed() }
        source.failure = nil
        source.delay = .seconds(3600)
        let slow = source
        let task = Task { try await slow.routes() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Every answer survives as JSON")
    func coding() async throws {
        func roundTrip<Value: Codable & Equatable>(
            _ value: Value, _ location: SourceLocation = #_sourceLocation
        ) throws {
            let bytes = try JSONEncoder().encode(value)
            #expect(
                try JSONDecoder().decode(Value.self, from: bytes) == value,
                sourceLocation: location)
        }
        let source = CannedSource.sample(now: now)
        let stop = Stop.circularQuay
        try roundTrip(try await source.feed())
        try roundTrip(try await source.routeGroups())
        try roundTrip(try await source.details(of: stop))
        let board = try await source.boards(of: [stop], at: now)
        #expect(!board[0].events.isEmpty)
        try roundTrip(board)
        let place = try #require(stop.coordinate)
        try roundTrip(try await source.stations(near: place, count: 3))
        try roundTrip(try await source.answering { try await $0.stop(id: "200060") }.origin)
    }
}
