public import Foundation
// The values that answers are made of, such as `ServiceDate`, come with this module. Its own `Stop`,
// `Route`, `Trip` and so on are meant where a file imports nothing but it: they hide the rows of the
// same names, which are `GTFSSchedule.Stop` and so on.
@_exported public import GTFSSchedule

/// What can be asked about a feed, whoever answers: a bundle on this device, a server, or answers made
/// up for a preview. Screens take `any TransitSource`.
///
/// All questions throw `TransitSourceError.notFound` for an id that the feed lacks, and errors of
/// the source where it cannot answer. Every question ends with `CancellationError` soon after its
/// task was cancelled. The same question to two sources of one feed has equal answers.
public protocol TransitSource: Sendable {
    /// What an app shows about the feed: publisher, agencies, attributions, validity, provenance.
    func feed() async throws -> FeedDescription

    // MARK: Stops

    /// The stop of a `stop_id`, or of a key written `sid:1`.
    func stop(id: String) async throws -> Stop
    /// The stop of a key, such as an app stores for favorites.
    func stop(sid: Int64) async throws -> Stop
    /// The stops of some keys, in the order of the keys; those that the feed has no more are left out.
    func stops(sids: [Int64]) async throws -> [Stop]
    /// Finds stops as the user types; at most `limit`, the best first.
    func stops(matching text: String, limit: Int) async throws -> [Stop]
    /// The stops within a radius in meters around a place, the nearest first.
    func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop]
    /// The stops that are nearest to a place, however far away they are.
    func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop]
    /// The places that are nearest to a place, a station standing for its platforms.
    func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop]
    /// The stops in a part of the map, by their keys; at most `limit`.
    func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop]
    /// All that a screen about a stop shows.
    func details(of stop: Stop) async throws -> StopDetails

    // MARK: Routes

    /// All routes: by `route_sort_order`, then by name, "2" before "10".
    func routes() async throws -> [Route]
    /// The route of a `route_id`, or of a key written `rid:1`.
    func route(id: String) async throws -> Route
    /// The route of a key, such as an app stores for favorites.
    func route(rid: Int64) async throws -> Route
    /// Finds routes as the user types; at most `limit`, the best first.
    func routes(matching text: String, limit: Int) async throws -> [Route]
    /// Makes the first search as fast as the next; a search that comes before does it itself.
    func prepareSearch() async throws
    /// The routes that call at a stop, or at any platform of a station.
    func routes(of stop: Stop) async throws -> [Route]
    /// The routes of an agency, in the order of lists. In a feed of one agency, a route that names
    /// none is one of it.
    func routes(of agency: Agency) async throws -> [Route]
    /// The directions of travel of a route, with headsigns.
    func directions(of route: Route) async throws -> [RouteDirection]
    /// The stops of a route in travel order; `direction` nil for all directions in one list.
    func stops(of route: Route, direction: Int?) async throws -> [Stop]
    /// The paths that trips of a route take, those of most trips first; `direction` nil for all.
    func shapes(of route: Route, direction: Int?) async throws -> [TripShape]
    /// The timetables of a route on a service day, one for each direction.
    func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable]

    // MARK: Boards

    /// What leaves some stops, or any platform of them, in a window of time: from `start` on, for
    /// some seconds.
    func departures(
        from stops: [Stop], at start: Date, for duration: TimeInterval, matching filter: BoardFilter
    ) async throws -> [Departure]
    /// The first departures from an instant on, looking a week ahead.
    func nextDepartures(
        from stops: [Stop], at start: Date, count: Int, matching filter: BoardFilter
    ) async throws -> [Departure]
    /// What arrives at some stops, or any platform of them, in a window of time.
    func arrivals(
        at stops: [Stop], from start: Date, for duration: TimeInterval, matching filter: BoardFilter
    ) async throws -> [Arrival]
    /// The first arrivals from an instant on, looking a week ahead.
    func nextArrivals(
        at stops: [Stop], from start: Date, count: Int, matching filter: BoardFilter
    ) async throws -> [Arrival]

    // MARK: Trips

    /// A trip.
    func trip(id: String) async throws -> Trip
    /// What a trip does at its stops, in order, by the times of the timetable.
    func calls(of trip: Trip) async throws -> [Call]
    /// What a trip does at its stops on a service day; `startTime` names a run of `frequencies.txt`.
    func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall]
    /// When runs of a trip start that `frequencies.txt` repeats; empty for other trips.
    func headways(of trip: Trip) async throws -> [Headway]
    /// The run that a trip descriptor of GTFS Realtime names; nil when there is none then.
    func instance(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripInstance?
    /// What the vehicle of a departure goes on as; nil when its work ends, or the feed does not say.
    func continuation(of departure: Departure) async throws -> Continuation?
    /// A path of `shapes.txt`.
    func shape(id: String) async throws -> TripShape
    /// The path of a trip; nil when the feed gives it none.
    func shape(of trip: Trip) async throws -> TripShape?
    /// The path of a trip between two of its stops, by their `stop_sequence`.
    func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate]

    // MARK: Stations, fares, service on demand

    /// The ways to change at a stop, or at any place of its station.
    func transfers(at stop: Stop) async throws -> [Transfer]
    /// The ways on foot at a stop, or in its whole station.
    func pathways(at stop: Stop) async throws -> [Pathway]
    /// The files of Fares v2.
    func fares() async throws -> Fares
    /// The fares of Fares v1 that hold for a route.
    func fares(of route: Route) async throws -> [RouteFare]
    /// The flexible services that come to a stop on a service day.
    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService]
    /// How a stop is served on demand, on whatever days.
    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess]
    /// How to book service on demand.
    func bookingRule(id: String) async throws -> BookingRule

    // MARK: The source itself

    /// The languages of `translations.txt`, in the order of their tags.
    func languages() async throws -> [String]
    /// The same source with its names in a language, an IETF BCP 47 tag; names without a translation
    /// stay as published.
    func speaking(_ language: String) async throws -> any TransitSource
    /// Asks several questions of one state of the source, and says where the answers come from:
    /// whatever is published meanwhile, they agree with one another.
    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value>
    /// An element whenever answers may have changed, because there is newer data. It ends at once
    /// where that never happens, such as for a bundle, and else with the task that waits for it.
    func changes() -> AsyncStream<Void>
}

extension TransitSource {
    /// Nothing: most sources need no preparation.
    public func prepareSearch() async throws {}

    /// All routes by type, in the order of lists.
    public func routeGroups() async throws -> [RouteGroup] {
        RouteGroup.grouping(try await routes())
    }

    /// The stops that are nearest to a place: stops with platforms, and stations.
    public func stops(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        try await stops(near: place, count: count, kinds: [.stop, .station])
    }

    /// The stops and stations in a part of the map, at most a thousand.
    public func stops(in box: BoundingBox) async throws -> [Stop] {
        try await stops(in: box, limit: 1000, kinds: [.stop, .station])
    }

    /// What leaves each of some stops in a window of time, in the order of the stops.
    public func boards(
        of stops: [Stop], at start: Date, for duration: TimeInterval = 3600,
        matching filter: BoardFilter = .all
    ) async throws -> [Board] {
        try await answering { source in
            var boards: [Board] = []
            for stop in stops {
                let departures = try await source.departures(
                    from: [stop], at: start, for: duration, matching: filter)
                boards.append(Board(stop: stop, departures: departures))
            }
            return boards
        }.value
    }

    /// The run of the trip that a departure is part of.
    public func instance(of departure: Departure) async throws -> TripInstance? {
        try await instance(
            tripID: departure.tripID, startDate: departure.serviceDate,
            startTime: departure.startTime, now: departure.departure)
    }
}
