public import Foundation
public import GTFSSchedule

/// Prepared answers, for previews and tests.
///
/// It answers from given values, by plain comparisons: a search finds names that begin with the
/// text, a board is ``allEvents`` by stop and time. Missing values are empty, or not found.
/// ``sample(now:)`` has a small feed.
///
/// ```swift
/// let preview = CannedSource.sample(now: now)
/// let names = try await preview.routes().map(\.name)  // ["T8", "333", "F1"]
/// ```
public struct CannedSource: TransitSource {
    /// The answer about the feed.
    public var description: FeedDescription
    /// All stops, in the order of lists. Platforms name their station as `parentStation`.
    public var allStops: [Stop]
    /// All routes, in the order of lists.
    public var allRoutes: [Route]
    /// All departures and arrivals, by time.
    public var allEvents: [StopEvent]
    /// All trips.
    public var trips: [Trip]
    /// The calls of trips, by `trip_id`.
    public var calls: [String: [Call]]
    /// The stops of routes in travel order, by `route_id`.
    public var stopsOfRoute: [String: [Stop]]
    /// The timetables of routes, by `route_id`, for any day.
    public var timetables: [String: [Timetable]]
    /// All shapes.
    public var shapes: [TripShape]
    /// The error that every question throws instead of answering, to see how a screen shows it.
    public var failure: (any Error)?
    /// The time that every question takes, to see how a screen waits.
    public var delay: Duration

    /// A source that answers from these values.
    public init(
        description: FeedDescription = FeedDescription(validity: FeedValidity()),
        stops: [Stop] = [], routes: [Route] = [], events: [StopEvent] = [],
        trips: [Trip] = [], calls: [String: [Call]] = [:],
        stopsOfRoute: [String: [Stop]] = [:], timetables: [String: [Timetable]] = [:],
        shapes: [TripShape] = [], failure: (any Error)? = nil, delay: Duration = .zero
    ) {
        self.description = description
        allStops = stops
        allRoutes = routes
        allEvents = events
        self.trips = trips
        self.calls = calls
        self.stopsOfRoute = stopsOfRoute
        self.timetables = timetables
        self.shapes = shapes
        self.failure = failure
        self.delay = delay
    }

    /// Waits and fails as set, then answers.
    private func give<Value>(_ value: () throws -> Value) async throws -> Value {
        if delay > .zero { try await Task.sleep(for: delay) }
        try Task.checkCancellation()
        if let failure { throw failure }
        return try value()
    }

    /// Compares ids by their bytes.
    private func first<Value>(
        _ values: [Value], kind: String, id: String, path: (Value) -> String
    ) throws -> Value {
        guard let found = values.first(where: { path($0).utf8.elementsEqual(id.utf8) }) else {
            throw TransitSourceError.notFound(kind: kind, id: id)
        }
        return found
    }

    /// Whether a stop is one of some stops, or below one.
    private func isBelow(_ stop: Stop, _ tops: [Stop]) -> Bool {
        tops.contains { $0.sid == stop.sid || $0.sid == parent(of: stop)?.sid }
    }

    /// The place that `parentStation` names, if a place of this kind can be part of it.
    private func parent(of stop: Stop) -> Stop? {
        allStops.first { $0.stopID == stop.parentStation && stop.kind.canBePart(of: $0.kind) }
    }

    private func distances(to place: Coordinate, _ kinds: Set<LocationType>) -> [NearbyStop] {
        allStops.filter { kinds.contains($0.kind) }.compactMap { stop in
            stop.coordinate.map { NearbyStop(stop: stop, distanceMeters: place.meters(to: $0)) }
        }
        .sorted { $0.distanceMeters < $1.distanceMeters }
    }
}

extension CannedSource {
    public func feed() async throws -> FeedDescription { try await give { description } }

    public func stop(id: String) async throws -> Stop {
        try await give { try first(allStops, kind: "stop", id: id, path: \.stopID) }
    }

    public func stop(sid: Int64) async throws -> Stop {
        try await give { try first(allStops, kind: "stop", id: "sid:\(sid)") { "sid:\($0.sid)" } }
    }

    public func stops(sids: [Int64]) async throws -> [Stop] {
        try await give { sids.compactMap { sid in allStops.first { $0.sid == sid } } }
    }

    public func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try await give {
            let text = text.lowercased()
            return Array(
                allStops.filter { $0.stopName.lowercased().hasPrefix(text) || $0.stopCode == text }
                    .prefix(limit))
        }
    }

    public func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await give {
            Array(distances(to: place, kinds).filter { $0.distanceMeters <= radius }.prefix(limit))
        }
    }

    public func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await give { Array(distances(to: place, kinds).prefix(count)) }
    }

    public func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        try await give {
            let tops = distances(to: place, [.stop, .station])
                .filter { parent(of: $0.stop) == nil }
            return Array(tops.prefix(count))
        }
    }

    public func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop] {
        try await give {
            let found = allStops.filter { stop in
                kinds.contains(stop.kind) && stop.coordinate.map(box.contains) ?? false
            }
            return Array(found.sorted { $0.sid < $1.sid }.prefix(limit))
        }
    }

    public func timeZone(at stop: Stop) async throws -> TimeZone {
        try await give { description.timeZone }
    }

    public func details(of stop: Stop) async throws -> StopDetails {
        try await give {
            let below = allStops.filter { $0.sid != stop.sid && isBelow($0, [stop]) }
            func all(_ kind: LocationType) -> [Stop] { below.filter { $0.kind == kind } }
            let parent = parent(of: stop)
            return StopDetails(
                stop: stop, parent: parent, station: stop.kind == .station ? stop : parent,
                platforms: all(.stop), entrances: all(.entrance), nodes: all(.genericNode),
                boardingAreas: all(.boardingArea), routes: routes(at: [stop]))
        }
    }

    private func routes(at stops: [Stop]) -> [Route] {
        let names = Set(allEvents.filter { isBelow($0.stop, stops) }.compactMap(\.routeID))
        return allRoutes.filter { names.contains($0.routeID) }
    }

    public func routes() async throws -> [Route] { try await give { allRoutes } }

    public func route(id: String) async throws -> Route {
        try await give { try first(allRoutes, kind: "route", id: id, path: \.routeID) }
    }

    public func route(rid: Int64) async throws -> Route {
        try await give { try first(allRoutes, kind: "route", id: "rid:\(rid)") { "rid:\($0.rid)" } }
    }

    public func routes(matching text: String, limit: Int) async throws -> [Route] {
        try await give {
            let text = text.lowercased()
            let found = allRoutes.filter { route in
                [route.routeShortName, route.routeLongName]
                    .contains { $0.lowercased().hasPrefix(text) }
            }
            return Array(found.prefix(limit))
        }
    }

    public func routes(of stop: Stop) async throws -> [Route] {
        try await give { routes(at: [stop]) }
    }

    public func routes(of agency: Agency) async throws -> [Route] {
        try await give { allRoutes.filter { $0.agencyID == agency.agencyID } }
    }

    public func directions(of route: Route) async throws -> [RouteDirection] {
        try await give {
            let trips = trips.filter { $0.routeID == route.routeID }
            return Dictionary(grouping: trips, by: \.directionID)
                .map { direction, trips in
                    RouteDirection(
                        directionID: direction, headsign: trips.first?.tripHeadsign,
                        tripCount: trips.count)
                }
                .sorted { ($0.directionID ?? .max) < ($1.directionID ?? .max) }
        }
    }

    public func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        try await give { stopsOfRoute[route.routeID] ?? [] }
    }

    public func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await give {
            let names = Set(
                trips.filter { $0.routeID == route.routeID }
                    .filter { direction == nil || $0.directionID == direction }
                    .compactMap(\.shapeID))
            return shapes.filter { names.contains($0.shapeID) }
        }
    }

    public func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        try await give { timetables[route.routeID] ?? [] }
    }
}

extension CannedSource {
    private func events(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, matching filter: BoardFilter
    ) -> [StopEvent] {
        allEvents.filter {
            $0.kind == kind && $0.time >= start && isBelow($0.stop, stops) && filter.admits($0)
        }
    }

    public func events(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, for duration: TimeInterval,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await give {
            events(kind, at: stops, from: start, matching: filter)
                .filter { $0.time < start.addingTimeInterval(duration) }
        }
    }

    public func nextEvents(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, count: Int,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await give {
            Array(events(kind, at: stops, from: start, matching: filter).prefix(count))
        }
    }

    public func trip(id: String) async throws -> Trip {
        try await give { try first(trips, kind: "trip", id: id, path: \.tripID) }
    }

    public func calls(of trip: Trip) async throws -> [Call] {
        try await give { calls[trip.tripID] ?? [] }
    }

    public func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        try await give {
            let clock = ServiceClock(timeZone: description.timeZone)
            return (calls[trip.tripID] ?? []).map { call in
                TimedCall(
                    scheduled: call,
                    arrival: (call.arrival ?? call.time).map { clock.instant(date, $0) },
                    departure: call.time.map { clock.instant(date, $0) },
                    timeZone: description.timeZone,
                    timeZoneName: description.timeZoneName)
            }
        }
    }

    public func headways(of trip: Trip) async throws -> [Headway] { try await give { [] } }

    public func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        let trip = try await trip(id: tripID)
        let date = startDate ?? description.date(at: now)
        return TripRun(
            trip: trip, serviceDate: date, startTime: startTime,
            calls: try await calls(of: trip, on: date, startTime: startTime))
    }

    public func continuation(of event: StopEvent) async throws -> Continuation? {
        try await give { nil }
    }

    public func shape(id: String) async throws -> TripShape {
        try await give { try first(shapes, kind: "shape", id: id, path: \.shapeID) }
    }

    public func shape(of trip: Trip) async throws -> TripShape? {
        try await give { trip.shapeID.flatMap { id in shapes.first { $0.shapeID == id } } }
    }

    public func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate] {
        try await give {
            (calls[trip.tripID] ?? []).filter { start <= $0.stopSequence && $0.stopSequence <= end }
                .compactMap { $0.stop?.coordinate }
        }
    }

    public func transfers(at stop: Stop) async throws -> [Transfer] { try await give { [] } }
    public func pathways(at stop: Stop) async throws -> [Pathway] { try await give { [] } }
    public func fares() async throws -> Fares { try await give { Fares() } }
    public func fares(of route: Route) async throws -> [RouteFare] { try await give { [] } }

    public func flexibleServices(
        at stop: Stop, on date: ServiceDate
    ) async throws -> [FlexibleService] {
        try await give { [] }
    }

    public func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await give { [] }
    }

    public func bookingRule(id: String) async throws -> BookingRule {
        try await give { throw TransitSourceError.notFound(kind: "booking rule", id: id) }
    }

    public func languages() async throws -> [String] { try await give { [] } }
    public func speaking(_ language: String) async throws -> any TransitSource { self }

    public func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        Answer(try await questions(self), from: .canned)
    }

    /// Ends at once.
    public func changes() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }
}
