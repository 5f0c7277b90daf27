public import Foundation
public import GTFSSchedule

/// A source that lets others answer, such as a store of bundles or a choice between server and
/// bundle.
///
/// A conforming type only has to define how questions are forwarded, but can still answer any of
/// them itself.
public protocol ForwardingSource: TransitSource {
    /// Forwards a question, or several related ones, to one source as a whole. If that source
    /// cannot answer and another stands in for it, all of them go to the other.
    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value
}

extension ForwardingSource {
    public func speaking(_ language: String) async throws -> any TransitSource {
        SpeakingSource(source: self, language: language)
    }

    public func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        try await forward { try await $0.answering(questions) }
    }

    public func feed() async throws -> FeedDescription {
        try await forward { try await $0.feed() }
    }

    public func stop(id: String) async throws -> Stop {
        try await forward { try await $0.stop(id: id) }
    }

    public func stop(sid: Int64) async throws -> Stop {
        try await forward { try await $0.stop(sid: sid) }
    }

    public func stops(sids: [Int64]) async throws -> [Stop] {
        try await forward { try await $0.stops(sids: sids) }
    }

    public func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try await forward { try await $0.stops(matching: text, limit: limit) }
    }

    public func stops(near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>)
        async throws -> [NearbyStop]
    {
        try await forward {
            try await $0.stops(near: place, radius: radius, limit: limit, kinds: kinds)
        }
    }

    public func stops(near place: Coordinate, count: Int, kinds: Set<LocationType>) async throws
        -> [NearbyStop]
    {
        try await forward { try await $0.stops(near: place, count: count, kinds: kinds) }
    }

    public func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        try await forward { try await $0.stations(near: place, count: count) }
    }

    public func stops(in box: BoundingBox, limit: Int, kinds: Set<LocationType>) async throws
        -> [Stop]
    {
        try await forward { try await $0.stops(in: box, limit: limit, kinds: kinds) }
    }

    public func timeZone(at stop: Stop) async throws -> TimeZone {
        try await forward { try await $0.timeZone(at: stop) }
    }

    public func details(of stop: Stop) async throws -> StopDetails {
        try await forward { try await $0.details(of: stop) }
    }

    public func routes() async throws -> [Route] {
        try await forward { try await $0.routes() }
    }

    public func route(id: String) async throws -> Route {
        try await forward { try await $0.route(id: id) }
    }

    public func route(rid: Int64) async throws -> Route {
        try await forward { try await $0.route(rid: rid) }
    }

    public func routes(matching text: String, limit: Int) async throws -> [Route] {
        try await forward { try await $0.routes(matching: text, limit: limit) }
    }

    public func prepareSearch() async throws {
        try await forward { try await $0.prepareSearch() }
    }

    public func routes(of stop: Stop) async throws -> [Route] {
        try await forward { try await $0.routes(of: stop) }
    }

    public func routes(of agency: Agency) async throws -> [Route] {
        try await forward { try await $0.routes(of: agency) }
    }

    public func directions(of route: Route) async throws -> [RouteDirection] {
        try await forward { try await $0.directions(of: route) }
    }

    public func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        try await forward { try await $0.stops(of: route, direction: direction) }
    }

    public func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await forward { try await $0.shapes(of: route, direction: direction) }
    }

    public func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        try await forward { try await $0.timetables(of: route, on: date) }
    }

    public func board(_ question: BoardQuestion) async throws -> Board {
        try await forward { try await $0.board(question) }
    }

    public func trip(id: String) async throws -> Trip {
        try await forward { try await $0.trip(id: id) }
    }

    public func calls(of trip: Trip) async throws -> [Call] {
        try await forward { try await $0.calls(of: trip) }
    }

    public func calls(of trip: Trip, on date: ServiceDate, startTime: ServiceTime?) async throws
        -> [TimedCall]
    {
        try await forward { try await $0.calls(of: trip, on: date, startTime: startTime) }
    }

    public func headways(of trip: Trip) async throws -> [Headway] {
        try await forward { try await $0.headways(of: trip) }
    }

    public func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        try await forward {
            try await $0.run(
                tripID: tripID, startDate: startDate, startTime: startTime, now: now)
        }
    }

    public func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation?
    {
        try await forward { try await $0.continuation(ofTrip: id, on: date) }
    }

    public func shape(id: String) async throws -> TripShape {
        try await forward { try await $0.shape(id: id) }
    }

    public func shape(of trip: Trip) async throws -> TripShape? {
        try await forward { try await $0.shape(of: trip) }
    }

    public func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate] {
        try await forward { try await $0.path(of: trip, from: start, to: end) }
    }

    public func transfers(at stop: Stop) async throws -> [Transfer] {
        try await forward { try await $0.transfers(at: stop) }
    }

    public func pathways(at stop: Stop) async throws -> [Pathway] {
        try await forward { try await $0.pathways(at: stop) }
    }

    public func fares() async throws -> Fares {
        try await forward { try await $0.fares() }
    }

    public func fares(of route: Route) async throws -> [RouteFare] {
        try await forward { try await $0.fares(of: route) }
    }

    public func flexibleServices(at stop: Stop, on date: ServiceDate) async throws
        -> [FlexibleService]
    {
        try await forward { try await $0.flexibleServices(at: stop, on: date) }
    }

    public func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await forward { try await $0.flexibleAccess(at: stop) }
    }

    public func bookingRule(id: String) async throws -> BookingRule {
        try await forward { try await $0.bookingRule(id: id) }
    }

    public func extensionTables() async throws -> [ExtensionTable] {
        try await forward { try await $0.extensionTables() }
    }

    public func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow] {
        try await forward { try await $0.extensionRows(of: table, limit: limit) }
    }

    public func extensions(of stop: Stop) async throws -> [ExtensionRows] {
        try await forward { try await $0.extensions(of: stop) }
    }

    public func extensions(of route: Route) async throws -> [ExtensionRows] {
        try await forward { try await $0.extensions(of: route) }
    }

    public func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await forward { try await $0.extensions(of: trip) }
    }

    public func realtimeState() async throws -> RealtimeState? {
        try await forward { try await $0.realtimeState() }
    }

    public func alerts(
        about subject: AlertSubject, at moment: Date?
    ) async throws -> [ServiceAlert] {
        try await forward { try await $0.alerts(about: subject, at: moment) }
    }

    public func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        try await forward { try await $0.vehicles(matching: filter) }
    }

    public func languages() async throws -> [String] {
        try await forward { try await $0.languages() }
    }
}

/// Whichever source answers.
private struct SpeakingSource<Source: ForwardingSource>: ForwardingSource {
    let source: Source
    let language: String

    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        let language = language
        return try await source.forward { try await question($0.speaking(language)) }
    }

    func speaking(_ language: String) async throws -> any TransitSource {
        try await source.speaking(language)
    }

    func changes() -> AsyncStream<Void> { source.changes() }
}
