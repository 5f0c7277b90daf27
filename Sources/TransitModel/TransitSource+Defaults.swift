public import Foundation
public import GTFSSchedule

extension TransitSource {
    /// Does nothing: most sources need no preparation.
    public func prepareSearch() async throws {}

    /// Returns nil: most sources have only the timetable.
    public func realtimeState() async throws -> RealtimeState? { nil }

    /// Returns no alerts: most sources have only the timetable.
    public func alerts(
        about subject: AlertSubject, at moment: Date?
    ) async throws -> [ServiceAlert] { [] }

    /// Returns no vehicles: most sources have only the timetable.
    public func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] { [] }

    /// Finds stops as the user types; at most twenty, the best first.
    public func stops(matching text: String) async throws -> [Stop] {
        try await stops(matching: text, limit: 20)
    }

    /// Finds routes as the user types; at most twenty, the best first.
    public func routes(matching text: String) async throws -> [Route] {
        try await routes(matching: text, limit: 20)
    }

    /// Returns the stops and stations within a radius in meters of a place, the nearest first.
    public func stops(
        near place: Coordinate, radius: Double, limit: Int = .max
    ) async throws -> [NearbyStop] {
        try await stops(near: place, radius: radius, limit: limit, kinds: [.stop, .station])
    }

    /// Returns the stops nearest to a place: stops with platforms, and stations.
    public func stops(near place: Coordinate, count: Int = 20) async throws -> [NearbyStop] {
        try await stops(near: place, count: count, kinds: [.stop, .station])
    }

    /// Returns the twenty places nearest to a place, where a station represents its platforms.
    public func stations(near place: Coordinate) async throws -> [NearbyStop] {
        try await stations(near: place, count: 20)
    }

    /// Returns the stops and stations in a part of the map.
    public func stops(in box: BoundingBox, limit: Int = 1000) async throws -> [Stop] {
        try await stops(in: box, limit: limit, kinds: [.stop, .station])
    }

    /// Returns the stops of a route in travel order, all directions in one list.
    public func stops(of route: Route) async throws -> [Stop] {
        try await stops(of: route, direction: nil)
    }

    /// Returns the paths of a route's trips, those with the most trips first.
    public func shapes(of route: Route) async throws -> [TripShape] {
        try await shapes(of: route, direction: nil)
    }

    /// Returns all routes by type, in the order of lists.
    ///
    /// ```swift
    /// let groups = try await source.routeGroups()
    /// let titles = groups.map(\.title)  // ["Train", "Metro", "Bus", "Ferry", "Tram"]
    /// ```
    public func routeGroups(in words: RiderWords = .english) async throws -> [RouteGroup] {
        RouteGroup.grouping(try await routes(), in: words)
    }

    /// Returns the calls of a trip on a service day; for a trip of `frequencies.txt`, offsets
    /// without instants.
    public func calls(of trip: Trip, on date: ServiceDate) async throws -> [TimedCall] {
        try await calls(of: trip, on: date, startTime: nil)
    }

    /// Returns the calls of the run that an event is part of.
    ///
    /// ```swift
    /// let calls = try await source.calls(of: departure)
    /// let names = calls.compactMap { $0.stop?.stopName }
    /// ```
    public func calls(of event: StopEvent) async throws -> [TimedCall] {
        try await run(of: event)?.calls ?? []
    }

    /// Returns the run that a trip descriptor of GTFS Realtime names, now; nil when there is none.
    public func run(
        tripID: String, startDate: ServiceDate? = nil, startTime: ServiceTime? = nil
    ) async throws -> TripRun? {
        try await run(tripID: tripID, startDate: startDate, startTime: startTime, now: Date())
    }

    /// Returns the run of the trip that an event is part of.
    ///
    /// ```swift
    /// let run = try await source.run(of: departure)
    /// let date = run?.serviceDate  // 20261120
    /// ```
    public func run(of event: StopEvent) async throws -> TripRun? {
        try await run(
            tripID: event.tripID, startDate: event.serviceDate, startTime: event.startTime,
            now: event.time.date)
    }

    /// Returns the trip that the vehicle of an event continues as after its last stop.
    public func continuation(of event: StopEvent) async throws -> Continuation? {
        try await continuation(ofTrip: event.tripID, on: event.serviceDate)
    }

    /// Returns the trip that the vehicle of a run continues as after its last stop.
    public func continuation(of run: TripRun) async throws -> Continuation? {
        try await continuation(ofTrip: run.trip.tripID, on: run.serviceDate)
    }

    /// Returns the route of a trip, such as that of a run or of a continuation; nil when the trip
    /// names none, or one that the feed does not define.
    public func route(of trip: Trip) async throws -> Route? {
        guard let id = trip.routeID else { return nil }
        do {
            return try await route(id: id)
        } catch TransitSourceError.notFound {
            return nil
        }
    }

    /// The line that the source's keys belong to; nil when it does not say.
    public var line: BundleLine? {
        get async throws { try await feed().line }
    }

    /// Returns whether keys saved from a source of a line are valid in this one.
    ///
    /// - Parameter line: the ``line`` when the key was saved. Nil is never recognized: two sources
    ///   that do not say need not share keys.
    public func recognizes(_ line: BundleLine?) async throws -> Bool {
        guard let line else { return false }
        return line == (try await self.line)
    }
}
