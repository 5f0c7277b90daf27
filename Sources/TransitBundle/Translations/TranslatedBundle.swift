import Foundation
import TransitModel

struct TranslatedBundle: TransitSource {
    private let bundle: TransitBundle
    private let names: BundleTranslations

    init(_ bundle: TransitBundle, _ names: BundleTranslations) {
        self.bundle = bundle
        self.names = names
    }

    func feed() async throws -> FeedDescription {
        try await names.translated(try await bundle.feed())
    }

    func stop(id: String) async throws -> Stop {
        try await names.translated(try await bundle.stop(id: id))
    }

    func stop(sid: Int64) async throws -> Stop {
        try await names.translated(try await bundle.stop(sid: sid))
    }

    func stops(sids: [Int64]) async throws -> [Stop] {
        try await names.translated(try await bundle.stops(sids: sids))
    }

    func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try await names.translated(
            try await bundle.stops(matching: text, limit: limit, speaking: names.ranks))
    }

    func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await names.translated(
            try await bundle.stops(near: place, radius: radius, limit: limit, kinds: kinds))
    }

    func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await names.translated(
            try await bundle.stops(near: place, count: count, kinds: kinds))
    }

    func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        try await names.translated(try await bundle.stations(near: place, count: count))
    }

    func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop] {
        try await names.translated(try await bundle.stops(in: box, limit: limit, kinds: kinds))
    }

    func timeZone(at stop: Stop) async throws -> TimeZone {
        try await bundle.timeZone(at: stop)
    }

    func details(of stop: Stop) async throws -> StopDetails {
        try await names.translated(try await bundle.details(of: try await published(stop)))
    }

    func routes() async throws -> [Route] {
        try await names.translated(try await bundle.routes())
    }

    func route(id: String) async throws -> Route {
        try await names.translated(try await bundle.route(id: id))
    }

    func route(rid: Int64) async throws -> Route {
        try await names.translated(try await bundle.route(rid: rid))
    }

    func routes(matching text: String, limit: Int) async throws -> [Route] {
        try await names.translated(
            try await bundle.routes(matching: text, limit: limit, speaking: names.ranks))
    }

    func prepareSearch() async throws { try await bundle.prepareSearch(speaking: names.ranks) }

    func routes(of stop: Stop) async throws -> [Route] {
        try await names.translated(try await bundle.routes(of: try await published(stop)))
    }

    func routes(of agency: Agency) async throws -> [Route] {
        try await names.translated(try await bundle.routes(of: agency))
    }

    func directions(of route: Route) async throws -> [RouteDirection] {
        try await bundle.directions(of: route)
    }

    func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        try await names.translated(try await bundle.stops(of: route, direction: direction))
    }

    func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await bundle.shapes(of: route, direction: direction)
    }

    func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        var timetables = try await bundle.timetables(of: route, on: date)
        for index in timetables.indices {
            let stops = try await names.translated(timetables[index].columns.map(\.stop))
            timetables[index].columns = stops.map(Timetable.Column.init)
        }
        return timetables
    }

    func board(_ question: BoardQuestion) async throws -> Board {
        var asked = question
        asked.stops = try await published(question.stops)
        var board = try await bundle.board(asked)
        board.stop = question.stop
        board.events = try await names.translated(board.events)
        return board
    }

    func trip(id: String) async throws -> Trip {
        try await names.translated(try await bundle.trip(id: id))
    }

    func calls(of trip: Trip) async throws -> [Call] {
        try await names.translated(try await bundle.calls(of: trip), of: trip)
    }

    func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        var timed = try await bundle.calls(of: trip, on: date, startTime: startTime)
        let calls = try await names.translated(timed.map(\.scheduled), of: trip)
        for (index, call) in calls.enumerated() { timed[index].scheduled = call }
        return timed
    }

    func headways(of trip: Trip) async throws -> [Headway] {
        try await bundle.headways(of: trip)
    }

    func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        guard
            var run = try await bundle.run(
                tripID: tripID, startDate: startDate, startTime: startTime, now: now)
        else { return nil }
        let calls = try await names.translated(run.calls.map(\.scheduled), of: run.trip)
        for (index, call) in calls.enumerated() { run.calls[index].scheduled = call }
        run.trip = try await names.translated(run.trip)
        return run
    }

    func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation? {
        guard var next = try await bundle.continuation(ofTrip: id, on: date) else { return nil }
        next.trip = try await names.translated(next.trip)
        return next
    }

    func shape(id: String) async throws -> TripShape { try await bundle.shape(id: id) }

    func shape(of trip: Trip) async throws -> TripShape? { try await bundle.shape(of: trip) }

    func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate] {
        try await bundle.path(of: trip, from: start, to: end)
    }

    func transfers(at stop: Stop) async throws -> [Transfer] {
        try await bundle.transfers(at: try await published(stop))
    }

    func pathways(at stop: Stop) async throws -> [Pathway] {
        try await names.translated(try await bundle.pathways(at: try await published(stop)))
    }

    func fares() async throws -> Fares { try await bundle.fares() }

    func fares(of route: Route) async throws -> [RouteFare] {
        try await bundle.fares(of: route)
    }

    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService] {
        try await bundle.flexibleServices(at: try await published(stop), on: date)
    }

    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await bundle.flexibleAccess(at: try await published(stop))
    }

    func bookingRule(id: String) async throws -> BookingRule {
        try await bundle.bookingRule(id: id)
    }

    func extensionTables() async throws -> [ExtensionTable] {
        try await bundle.extensionTables()
    }

    func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow] {
        try await bundle.extensionRows(of: table, limit: limit)
    }

    func extensions(of stop: Stop) async throws -> [ExtensionRows] {
        try await bundle.extensions(of: stop)
    }

    func extensions(of route: Route) async throws -> [ExtensionRows] {
        try await bundle.extensions(of: route)
    }

    func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await bundle.extensions(of: trip)
    }

    func languages() async throws -> [String] { try await bundle.languages() }

    func speaking(_ language: String) async throws -> any TransitSource {
        try await bundle.speaking(language)
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        let origin = try await bundle.answering { _ in }.origin
        return Answer(try await questions(self), from: origin)
    }

    func changes() -> AsyncStream<Void> { bundle.changes() }

    /// The stop as in the feed: answers repeat the stop in the question, and its names must not be
    /// translated twice.
    private func published(_ stop: Stop) async throws -> Stop {
        try await bundle.stops(sids: [stop.sid]).first ?? stop
    }

    private func published(_ stops: [Stop]) async throws -> [Stop] {
        let known = try await bundle.stops(sids: stops.map(\.sid))
        let byKey = Dictionary(known.map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
        return stops.map { byKey[$0.sid] ?? $0 }
    }
}
