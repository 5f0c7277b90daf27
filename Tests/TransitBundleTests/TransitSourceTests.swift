import Foundation
import GRDB
import Testing
import TransitBundle

@Suite("The questions of any source")
struct TransitSourceTests {
    /// Monday 23 November 2026, 00:00 in Sydney.
    private static let midnight = Date(timeIntervalSince1970: 1_795_352_400)

    /// Monday 1 June 2026, 00:00 in Zurich.
    private static let zurich = Date(timeIntervalSince1970: 1_780_264_800)

    /// The arrivals in a window, by going through all trips of two days call by call.
    private func arrivalsByTrips(
        at stops: Set<Int64>, of bundle: TransitBundle, from: Date, to: Date
    ) async throws -> [String] {
        let ids = try await bundle.readWithGRDB {
            try String.fetchAll($0, sql: "SELECT trip_id FROM trips")
        }
        let today = bundle.date(at: from)
        var found: [(Date, String)] = []
        for id in ids {
            let trip = try await bundle.trip(id: id)
            let headways = try await bundle.headways(of: trip)
            for day in -2...1 {
                let date = today.adding(days: day)
                var starts: [ServiceTime?] = [nil]
                if !headways.isEmpty {
                    starts = headways.flatMap { headway in
                        stride(
                            from: headway.startTime.seconds, to: headway.endTime.seconds,
                            by: headway.headwaySecs
                        ).map { ServiceTime(seconds: $0) }
                    }
                }
                for start in starts {
                    guard
                        let run = try await bundle.run(
                            tripID: id, startDate: date, startTime: start)
                    else { continue }
                    for timed in run.calls.dropFirst() {
                        guard let sid = timed.stop?.sid, stops.contains(sid),
                            timed.dropOff != .notAvailable, let arrival = timed.arrival?.date,
                            from <= arrival, arrival < to
                        else { continue }
                        found.append((arrival, "\(arrival) \(id) \(timed.stopSequence)"))
                    }
                }
            }
        }
        return found.map(\.1).sorted()
    }

    @Test("arrivals are those of a walk through all trips, at every stop")
    func arrivals() async throws {
        let bundle = try await sampleBundle()
        let end = Self.midnight.addingTimeInterval(86_400)
        let stops = try await bundle.read { try Stop.fetchAll($0) }
        var count = 0
        for stop in stops where stop.kind == .stop {
            let found = try await bundle.arrivals(
                at: [stop], from: Self.midnight, for: 86_400)
            #expect(found.map(\.time) == found.map(\.time).sorted())
            let expected = try await arrivalsByTrips(
                at: [stop.sid], of: bundle, from: Self.midnight, to: end)
            #expect(
                found.map { "\($0.time.date) \($0.tripID) \($0.stopSequence)" }.sorted()
                    == expected,
                "\(stop.stopID)")
            count += found.count
        }
        #expect(count > 100)
    }

    @Test("a vehicle that waits arrives before it leaves")
    func dwell() async throws {
        let stopTimes = """
            trip_id,stop_id,stop_sequence,arrival_time,departure_time
            t,a,1,08:00:00,08:00:00
            t,b,2,08:10:00,08:25:00
            t,c,3,08:40:00,08:40:00

            """
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1\nc,C,1,1\n",
                stopTimes: stopTimes))
        let stop = try await bundle.stop(id: "b")
        let departures = try await bundle.nextDepartures(
            from: stop, at: Self.zurich, count: 1)
        let arrivals = try await bundle.nextArrivals(
            at: [stop], from: Self.zurich, count: 1)
        let arrival = try #require(arrivals.first)
        #expect(departures.first.map { $0.time.seconds - arrival.time.seconds } == 900)
        // A window that ends between both has the arrival only.
        let window = arrival.time.date.addingTimeInterval(-60)
        #expect(try await bundle.arrivals(at: [stop], from: window, for: 120).count == 1)
        #expect(try await bundle.departures(from: stop, at: window, for: 120).isEmpty)
        // Nothing arrives at the first stop, nothing departs from the last.
        let first = try await bundle.stop(id: "a")
        let last = try await bundle.stop(id: "c")
        #expect(
            try await bundle.nextArrivals(at: [first], from: Self.zurich).isEmpty)
        #expect(try await bundle.nextDepartures(from: last, at: Self.zurich).isEmpty)
    }

    @Test("each event of a day has an id of its own")
    func identity() async throws {
        let bundle = try await sampleBundle()
        let stops = try await bundle.stops(
            in: BoundingBox(south: -90, west: -180, north: 90, east: 180), limit: 1000,
            kinds: [.stop, .station])
        var ids: Set<StopEvent.ID> = []
        var events: Set<StopEvent> = []
        for kind in StopEvent.Kind.allCases {
            let found = try await bundle.board(
                BoardQuestion(
                    kind, at: stops[0], with: Array(stops.dropFirst()), from: Self.midnight,
                    .window(2 * 86_400))
            ).events
            #expect(found.count > 1000 && found.allSatisfy { $0.kind == kind })
            ids.formUnion(found.map(\.id))
            events.formUnion(found)
        }
        #expect(ids.count == events.count)
    }

    @Test("boards of several stops at once, by route, type and direction")
    func boards() async throws {
        let bundle = try await sampleBundle()
        let quay = try await bundle.stop(id: "QUAY")
        let shelf = try await bundle.stop(id: "NS")
        let noon = Self.midnight.addingTimeInterval(12 * 3600)
        let boards = try await bundle.boards(of: [quay, shelf], at: noon, for: 7200)
        #expect(boards.map(\.stop) == [quay, shelf])
        let longAgo = Date(timeIntervalSince1970: 0)
        let empty = try await bundle.boards(of: [quay], at: longAgo, for: 60)
        #expect(empty.map(\.timeZoneName) == ["Australia/Sydney"] && empty[0].events.isEmpty)
        #expect(
            boards[0].events == (try await bundle.departures(from: quay, at: noon, for: 7200)))
        let both = try await bundle.departures(
            from: [quay, shelf, quay], at: noon, for: 7200, matching: .all)
        #expect(both.count == boards[0].events.count + boards[1].events.count)
        for filter in [
            BoardFilter(routeIDs: ["T1"]), BoardFilter(types: [.ferry, .bus]),
            BoardFilter(directionID: 1), BoardFilter(routeIDs: ["T1"], types: [.bus]),
        ] {
            let found = try await bundle.departures(
                from: [quay], at: noon, for: 7200, matching: filter)
            #expect(
                found
                    == boards[0].events.filter { departure in
                        filter.admits(
                            routeID: departure.routeID, type: departure.route?.type,
                            directionID: departure.directionID)
                    })
        }
        let filtered = try await bundle.nextDepartures(
            from: [quay], at: noon, count: 3, matching: BoardFilter(routeIDs: ["T1"]))
        #expect(filtered.count == 3)
        #expect(filtered.allSatisfy { $0.routeID == "T1" })
    }

    @Test("stops in a part of the map, across the antimeridian too")
    func box() async throws {
        let bundle = try await sampleBundle()
        let all = try await bundle.read { try Stop.fetchAll($0) }
        let box = BoundingBox(south: -33.87, west: 151.20, north: -33.86, east: 151.22)
        let found = try await bundle.stops(in: box)
        #expect(!found.isEmpty)
        #expect(
            found.map(\.sid)
                == all.filter { stop in
                    [.stop, .station].contains(stop.kind)
                        && stop.coordinate.map(box.contains) ?? false
                }.map(\.sid).sorted())
        #expect(try await bundle.stops(in: box, limit: 2).map(\.sid) == found.prefix(2).map(\.sid))
        let fiji = try TransitBundleTests.bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,-17,179.9\nb,B,-17,-179.9\n"
                    + "c,C,-17,0\n"))
        let across = BoundingBox(south: -18, west: 179, north: -16, east: -179)
        #expect(try await fiji.stops(in: across).map(\.stopID) == ["a", "b"])
        let nothing = BoundingBox(south: .nan, west: 0, north: 1, east: 1)
        #expect(try await fiji.stops(in: nothing).isEmpty)
        let upsideDown = BoundingBox(south: 1, west: 0, north: -18, east: 1)
        #expect(try await fiji.stops(in: upsideDown).isEmpty)
    }

    @Test("stations in the place of their platforms")
    func stations() async throws {
        let bundle = try await sampleBundle()
        let quay = Coordinate(latitude: -33.86152, longitude: 151.21075)
        let found = try await bundle.stations(near: quay, count: 5)
        #expect(found.count == 5)
        #expect(found.first?.stop.stopID == "QUAY")
        #expect(Set(found.map(\.stop.sid)).count == 5)
        #expect(found.allSatisfy { $0.stop.parentStation == nil })
        #expect(found.map(\.distanceMeters) == found.map(\.distanceMeters).sorted())
        let all = try await bundle.stations(near: quay, count: 1000)
        let tops = try await bundle.read { db in
            try Stop.fetchAll(db).filter {
                [.stop, .station].contains($0.kind) && $0.parentStation == nil
            }
        }
        #expect(Set(all.map(\.stop.sid)) == Set(tops.map(\.sid)))
    }

    @Test("the paths and the routes of a route and of an agency")
    func shapesAndAgencies() async throws {
        let bundle = try await sampleBundle()
        let route = try await bundle.route(id: "T1")
        let shapes = try await bundle.shapes(of: route)
        let ids = try await bundle.readWithGRDB { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT DISTINCT shape_id FROM trips
                    WHERE route_id = 'T1' AND shape_id IS NOT NULL
                    """)
        }
        #expect(Set(shapes.map(\.shapeID)) == ids)
        #expect(!shapes.isEmpty)
        var count = 0
        let feed = try await bundle.feed()
        for agency in feed.agencies {
            let routes = try await bundle.routes(of: agency)
            #expect(routes.allSatisfy { $0.agencyID == agency.agencyID })
            count += routes.count
        }
        #expect(count == (try await bundle.routes().count))
        #expect(feed.timeZone == bundle.timeZone)
        #expect(feed.line == (try await bundle.line))
    }

    @Test("the trip that a departure is part of")
    func run() async throws {
        let bundle = try await sampleBundle()
        let quay = try await bundle.stop(id: "QUAY")
        let board = try await bundle.nextDepartures(from: quay, at: Self.midnight, count: 40)
        for departure in board {
            let run = try #require(try await bundle.run(of: departure))
            let call = try #require(
                run.calls.first { $0.stopSequence == departure.stopSequence })
            #expect(call.departure == departure.time)
        }
    }

    @Test("a source in another language answers the same questions in it")
    func speaking() async throws {
        let bundle = try await sampleBundle()
        let arabic = try await bundle.speaking("ar")
        let quay = try await arabic.stop(id: "QUAY")
        #expect(quay.stopName == "رصيف الميناء")
        // A translated stop may be asked about.
        let board = try await arabic.departures(
            from: [quay], at: Self.midnight, for: 43_200, matching: .all)
        let plain = try await bundle.departures(
            from: try await bundle.stop(id: "QUAY"), at: Self.midnight, for: 43_200)
        #expect(board.map(\.tripID) == plain.map(\.tripID))
        #expect(try await arabic.details(of: quay).stop == quay)
        let answer = try await arabic.answering { try await $0.stop(id: "QUAY") }
        #expect(answer.value == quay)
        guard case .bundle(let version?, _, false) = answer.origin else {
            Issue.record("not from a bundle of a version: \(answer.origin)")
            return
        }
        #expect(version == (try await bundle.feed().version))
        let unknown = try await bundle.speaking("tlh")
        #expect(try await unknown.stop(id: "QUAY") == (try await bundle.stop(id: "QUAY")))
    }

    @Test("a store tells of each swap, and holds on to one bundle while questions belong together")
    func store() async throws {
        func file(_ name: String) throws -> String {
            try bundlePath(
                of: TinyFeed.files(stops: "stop_id,stop_name,stop_lat,stop_lon\na,\(name),1,1\n"))
        }
        let store = try TransitBundleStore(path: try file("Old"))
        let source: any TransitSource = store
        var changes = source.changes().makeAsyncIterator()
        let new = try file("New")
        let answer = try await source.answering { one in
            let before = try await one.stop(id: "a").stopName
            try store.replace(with: new)
            return [before, try await one.stop(id: "a").stopName]
        }
        #expect(answer.value == ["Old", "Old"])
        await changes.next()
        #expect(try await source.stop(id: "a").stopName == "New")
        // A bundle by itself never changes.
        for await _ in store.current.changes() { Issue.record("a change") }
    }
}
