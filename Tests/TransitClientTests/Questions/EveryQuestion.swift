import Foundation
import TestSupport
import TransitBundle
import TransitModel

/// Everything that can be asked of a source, with usual and with unusual arguments.
struct EveryQuestion {
    let bundle: TransitBundle
    let same: SameAnswers
    let size: Int
    let dates: [ServiceDate]
    private(set) var random: SeededGenerator

    /// - Parameters:
    ///   - client: what is compared with the bundle.
    ///   - spoken: the bundle in another language, where that is compared.
    init(
        _ bundle: TransitBundle, _ client: any TransitSource, size: Int, seed: UInt64 = 1,
        speaking spoken: (any TransitSource)? = nil
    ) {
        self.bundle = bundle
        self.size = size
        same = SameAnswers(spoken ?? bundle, client)
        random = SeededGenerator(seed: seed)
        guard let days = bundle.serviceDays else {
            dates = [ServiceDate.earliest.adding(days: 738_000)]
            return
        }
        let first = days.lowerBound
        let last = days.upperBound
        var dates = [
            first, last, first.adding(days: -1), last.adding(days: 1), first.adding(days: -400),
            last.adding(days: 400),
        ]
        let clock = ServiceClock(timeZone: bundle.timeZone)
        if let change = bundle.timeZone.nextDaylightSavingTimeTransition(
            after: clock.start(of: first))
        {
            let date = clock.date(at: change)
            dates += [date, date.adding(days: -1)].filter(days.contains)
        }
        let length = max(last.days(since: first), 1)
        for _ in 0..<4 {
            dates.append(first.adding(days: Int.random(in: 0...length, using: &random)))
        }
        self.dates = dates
    }

    private mutating func date() -> ServiceDate {
        dates.randomElement(using: &random) ?? .earliest
    }

    mutating func askAll() async throws {
        await askAboutFeed()
        let stops = try await some(allStops())
        for stop in stops { await ask(about: stop) }
        try await askForLists(of: stops)
        await askAboutPlaces(around: stops)
        await askBoards(of: stops)
        for route in try await some(bundle.routes()) { await ask(about: route) }
        for id in try await tripIDs() { await ask(aboutTrip: id) }
        await askAboutNothing()
    }

    /// Some of many, the first and the last among them.
    private mutating func some<Element>(_ all: [Element]) -> [Element] {
        guard all.count > size else { return all }
        let indices = Set((0..<size).map { _ in Int.random(in: 0..<all.count, using: &random) })
            .union([0, all.count - 1])
        return indices.sorted().map { all[$0] }
    }

    private func allStops() async throws -> [Stop] {
        try await bundle.stops(
            limit: .max, kinds: [.stop, .station, .entrance, .genericNode, .boardingArea])
    }

    private mutating func tripIDs() async throws -> [String] {
        var ids = try await bundle.ids(besides: "", of: .trip)
        if let id = ids.randomElement(using: &random) {
            ids += try await bundle.ids(besides: id + "5", of: .trip)
        }
        return some(Array(Set(ids)).sorted())
    }

    // MARK: The feed

    private func askAboutFeed() async {
        await same.ask("feed") { try await $0.feed() }
        await same.ask("languages") { try await $0.languages() }
        await same.ask("realtimeState") { try await $0.realtimeState() }
        await same.ask("alerts") { try await $0.alerts(about: .everything, at: nil) }
        await same.ask("vehicles") { try await $0.vehicles(matching: VehicleFilter()) }
        await same.ask("fares") { try await $0.fares() }
        await same.ask("routes") { try await $0.routes() }
        await same.ask("prepareSearch") { source in
            try await source.prepareSearch()
            return true
        }
        await same.ask("answering") { source in
            try await source.answering { try await $0.feed().credits }.value
        }
        let tables = await same.ask("extensions") { try await $0.extensionTables() }
        for table in (tables ?? []).map(\.table) + ["", "x_none", "a/b", "a\0b"] {
            for limit in [.max, 7, 0, -1] {
                await same.ask("\(limit) rows of \(table)") {
                    try await $0.extensionRows(of: table, limit: limit)
                }
            }
        }
        for agency in (try? await bundle.feed().agencies) ?? [] {
            await same.ask("routes of \(agency)") { try await $0.routes(of: agency) }
        }
        for id in [nil, "", "no such agency", "a\0b"] {
            await same.ask("routes of agency \(id ?? "-")") {
                try await $0.routes(of: Agency(agencyID: id))
            }
        }
    }

    // MARK: Stops

    private mutating func ask(about stop: Stop) async {
        let date = date()
        let name = stop.stopID
        await same.ask("stop \(name)") { try await $0.stop(id: name) }
        await same.ask("sid \(stop.sid)") { try await $0.stop(sid: stop.sid) }
        await same.ask("sid:\(stop.sid)") { try await $0.stop(id: "sid:\(stop.sid)") }
        await same.ask("details \(name)") { try await $0.details(of: stop) }
        await same.ask("zone \(name)") { try await $0.timeZone(at: stop) }
        await same.ask("routes of \(name)") { try await $0.routes(of: stop) }
        await same.ask("transfers \(name)") { try await $0.transfers(at: stop) }
        await same.ask("pathways \(name)") { try await $0.pathways(at: stop) }
        await same.ask("access \(name)") { try await $0.flexibleAccess(at: stop) }
        await same.ask("extensions \(name)") { try await $0.extensions(of: stop) }
        let services = await same.ask("services \(name) \(date)") {
            try await $0.flexibleServices(at: stop, on: date)
        }
        for service in services ?? [] {
            for rule in [service.pickupBookingRule, service.dropOffBookingRule] {
                guard let id = rule?.bookingRuleID?.text else { continue }
                await same.ask("booking rule \(id)") { try await $0.bookingRule(id: id) }
            }
        }
    }

    private mutating func askForLists(of stops: [Stop]) async throws {
        let sids = stops.map(\.sid) + [0, -1, .max] + stops.prefix(3).map(\.sid)
        await same.ask("sids") { try await $0.stops(sids: sids) }
        await same.ask("no sids") { try await $0.stops(sids: []) }
        let names = stops.map(\.stopName) + (try await bundle.routes()).prefix(20).map(\.name)
        var texts = [
            "", " ", "a", "1", "st", "\u{E9}", "e\u{301}", "-", "\"", "*", "a\0b", "a b c d",
        ]
        for name in some(names) {
            texts += [
                name, String(name.prefix(3)), " \(name.uppercased()) ", String(name.dropLast()),
            ]
        }
        texts += stops.prefix(3).map(\.stopID) + stops.prefix(3).compactMap(\.stopCode)
        texts.append(String(repeating: "a b c ", count: 40))
        for text in size < 4 ? Array(texts.shuffled(using: &random).prefix(8)) : texts {
            let limit = [1, 20, 700].randomElement(using: &random) ?? 20
            await same.ask("search \(text) \(limit)") {
                try await $0.stops(matching: text, limit: limit)
            }
            await same.ask("route search \(text) \(limit)") {
                try await $0.routes(matching: text, limit: limit)
            }
        }
        for limit in [0, -1, .max] {
            await same.ask("search a \(limit)") { try await $0.stops(matching: "a", limit: limit) }
            await same.ask("routes a \(limit)") { try await $0.routes(matching: "a", limit: limit) }
        }
    }

    private mutating func askAboutPlaces(around stops: [Stop]) async {
        let kinds: [Set<LocationType>] = [
            [], [.stop], [.stop, .station], [.entrance, .genericNode, .boardingArea],
            [.stop, .station, .entrance, .genericNode, .boardingArea],
        ]
        var places = [
            Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0),
            Coordinate(latitude: 91, longitude: 0), Coordinate(latitude: .nan, longitude: 0),
            Coordinate(latitude: 1, longitude: .infinity),
        ]
        for stop in stops.prefix(3) {
            guard let place = stop.coordinate else { continue }
            places.append(place)
            places.append(
                Coordinate(
                    latitude: min(place.latitude + 0.001_234_567_890_123, 90),
                    longitude: place.longitude + 360))
            places.append(
                Coordinate(latitude: place.latitude, longitude: place.longitude - 1.0 / 3 / 1000))
        }
        for place in size < 4 ? Array(places.shuffled(using: &random).prefix(3)) : places {
            let kind = kinds.randomElement(using: &random) ?? []
            for (radius, limit) in [
                (0, 5), (250.5, 20), (2000, 700), (99_999.5, 3), (300_000, 40), (-1, 5), (.nan, 5),
                (.infinity, 2), (1e-9, 5),
            ] as [(Double, Int)] {
                await same.ask("near \(place) \(radius) \(limit) \(kind)") {
                    try await $0.stops(near: place, radius: radius, limit: limit, kinds: kind)
                }
            }
            for count in [0, -3, 1, 7, 600] {
                await same.ask("nearest \(place) \(count) \(kind)") {
                    try await $0.stops(near: place, count: count, kinds: kind)
                }
                await same.ask("stations \(place) \(count)") {
                    try await $0.stations(near: place, count: count)
                }
            }
            for (north, east) in [
                (0.01, 0.01), (0.3, 0.5), (-0.01, 0.01), (100, 400), (0.01, -0.01),
            ] {
                let box = BoundingBox(
                    south: place.latitude - 0.01, west: place.longitude - 0.01,
                    north: place.latitude + north, east: place.longitude + east)
                for limit in [5, 700] {
                    await same.ask("box \(box) \(limit) \(kind)") {
                        try await $0.stops(in: box, limit: limit, kinds: kind)
                    }
                }
            }
        }
        await same.ask("all") {
            try await $0.stops(
                in: BoundingBox(south: -90, west: -180, north: 90, east: 180), limit: .max,
                kinds: [.stop, .station])
        }
    }

    // MARK: Boards

    private mutating func instant(on date: ServiceDate) -> Date {
        ServiceClock(timeZone: bundle.timeZone).start(of: date)
            .addingTimeInterval(Double(Int.random(in: 0..<90_000, using: &random)))
    }

    private mutating func askBoards(of stops: [Stop]) async {
        let routes = (try? await bundle.routes()) ?? []
        for stop in stops {
            let start = instant(on: date())
            let fraction = start.addingTimeInterval(0.25)
            await same.ask("board \(stop.stopID) \(start)") {
                try await $0.departures(from: [stop], at: start, for: 7200, matching: .all)
            }
            await same.ask("arrivals \(stop.stopID) \(fraction)") {
                try await $0.arrivals(at: [stop], from: fraction, for: 5400.5, matching: .all)
            }
            let next = await same.ask("next \(stop.stopID) \(fraction)") {
                try await $0.nextDepartures(from: [stop], at: fraction, count: 7, matching: .all)
            }
            await same.ask("next arrivals \(stop.stopID) \(start)") {
                try await $0.nextArrivals(at: [stop], from: start, count: 3, matching: .all)
            }
            for extent in [BoardQuestion.Extent.window(3600), .next(3)] {
                let question = BoardQuestion(at: stop, from: start, extent)
                await same.ask("whole board \(stop.stopID) \(start)") {
                    try await $0.board(question)
                }
            }
            for departure in (next ?? []).prefix(2) {
                await same.ask("continuation \(departure.tripID)") {
                    try await $0.continuation(of: departure)
                }
                await same.ask("run \(departure.tripID)") {
                    try await $0.run(of: departure)
                }
            }
        }
        guard let stop = stops.first else { return }
        let busy = await busiest(of: stops)
        let start = instant(on: date())
        let several = [busy] + stops.prefix(6) + [busy]
        for duration in [0, -60, .nan, 1, 86_400, 200_000, .infinity] {
            await same.ask("window \(duration)") {
                try await $0.departures(from: [stop], at: start, for: duration, matching: .all)
            }
        }
        for instant in [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .nan),
            Date(timeIntervalSince1970: 1e15), Date(timeIntervalSince1970: -1e15),
        ] {
            await same.ask("departures at \(instant.timeIntervalSince1970)") {
                try await $0.departures(from: [stop], at: instant, for: 3600, matching: .all)
            }
            await same.ask("next departures at \(instant.timeIntervalSince1970)") {
                try await $0.nextDepartures(from: [stop], at: instant, count: 2, matching: .all)
            }
        }
        await same.ask("day of several") {
            try await $0.departures(from: several, at: start, for: 86_400, matching: .all)
        }
        await same.ask("arrivals of several") {
            try await $0.arrivals(at: several, from: start, for: 40_000, matching: .all)
        }
        for count in [0, -1, 1, 501, 1200] {
            await same.ask("next \(count) of several") {
                try await $0.nextDepartures(
                    from: several, at: start, count: count, matching: .all)
            }
        }
        await same.ask("no stops") {
            try await $0.departures(from: [], at: start, for: 3600, matching: .all)
        }
        await askFiltered(several, at: start, routes)
    }

    /// Of some stops the one with most that leaves.
    private func busiest(of stops: [Stop]) async -> Stop {
        var best = (count: -1, stop: stops[0])
        for stop in stops {
            let count = (try? await bundle.routes(of: stop).count) ?? 0
            if count > best.count { best = (count, stop) }
        }
        return best.stop
    }

    private mutating func askFiltered(
        _ stops: [Stop], at start: Date, _ routes: [Route]
    ) async {
        let here = (try? await bundle.routes(of: stops[0])) ?? []
        let types = Set(routes.map(\.type))
        let filters = [
            BoardFilter(routeIDs: []), BoardFilter(types: []), BoardFilter(types: types),
            BoardFilter(types: Set(types.prefix(1))), BoardFilter(directionID: 0),
            BoardFilter(directionID: 1), BoardFilter(directionID: 2), BoardFilter(directionID: -1),
            BoardFilter(routeIDs: Set(here.prefix(2).map { RouteID($0.routeID) })),
            BoardFilter(
                routeIDs: Set(here.prefix(1).map { RouteID($0.routeID) } + ["no such route"])),
            BoardFilter(routeIDs: ["rid:1"]), BoardFilter(routeIDs: ["a\0b", ""]),
            BoardFilter(
                routeIDs: Set(routes.prefix(40).map { RouteID($0.routeID) }), directionID: 0),
        ]
        for filter in filters {
            await same.ask("departures \(filter)") {
                try await $0.departures(from: stops, at: start, for: 20_000, matching: filter)
            }
            await same.ask("next \(filter)") {
                try await $0.nextDepartures(from: stops, at: start, count: 30, matching: filter)
            }
            await same.ask("arrivals \(filter)") {
                try await $0.arrivals(at: stops, from: start, for: 9000, matching: filter)
            }
            await same.ask("next arrivals \(filter)") {
                try await $0.nextArrivals(at: stops, from: start, count: 4, matching: filter)
            }
        }
    }

    // MARK: Routes

    private mutating func ask(about route: Route) async {
        let name = route.routeID
        await same.ask("route \(name)") { try await $0.route(id: name) }
        await same.ask("rid \(route.rid)") { try await $0.route(rid: route.rid) }
        await same.ask("rid:\(route.rid)") { try await $0.route(id: "rid:\(route.rid)") }
        await same.ask("directions \(name)") { try await $0.directions(of: route) }
        await same.ask("fares \(name)") { try await $0.fares(of: route) }
        await same.ask("extensions \(name)") { try await $0.extensions(of: route) }
        for direction in [nil, 0, 1, 2] {
            await same.ask("stops of \(name) \(direction ?? -1)") {
                try await $0.stops(of: route, direction: direction)
            }
            await same.ask("shapes of \(name) \(direction ?? -1)") {
                try await $0.shapes(of: route, direction: direction)
            }
        }
        for _ in 0..<2 {
            let date = date()
            await same.ask("timetables of \(name) \(date)") {
                try await $0.timetables(of: route, on: date)
            }
        }
    }

    // MARK: Trips

    private mutating func ask(aboutTrip id: String) async {
        await same.ask("headways \(id)") { try await $0.headways(of: Trip(tripID: id)) }
        await same.ask("calls \(id)") { try await $0.calls(of: Trip(tripID: id)) }
        await same.ask("extensions \(id)") { try await $0.extensions(of: Trip(tripID: id)) }
        guard let trip = await same.ask("trip \(id)", { try await $0.trip(id: id) }) else { return }
        let headways = (try? await bundle.headways(of: trip)) ?? []
        let calls = (try? await bundle.calls(of: trip)) ?? []
        var starts: [ServiceTime?] = [
            nil, calls.first?.time, ServiceTime(hours: 3, minutes: 33, seconds: 33),
            ServiceTime(seconds: -1), ServiceTime(hours: 1000, minutes: 0),
        ]
        if let headway = headways.first {
            starts += [
                headway.startTime, headway.startTime.adding(seconds: headway.headwaySecs),
                headway.endTime,
            ]
        }
        for start in starts {
            for date in [date(), date()] {
                await same.ask("calls \(id) \(date) \(start?.description ?? "")") {
                    try await $0.calls(of: trip, on: date, startTime: start)
                }
                let now = instant(on: date).addingTimeInterval(0.6)
                await same.ask("run \(id) \(date) \(start?.description ?? "")") {
                    try await $0.run(
                        tripID: id, startDate: date, startTime: start, now: now)
                }
                await same.ask("run \(id) at \(now) \(start?.description ?? "")") {
                    try await $0.run(tripID: id, startDate: nil, startTime: start, now: now)
                }
            }
        }
        for now in [Date.distantPast, .distantFuture] {
            await same.ask("run \(id) at \(now)") {
                try await $0.run(tripID: id, startDate: nil, startTime: nil, now: now)
            }
        }
        await same.ask("shape of \(id)") { try await $0.shape(of: trip) }
        if let shape = trip.shapeID {
            await same.ask("shape \(shape)") { try await $0.shape(id: shape) }
        }
        let sequences = calls.map(\.stopSequence)
        for (start, end) in [
            (sequences.first, sequences.last), (sequences.last, sequences.first),
            (sequences.dropFirst().first, sequences.dropLast().last),
            (sequences.first, sequences.first), (-1, sequences.last), (0, .max),
        ] {
            guard let start, let end else { continue }
            await same.ask("path \(id) \(start) \(end)") {
                try await $0.path(of: trip, from: start, to: end)
            }
        }
    }

    // MARK: What there is not

    private mutating func askAboutNothing() async {
        let date = dates[0]
        let now = ServiceClock(timeZone: bundle.timeZone).start(of: date)
        let ids = [
            "", "no such id", "a/b", "..", ".", "a+b", "a%2Fb", "a\0b", "caf\u{E9}", "cafe\u{301}",
            "sid:0", "sid:-1", "sid:99999999", "rid:99999999", "sid:", "?&=#", " ",
            "a\nb", "\u{1F68B}", String(repeating: "x", count: 1500),
        ]
        for id in size < 4 ? Array(ids.shuffled(using: &random).prefix(4)) : ids {
            // A server goes by the id of a stop or route, a bundle by its key: here neither is there.
            // (Small negative keys are those of stops that only stop times name.)
            let stop = Stop(
                sid: -9_999_999, stopID: "none " + id, stopName: "none", stopLat: nil, stopLon: nil)
            let route = Route(
                rid: -9_999_999, routeID: "none " + id, routeShortName: "none", routeLongName: "",
                type: .bus)
            let trip = Trip(tripID: id)
            await same.ask("no stop \(id)") { try await $0.stop(id: id) }
            await same.ask("no extensions \(id)") { try await $0.extensions(of: stop) }
            await same.ask("no extensions \(id)") { try await $0.extensions(of: route) }
            await same.ask("no extensions \(id)") { try await $0.extensions(of: trip) }
            await same.ask("no route \(id)") { try await $0.route(id: id) }
            await same.ask("no trip \(id)") { try await $0.trip(id: id) }
            await same.ask("no shape \(id)") { try await $0.shape(id: id) }
            await same.ask("no rule \(id)") { try await $0.bookingRule(id: id) }
            await same.ask("no calls \(id)") { try await $0.calls(of: trip) }
            await same.ask("no times \(id)") {
                try await $0.calls(of: trip, on: date, startTime: nil)
            }
            await same.ask("no run \(id)") {
                try await $0.calls(of: trip, on: date, startTime: ServiceTime(seconds: 3600))
            }
            await same.ask("no run \(id)") {
                try await $0.run(tripID: id, startDate: nil, startTime: nil, now: now)
            }
            await same.ask("no headways \(id)") { try await $0.headways(of: trip) }
            await same.ask("no shape of \(id)") { try await $0.shape(of: trip) }
            await same.ask("no path of \(id)") { try await $0.path(of: trip, from: 1, to: 2) }
            await same.ask("no board \(id)") {
                try await $0.departures(from: [stop], at: now, for: 7200, matching: .all)
            }
            await same.ask("no next \(id)") {
                try await $0.nextArrivals(at: [stop], from: now, count: 3, matching: .all)
            }
            await same.ask("no details \(id)") { try await $0.details(of: stop) }
            await same.ask("no zone \(id)") { try await $0.timeZone(at: stop) }
            await same.ask("no routes of \(id)") { try await $0.routes(of: stop) }
            await same.ask("no access \(id)") { try await $0.flexibleAccess(at: stop) }
            await same.ask("no service \(id)") {
                try await $0.flexibleServices(at: stop, on: date)
            }
            await same.ask("no stops of \(id)") { try await $0.stops(of: route, direction: nil) }
            await same.ask("no shapes of \(id)") { try await $0.shapes(of: route, direction: 0) }
            await same.ask("no directions \(id)") { try await $0.directions(of: route) }
            await same.ask("no timetables \(id)") { try await $0.timetables(of: route, on: date) }
            await same.ask("no fares \(id)") { try await $0.fares(of: route) }
        }
        await same.ask("no sid") { try await $0.stop(sid: -5) }
        await same.ask("no rid") { try await $0.route(rid: .max) }
        for language in ["", "tlh", "de, fr;q=0.5", "*", "en\r\nX: y"] {
            await same.ask("speaking \(language)") { source in
                try await source.speaking(language).feed()
            }
        }
        await same.ask("changes") { source in
            _ = source.changes()
            return true
        }
    }
}
