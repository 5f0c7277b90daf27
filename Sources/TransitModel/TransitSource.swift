public import Foundation
// The value types of answers, such as `ServiceDate`, come with this module. In a file that imports
// only this module, `Stop`, `Route`, `Trip` and so on are its own: they shadow the rows with these
// names, which are `GTFSSchedule.Stop` and so on.
@_exported public import GTFSSchedule

/// The questions about a feed, whatever answers them: a bundle on this device, a server, or
/// prepared answers for a preview. Screens take `any TransitSource`.
///
/// All questions throw `TransitSourceError.notFound` for an id that the feed lacks, and errors of
/// the source when it cannot answer. Every question ends with `CancellationError` soon after its
/// task is canceled. Two sources of one feed give equal answers to the same question.
///
/// ```swift
/// let stop = try await source.stop(id: "QUAY_P2")
/// let accessibility = stop.accessibility  // .notAccessible
/// ```
public protocol TransitSource: Sendable {
    /// Returns information about the feed for an app: publisher, agencies, attributions, validity,
    /// provenance.
    func feed() async throws -> FeedDescription

    // MARK: Stops

    /// Returns the stop with a `stop_id`, or with a key written `sid:1`.
    func stop(id: String) async throws -> Stop
    /// Returns the stop with a key, such as apps store for favorites.
    func stop(sid: Int64) async throws -> Stop
    /// Returns the stops with some keys, in the order of the keys, without those that the feed no
    /// longer has.
    func stops(sids: [Int64]) async throws -> [Stop]
    /// Finds stops as the user types; at most `limit`, the best first.
    func stops(matching text: String, limit: Int) async throws -> [Stop]
    /// Returns the stops within a radius in meters of a place, the nearest first.
    func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop]
    /// Returns the stops nearest to a place, however far away they are.
    func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop]
    /// Returns the places nearest to a place, where a station represents its platforms.
    func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop]
    /// Returns the stops in a part of the map, sorted by key; at most `limit`.
    func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop]
    /// Returns the zone of the clock at a stop: `stop_timezone` of its station, else its own, else
    /// the agency's.
    func timeZone(at stop: Stop) async throws -> TimeZone
    /// Returns everything that a screen about a stop shows.
    func details(of stop: Stop) async throws -> StopDetails

    // MARK: Routes

    /// Returns all routes: by `route_sort_order`, then by name, "2" before "10".
    func routes() async throws -> [Route]
    /// Returns the route with a `route_id`, or with a key written `rid:1`.
    func route(id: String) async throws -> Route
    /// Returns the route with a key, such as apps store for favorites.
    func route(rid: Int64) async throws -> Route
    /// Finds routes as the user types; at most `limit`, the best first.
    func routes(matching text: String, limit: Int) async throws -> [Route]
    /// Makes the first search as fast as later ones; without it, the first search does the
    /// preparation.
    func prepareSearch() async throws
    /// Returns the routes that call at a stop, or at any platform of a station, except those that
    /// only pass through (``Call/isPassing``).
    func routes(of stop: Stop) async throws -> [Route]
    /// Returns the routes of an agency, in the order of lists. In a feed with one agency, routes
    /// that name none belong to it.
    func routes(of agency: Agency) async throws -> [Route]
    /// Returns the directions of travel of a route, with headsigns.
    func directions(of route: Route) async throws -> [RouteDirection]
    /// Returns the stops of a route in travel order; a nil `direction` means all directions in one
    /// list.
    func stops(of route: Route, direction: Int?) async throws -> [Stop]
    /// Returns the paths of a route's trips, those with the most trips first; a nil `direction`
    /// means all.
    func shapes(of route: Route, direction: Int?) async throws -> [TripShape]
    /// The timetables of a route on a service day, one for each direction.
    func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable]

    // MARK: Boards

    /// Returns what leaves from a stop, or from any platform of it, or what arrives there, sorted by
    /// expected time, trip and position in the trip.
    func board(_ question: BoardQuestion) async throws -> Board

    // MARK: Trips

    /// Returns the trip with a `trip_id`.
    func trip(id: String) async throws -> Trip
    /// Returns the calls of a trip, in order, with the times of the timetable.
    func calls(of trip: Trip) async throws -> [Call]
    /// Returns the calls of a trip on a service day; `startTime` names a run of `frequencies.txt`.
    func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall]
    /// Returns when the runs of a trip in `frequencies.txt` start; empty for other trips.
    func headways(of trip: Trip) async throws -> [Headway]
    /// Returns the run that a trip descriptor of GTFS Realtime names; nil when there is none then.
    func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun?
    /// Returns the trip that the vehicle of a trip continues as after its last stop, on a service
    /// day; nil when its work ends, or the feed does not say.
    func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation?
    /// Returns a path of `shapes.txt`.
    func shape(id: String) async throws -> TripShape
    /// Returns the path of a trip; nil when the feed gives it none.
    func shape(of trip: Trip) async throws -> TripShape?
    /// Returns the path of a trip between two of its stops, by their `stop_sequence`.
    func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate]

    // MARK: Stations, fares, service on demand

    /// Returns the transfers at a stop, or at any place of its station.
    func transfers(at stop: Stop) async throws -> [Transfer]
    /// Returns the pathways at a stop, or in its whole station.
    func pathways(at stop: Stop) async throws -> [Pathway]
    /// Returns the files of Fares v2.
    func fares() async throws -> Fares
    /// Returns the fares of Fares v1 for a route.
    func fares(of route: Route) async throws -> [RouteFare]
    /// Returns the flexible services that come to a stop on a service day.
    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService]
    /// How a stop is served on demand, on whatever days.
    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess]
    /// How to book service on demand.
    func bookingRule(id: String) async throws -> BookingRule

    // MARK: Beyond the reference

    /// Returns the files and columns of the feed that the reference does not know, as far as the
    /// bundle keeps them.
    func extensionTables() async throws -> [ExtensionTable]
    /// Returns the rows of a table of ``extensionTables()``, in the order of the file; at most
    /// `limit`.
    func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow]
    /// Returns the rows with the `stop_id` of a stop in tables of ``extensionTables()`` that have
    /// this column.
    func extensions(of stop: Stop) async throws -> [ExtensionRows]
    /// Returns the rows with the `route_id` of a route in such tables.
    func extensions(of route: Route) async throws -> [ExtensionRows]
    /// Returns the rows with the `trip_id` of a trip in such tables, including those of its calls.
    func extensions(of trip: Trip) async throws -> [ExtensionRows]

    // MARK: Live data

    /// Returns how fresh the live data in answers is; nil for a source that has none.
    func realtimeState() async throws -> RealtimeState?
    /// Returns the alerts for a subject, the most severe first; none for a source without live
    /// data. A ``Board`` has its own.
    ///
    /// - Parameter moment: when riders look; nil for all alerts, including past and future ones.
    func alerts(about subject: AlertSubject, at moment: Date?) async throws -> [ServiceAlert]
    /// Returns the vehicles, by id; none for a source without live data. A run has one vehicle: the
    /// newest.
    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle]

    // MARK: The source itself

    /// Returns the languages of `translations.txt`, in the order of their tags.
    func languages() async throws -> [String]
    /// Returns the same source with names in a language, an IETF BCP 47 tag; names without a
    /// translation stay as published. Searches find both.
    ///
    /// ```swift
    /// let chinese = try await bundle.speaking("zh-Hans")
    /// let name = try await chinese.stop(id: "QUAY").stopName  // "环形码头"
    /// ```
    func speaking(_ language: String) async throws -> any TransitSource
    /// Asks several questions about one state of the source, and returns the answers with their
    /// origin. The answers agree, whatever is published meanwhile.
    ///
    /// ```swift
    /// let answer = try await source.answering { source in
    ///     let stop = try await source.stop(id: "QUAY")
    ///     return try await source.routes(of: stop)
    /// }
    /// ```
    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value>
    /// Yields whenever answers may have changed because there is newer data. The stream ends at
    /// once if that can never happen, as for a bundle; otherwise it ends with the task that waits
    /// for it. Call this method before you read, and wait afterwards, so that nothing is missed.
    func changes() -> AsyncStream<Void>
}
