import BundleCodec
import Foundation
import TransitModel

struct BoardMerger {
    let trips: MergedTrips
    let source: any TransitSource
    let kind: StopEvent.Kind
    let filter: BoardFilter
    /// Of expected times, in seconds since 1970.
    private let window: Range<Double>
    private var found: [StopEvent] = []
    /// Expected, in seconds since 1970.
    private var times: [Int] = []
    private var clock = OffsetMemory()
    private var hasPlatforms = false
    private var known = KnownPlaces()

    init(
        trips: MergedTrips, source: any TransitSource, kind: StopEvent.Kind,
        filter: BoardFilter, from start: Date, to end: Date
    ) {
        self.trips = trips
        self.source = source
        self.kind = kind
        self.filter = filter
        window = start.timeIntervalSince1970..<max(start, end).timeIntervalSince1970
    }

    /// Events are large, so they are changed in place.
    mutating func add(_ events: consuming [StopEvent]) {
        var kept = 0
        for index in events.indices {
            guard let time = shownTime(&events[index]) else { continue }
            times.append(time)
            if kept < index { events.swapAt(kept, index) }
            kept += 1
        }
        events.removeLast(events.count - kept)
        if found.isEmpty { found = events } else { found += events }
    }

    private mutating func shownTime(_ event: inout StopEvent) -> Int? {
        guard trips.apply(to: &event, on: &clock) else { return nil }
        if event.realtime?.stopID != nil { hasPlatforms = true }
        let time = event.expectedTime.seconds
        return window.contains(Double(time)) ? time : nil
    }

    mutating func addMoved(at stops: [Stop], tops: Set<StopID>) async throws {
        guard !trips.movedTo.isEmpty else { return }
        let asked = BoardStops(stops)
        for place in tops {
            for moved in trips.movedTo[place] ?? []
            where asked.contains(moved.places) && !asked.contains(moved.from) {
                guard let time = kind == .departure ? moved.departure : moved.arrival,
                    window.contains(Double(trips.expected(moved, kind) ?? time)),
                    let stop = try await known.stop(moved.stopID, in: source)
                else { continue }
                let scheduled = try await source.board(
                    BoardQuestion(
                        kind, at: stop, from: Date(timeIntervalSince1970: Double(time)),
                        .window(1), matching: filter, eventsOnly: true))
                let event = scheduled.events.first {
                    $0.runKey == moved.run && $0.stopSequence == moved.sequence
                }
                if var event, let time = shownTime(&event) {
                    found.append(event)
                    times.append(time)
                }
            }
        }
    }

    mutating func addListed(at stops: [Stop], tops: Set<StopID>) async throws {
        guard !trips.listed.isEmpty else { return }
        let asked = BoardStops(stops)
        var runs: Set<Int32> = []
        for place in tops { runs.formUnion(trips.listedAt[place] ?? []) }
        for index in runs.sorted() {
            let run = trips.listed[Int(index)]
            for call in run.calls where call.isOnBoard(kind) {
                guard asked.contains(call.places) || asked.contains(call.placesOfPlatform) else {
                    continue
                }
                guard let time = call[kind].time,
                    window.contains(Double(time)),
                    let stop = try await known.stop(call.stopID, in: source)
                else { continue }
                let event = try await self.event(call, of: run, at: stop)
                guard filter.admits(event) else { continue }
                found.append(event)
                times.append(event.expectedTime.seconds)
            }
        }
    }

    private mutating func event(
        _ call: ListedRun.ListedCall, of run: ListedRun, at stop: Stop
    ) async throws -> StopEvent {
        let template = try await known.trip(run.template, in: source)
        let route = try await known.route(run.routeID, in: source)
        let zone = try await source.timeZone(at: stop)
        let planned = call[kind].scheduled ?? call[kind].expected ?? 0
        if call.extra.platform != nil { hasPlatforms = true }
        return StopEvent(
            kind, tripID: run.tripID, routeID: run.routeID, route: route, stop: stop,
            stopSequence: call.sequence, serviceDate: ServiceDate(dayNumber: run.day),
            time: clock.instant(planned, in: zone), timeZone: zone,
            headsign: try await known.headsign(of: call, on: run, in: source),
            pickupDropOff: PickupDropOff(code: kind == .departure ? call.pickup : call.dropOff),
            tripShortName: run.shortName ?? template?.tripShortName,
            directionID: run.directionID, wheelchairAccessible: template?.wheelchairAccessible,
            bikesAllowed: template?.bikesAllowed,
            startTime: run.start.map(ServiceTime.init(seconds:)),
            headwaySecs: run.headway?.seconds, exactTimes: run.headway?.exactTimes,
            realtime: CallRealtime(run.state(of: call, kind), in: zone, on: &clock))
    }

    mutating func events() async throws -> [StopEvent] {
        var events: [StopEvent] = []
        swap(&events, &found)
        StopEvent.sort(&events, at: times)
        guard hasPlatforms else { return events }
        for index in events.indices {
            guard var news = events[index].realtime, news.stopID != nil else { continue }
            try await known.tellPlatform(in: &news, at: events[index].stop, in: source)
            events[index].realtime = news
        }
        return events
    }
}

extension Stop {
    var place: String {
        guard kind != .station, let parentStation, !parentStation.isEmpty else { return stopID }
        return parentStation
    }
}

extension StopEvent {
    var runKey: RunKey {
        RunKey(tripID, day: serviceDate.dayNumber, start: startTime?.seconds)
    }
}

struct BoardStops: Sendable {
    private let ids: Set<StopID>

    init(_ stops: [Stop]) {
        ids = Set(stops.map { StopID($0.stopID) })
    }

    func contains(_ places: [String]) -> Bool { places.contains { ids.contains(StopID($0)) } }
}

/// Each looked up once; nil for those that the feed lacks.
struct KnownPlaces {
    private var stops: [StopID: Stop?] = [:]
    private var routes: [RouteID: Route?] = [:]
    private var trips: [TripID: Trip?] = [:]
    private var headsigns: [TripID: [Int: String]] = [:]

    mutating func stop(_ id: String, in source: any TransitSource) async throws -> Stop? {
        let key = StopID(id)
        if let known = stops[key] { return known }
        let stop = try await Self.found { try await source.stop(id: id) }
        // A question for `sid:1` finds the stop with that key.
        stops[key] = .some(stop.flatMap { StopID($0.stopID) == key ? $0 : nil })
        return stops[key] ?? nil
    }

    /// Sets the code of the platform in use, for a call at a stop, or the name of a stop at another
    /// station: its code would be read as that of a platform of the station. Stops without a
    /// station that have one name are of one place.
    mutating func tellPlatform(
        in news: inout CallRealtime, at stop: Stop?, in source: any TransitSource
    ) async throws {
        guard let id = news.stopID, let stop, let platform = try await self.stop(id, in: source)
        else { return }
        let tops = [
            try await places(of: stop, in: source), try await places(of: platform, in: source),
        ].map { $0.last?.exact }
        if tops[0] == tops[1] || stop.stopName == platform.stopName {
            news.platformCode = platform.platformCode
        } else {
            news.stopName = platform.stopName
        }
    }

    mutating func places(of stop: Stop, in source: any TransitSource) async throws -> [String] {
        guard StopID(stop.place) != StopID(stop.stopID) else { return [stop.stopID] }
        guard stop.kind == .boardingArea else { return [stop.stopID, stop.place] }
        return [stop.stopID] + (try await places(ofStop: stop.place, in: source))
    }

    mutating func places(ofStop id: String, in source: any TransitSource) async throws -> [String] {
        var places: [String] = []
        var next: String? = id
        while let id = next, places.count < 4, let stop = try await stop(id, in: source) {
            places.append(id)
            next = stop.kind == .station ? nil : stop.parentStation.flatMap(UsableValues.id)
        }
        return places
    }

    mutating func route(_ id: String?, in source: any TransitSource) async throws -> Route? {
        guard let id else { return nil }
        let key = RouteID(id)
        if let known = routes[key] { return known }
        let route = try await Self.found { try await source.route(id: id) }
        routes[key] = .some(route.flatMap { RouteID($0.routeID) == key ? $0 : nil })
        return routes[key] ?? nil
    }

    mutating func trip(_ id: String?, in source: any TransitSource) async throws -> Trip? {
        guard let id else { return nil }
        if let known = trips[TripID(id)] { return known }
        let trip = try await Self.found { try await source.trip(id: id) }
        trips[TripID(id)] = .some(trip)
        return trip
    }

    /// As the call has it, else the run. An added run without any goes to the last stop that it
    /// does not skip.
    mutating func headsign(
        of call: ListedRun.ListedCall? = nil, on run: ListedRun, in source: any TransitSource
    ) async throws -> String? {
        if let given = call?.extra.headsign ?? run.headsign { return given }
        if let trip = try await trip(run.template, in: source) {
            guard run.isCopy, let call else { return trip.tripHeadsign }
            return try await headsigns(of: trip, in: source)[call.sequence] ?? trip.tripHeadsign
        }
        guard run.template == nil else { return nil }
        guard let end = run.calls.endOfAdded else { return nil }
        return try await stop(run.calls[end].stopID, in: source)?.stopName
    }

    private mutating func headsigns(
        of trip: Trip, in source: any TransitSource
    ) async throws -> [Int: String] {
        if let known = headsigns[TripID(trip.tripID)] { return known }
        var signs: [Int: String] = [:]
        for call in try await source.calls(of: trip) where call.headsign != nil {
            signs[call.stopSequence] = call.headsign
        }
        headsigns[TripID(trip.tripID)] = signs
        return signs
    }

    private static func found<Value>(_ question: () async throws -> Value) async throws -> Value? {
        do {
            return try await question()
        } catch TransitSourceError.notFound {
            return nil
        }
    }
}
