public import Foundation
public import GTFSSchedule

/// Prepared answers, for previews and tests.
///
/// It computes answers from given values as a bundle does: boards, timetables and the stops of routes
/// from ``trips`` and their ``calls``, which run every day of the validity in ``description``.
/// Missing values are empty, or not found. ``sample(now:)`` has a small feed.
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
    /// All departures and arrivals, by time; if empty, those of the trips.
    public var allEvents: [StopEvent]
    /// All trips.
    public var trips: [Trip]
    /// The calls of trips, by `trip_id`.
    public var calls: [String: [Call]]
    /// When the trips of `frequencies.txt` start, by `trip_id`.
    public var headways: [String: [Headway]] = [:]
    /// The stops of routes in travel order, by `route_id`, where they are not those of the trips.
    public var stopsOfRoute: [String: [Stop]]
    /// The timetables of routes, by `route_id`, for any day, where they are not those of the trips.
    public var timetables: [String: [Timetable]]
    /// All shapes.
    public var shapes: [TripShape]
    /// All levels of stations.
    public var levels: [Level] = []
    /// All pathways in stations.
    public var pathways: [Pathway] = []
    /// All transfers.
    public var transfers: [Transfer] = []
    /// The files of Fares v2.
    public var allFares = Fares()
    /// The fares of Fares v1 with all their rules.
    public var routeFares: [RouteFare] = []
    /// The stops of the groups that calls with a ``Call/flex`` window name.
    public var locationGroupStops: [LocationGroupStop] = []
    /// All booking rules.
    public var bookingRules: [BookingRule] = []
    /// The files and columns that the reference does not know, with all their rows.
    public var allExtensions: [ExtensionRows] = []
    /// The live data about runs; other runs are as in the timetable.
    public var liveRuns: [LiveRun] = []
    /// The state of live data where there are ``liveRuns``.
    public var liveState = RealtimeState(.live)
    /// The alerts, most severe first.
    public var serviceAlerts: [ServiceAlert] = []
    /// The vehicles whose places are known.
    public var vehiclePositions: [LiveVehicle] = []
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
    func give<Value>(_ value: () throws -> Value) async throws -> Value {
        if delay > .zero { try await Task.sleep(for: delay) }
        try Task.checkCancellation()
        if let failure { throw failure }
        return try value()
    }

    /// Compares ids by their bytes.
    func first<Value>(
        _ values: [Value], kind: String, id: String, path: (Value) -> String?
    ) throws -> Value {
        let found = values.first { path($0).map { $0.utf8.elementsEqual(id.utf8) } ?? false }
        guard let found else { throw TransitSourceError.notFound(kind: kind, id: id) }
        return found
    }

    /// The place that `parentStation` names, if a place of this kind can be part of it.
    func parent(of stop: Stop) -> Stop? {
        allStops.first {
            $0.stopID.exact == stop.parentStation?.exact && stop.kind.canBePart(of: $0.kind)
        }
    }

    /// A stop and the places that it is part of, the nearest first.
    func chain(from stop: Stop) -> some Sequence<Stop> {
        sequence(first: stop) { parent(of: $0) }
    }

    /// Some stops and all places below them: platforms, boarding areas.
    func below(_ tops: [Stop]) -> [Stop] {
        let sids = Set(tops.map(\.sid))
        return tops
            + allStops.filter { stop in
                !sids.contains(stop.sid)
                    && chain(from: stop).contains { sids.contains($0.sid) }
            }
    }

    /// The ids of all places of the station that a stop belongs to.
    func idsAround(_ stop: Stop) -> Set<StopID> {
        let top = chain(from: stop).reduce(stop) { $1 }
        return Set(below([top]).map { StopID($0.stopID) })
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
        try await give {
            if id.hasPrefix("sid:"), let stop = allStops.first(where: { "sid:\($0.sid)" == id }) {
                return stop
            }
            return try first(allStops, kind: "stop", id: id, path: \.stopID)
        }
    }

    public func stop(sid: Int64) async throws -> Stop {
        try await give { try first(allStops, kind: "stop", id: "sid:\(sid)") { "sid:\($0.sid)" } }
    }

    public func stops(sids: [Int64]) async throws -> [Stop] {
        try await give { sids.compactMap { sid in allStops.first { $0.sid == sid } } }
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
            let places = below([stop])
            func all(_ kind: LocationType) -> [Stop] {
                places.dropFirst().filter { $0.kind == kind }.sorted(by: StopDetails.isInOrder)
            }
            let levelIDs = Set(places.compactMap(\.levelID))
            return StopDetails(
                stop: stop, parent: parent(of: stop),
                station: chain(from: stop).first { $0.kind == .station },
                platforms: all(.stop), entrances: all(.entrance), nodes: all(.genericNode),
                boardingAreas: all(.boardingArea),
                levels: levels.filter { levelIDs.contains($0.levelID) }
                    .sorted { ($0.levelIndex ?? 0) > ($1.levelIndex ?? 0) },
                pathways: pathways(touching: Set(places.map { StopID($0.stopID) })),
                routes: routes(at: places))
        }
    }

    private func pathways(touching ids: Set<StopID>) -> [Pathway] {
        pathways.filter { pathway in
            [pathway.fromStopID, pathway.toStopID].contains { $0.map(ids.contains) ?? false }
        }
    }

    private func routes(at places: [Stop]) -> [Route] {
        let sids = Set(places.map(\.sid))
        let called = patterns().filter { pattern in
            pattern.calls.contains { call in
                !call.isPassing && call.stop.map { sids.contains($0.sid) } ?? false
            }
        }
        let ids = Set(
            called.compactMap { $0.trips[0].routeID }
                + allEvents.filter { sids.contains($0.stop.sid) }.compactMap(\.routeID))
        return allRoutes.filter { ids.contains($0.routeID) }
    }

    public func routes() async throws -> [Route] { try await give { allRoutes } }

    public func route(id: String) async throws -> Route {
        try await give {
            if id.hasPrefix("rid:"), let route = allRoutes.first(where: { "rid:\($0.rid)" == id }) {
                return route
            }
            return try first(allRoutes, kind: "route", id: id, path: \.routeID)
        }
    }

    public func route(rid: Int64) async throws -> Route {
        try await give { try first(allRoutes, kind: "route", id: "rid:\(rid)") { "rid:\($0.rid)" } }
    }

    public func routes(of stop: Stop) async throws -> [Route] {
        try await give { routes(at: below([stop])) }
    }

    public func routes(of agency: Agency) async throws -> [Route] {
        try await give {
            let only = description.agencies.count == 1
            return allRoutes.filter { $0.agencyID.map { $0 == agency.agencyID } ?? only }
        }
    }

    public func transfers(at stop: Stop) async throws -> [Transfer] {
        try await give {
            let ids = idsAround(stop)
            return transfers.filter { transfer in
                [transfer.fromStopID, transfer.toStopID].contains { $0.map(ids.contains) ?? false }
            }
        }
    }

    public func pathways(at stop: Stop) async throws -> [Pathway] {
        try await give { pathways(touching: idsAround(stop)) }
    }

    public func fares() async throws -> Fares { try await give { allFares } }

    public func fares(of route: Route) async throws -> [RouteFare] {
        try await give {
            routeFares.compactMap { fare in
                let id = RouteID(route.routeID)
                let rules = fare.rules.filter { $0.routeID == nil || $0.routeID == id }
                return rules.isEmpty && !fare.rules.isEmpty
                    ? nil : RouteFare(fare: fare.fare, rules: rules)
            }
        }
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
