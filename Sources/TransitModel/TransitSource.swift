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
/// task is cancelled. Two sources of one feed give equal answers to the same question.
///
/// ```swift
/// let stop = try await source.stop(id: "QUAY_P2")
/// let accessibility = stop.accessibility  // .notAccessible
/// ```
public protocol TransitSource: Sendable {
    /// Information about the feed for an app: publisher, agencies, attributions, validity,
    /// provenance.
    func feed() async throws -> FeedDescription

    // MARK: Stops

    /// The stop with a `stop_id`, or with a key written `sid:1`.
    func stop(id: String) async throws -> Stop
    /// The stop with a key, such as an app stores for favorites.
    func stop(sid: Int64) async throws -> Stop
    /// The stops with some keys, in the order of the keys; those that the feed no longer has are
    /// left out.
    func stops(sids: [Int64]) async throws -> [Stop]
    /// Finds stops as the user types; at most `limit`, the best first.
    func stops(matching text: String, limit: Int) async throws -> [Stop]
    /// The stops within a radius in meters around a place, the nearest first.
    func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop]
    /// The stops nearest to a place, however far away they are.
    func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop]
    /// The places nearest to a place, where a station represents its platforms.
    func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop]
    /// The stops in a part of the map, sorted by key; at most `limit`.
    func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop]
    /// The zone of the clock at a stop: `stop_timezone` of its station, else its own, else the
    /// agency's.
    func timeZone(at stop: Stop) async throws -> TimeZone
    /// Everything that a screen about a stop shows.
    func details(of stop: Stop) async throws -> StopDetails

    // MARK: Routes

    /// All routes: by `route_sort_order`, then by name, "2" before "10".
    func routes() async throws -> [Route]
    /// The route with a `route_id`, or with a key written `rid:1`.
    func route(id: String) async throws -> Route
    /// The route with a key, such as an app stores for favorites.
    func route(rid: Int64) async throws -> Route
    /// Finds routes as the user types; at most `limit`, the best first.
    func routes(matching text: String, limit: Int) async throws -> [Route]
    /// Makes the first search as fast as the next; a search before that does it itself.
    func prepareSearch() async throws
    /// The routes that call at a stop, or at any platform of a station; those that only pass through
    /// are not among them (``Call/isPassing``).
    func routes(of stop: Stop) async throws -> [Route]
    /// The routes of an agency, in the order of lists. In a feed of one agency, a route that names
    /// none belongs to it.
    func routes(of agency: Agency) async throws -> [Route]
    /// The directions of travel of a route, with headsigns.
    func directions(of route: Route) async throws -> [RouteDirection]
    /// The stops of a route in travel order; `direction` nil for all directions in one list.
    func stops(of route: Route, direction: Int?) async throws -> [Stop]
    /// The paths of a route's trips, those of most trips first; `direction` nil for all.
    func shapes(of route: Route, direction: Int?) async throws -> [TripShape]
    /// The timetables of a route on a service day, one for each direction.
    func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable]

    // MARK: Boards

    /// The departures from some stops, or from any platform of them, or the arrivals there, in a
    /// window of time: from `start` on, for the given seconds.
    func events(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, for duration: TimeInterval,
        matching filter: BoardFilter
    ) async throws -> [StopEvent]
    /// The first departures or arrivals from an instant on, looking a week ahead.
    func nextEvents(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, count: Int,
        matching filter: BoardFilter
    ) async throws -> [StopEvent]

    // MARK: Trips

    /// A trip.
    func trip(id: String) async throws -> Trip
    /// The calls of a trip, in order, by the times of the timetable.
    func calls(of trip: Trip) async throws -> [Call]
    /// The calls of a trip on a service day; `startTime` names a run of `frequencies.txt`.
    func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall]
    /// When the runs of a trip in `frequencies.txt` start; empty for other trips.
    func headways(of trip: Trip) async throws -> [Headway]
    /// The run in a trip descriptor of GTFS Realtime; nil when there is none then.
    func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun?
    /// The trip as which the vehicle of a trip continues after the last stop, on a service day; nil
    /// when its work ends, or the feed does not say.
    func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation?
    /// A path of `shapes.txt`.
    func shape(id: String) async throws -> TripShape
    /// The path of a trip; nil when the feed gives it none.
    func shape(of trip: Trip) async throws -> TripShape?
    /// The path of a trip between two of its stops, by their `stop_sequence`.
    func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate]

    // MARK: Stations, fares, service on demand

    /// The transfers at a stop, or at any place of its station.
    func transfers(at stop: Stop) async throws -> [Transfer]
    /// The pathways at a stop, or in its whole station.
    func pathways(at stop: Stop) async throws -> [Pathway]
    /// The files of Fares v2.
    func fares() async throws -> Fares
    /// The fares of Fares v1 for a route.
    func fares(of route: Route) async throws -> [RouteFare]
    /// The flexible services that come to a stop on a service day.
    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService]
    /// How a stop is served on demand, on whatever days.
    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess]
    /// How to book service on demand.
    func bookingRule(id: String) async throws -> BookingRule

    // MARK: Beyond the reference

    /// The files and columns of the feed that the reference does not know, as far as they are kept.
    func extensionTables() async throws -> [ExtensionTable]
    /// The rows of a table of ``extensionTables()``, in the order of the file; at most `limit`.
    func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow]
    /// The rows with the `stop_id` of a stop in tables of ``extensionTables()`` that have this column.
    func extensions(of stop: Stop) async throws -> [ExtensionRows]
    /// The rows with the `route_id` of a route in such tables.
    func extensions(of route: Route) async throws -> [ExtensionRows]
    /// The rows with the `trip_id` of a trip in such tables; those of its calls among them.
    func extensions(of trip: Trip) async throws -> [ExtensionRows]

    // MARK: Live data

    /// How fresh the live data in answers is; nil for a source that has none.
    func realtimeState() async throws -> RealtimeState?
    /// The alerts about something, most severe first; none for a source without live data.
    ///
    /// - Parameter moment: when riders look; nil for all alerts, also those of the past and the future.
    func alerts(about subject: AlertSubject, at moment: Date?) async throws -> [ServiceAlert]
    /// The vehicles, by id; none for a source without live data. A run has one: the newest.
    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle]

    // MARK: The source itself

    /// The languages of `translations.txt`, in the order of their tags.
    func languages() async throws -> [String]
    /// The same source with its names in a language, an IETF BCP 47 tag; names without a translation
    /// stay as published. Searches find both.
    ///
    /// ```swift
    /// let chinese = try await bundle.speaking("zh-Hans")
    /// let name = try await chinese.stop(id: "QUAY").stopName  // "环形码头"
    /// ```
    func speaking(_ language: String) async throws -> any TransitSource
    /// Asks several questions about one state of the source, and tells the origin of the answers:
    /// whatever is published meanwhile, they agree.
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
    /// Yields whenever answers may have changed because there is newer data. It ends at once if
    /// that never happens, as for a bundle, and otherwise with the task that waits for it. Call it
    /// before you read, and wait after, so that nothing is missed.
    func changes() -> AsyncStream<Void>
}
