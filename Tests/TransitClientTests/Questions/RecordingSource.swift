import Foundation
import SystemLayer
import TestSupport
import TransitModel

/// A source that notes by name what it is asked, and has another one answer.
struct RecordingSource: TransitSource {
    let source: any TransitSource
    /// The names of questions, as `#function` writes them.
    let names: Locked<Set<String>>

    /// The names of all requirements of the protocol, out of its source.
    static func requirements() throws -> Set<String> {
        let text = try String(
            contentsOfFile: PackageRoot.path + "/Sources/TransitModel/TransitSource.swift",
            encoding: .utf8)
        let start = text.range(of: "public protocol TransitSource")
        let body = text[(start?.upperBound ?? text.startIndex)...]
        let end = body.range(of: "\n}\n")?.lowerBound ?? body.endIndex
        var names: Set<String> = []
        for declaration in body[..<end].components(separatedBy: "    func ").dropFirst() {
            let name = declaration.prefix { $0 != "(" && $0 != "<" }
            // A parameter's default or type may have parentheses of its own, but never before its label.
            let parameters = declaration.drop { $0 != "(" }.dropFirst()
            var depth = 0
            var labels = ""
            var word = ""
            var isLabel = true
            for character in parameters {
                if character == "(" { depth += 1 }
                if character == ")" {
                    if depth == 0 { break }
                    depth -= 1
                }
                if depth > 0 { continue }
                switch character {
                case ":" where isLabel:
                    let label = word.split(whereSeparator: \.isWhitespace).first ?? ""
                    labels += label + ":"
                    isLabel = false
                case ",":
                    word = ""
                    isLabel = true
                default: word.append(character)
                }
            }
            names.insert("\(name)(\(labels))")
        }
        return names
    }

    private func asked(_ name: String) -> any TransitSource {
        names.withLock { _ = $0.insert(name) }
        return source
    }

    func feed() async throws -> FeedDescription {
        try await asked(#function).feed()
    }

    func stop(id: String) async throws -> Stop {
        try await asked(#function).stop(id: id)
    }

    func stop(sid: Int64) async throws -> Stop {
        try await asked(#function).stop(sid: sid)
    }

    func stops(sids: [Int64]) async throws -> [Stop] {
        try await asked(#function).stops(sids: sids)
    }

    func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try await asked(#function).stops(matching: text, limit: limit)
    }

    func stops(near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>)
        async throws -> [NearbyStop]
    {
        try await asked(#function).stops(near: place, radius: radius, limit: limit, kinds: kinds)
    }

    func stops(near place: Coordinate, count: Int, kinds: Set<LocationType>) async throws
        -> [NearbyStop]
    {
        try await asked(#function).stops(near: place, count: count, kinds: kinds)
    }

    func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        try await asked(#function).stations(near: place, count: count)
    }

    func stops(in box: BoundingBox, limit: Int, kinds: Set<LocationType>) async throws -> [Stop] {
        try await asked(#function).stops(in: box, limit: limit, kinds: kinds)
    }

    func timeZone(at stop: Stop) async throws -> TimeZone {
        try await asked(#function).timeZone(at: stop)
    }

    func details(of stop: Stop) async throws -> StopDetails {
        try await asked(#function).details(of: stop)
    }

    func routes() async throws -> [Route] {
        try await asked(#function).routes()
    }

    func route(id: String) async throws -> Route {
        try await asked(#function).route(id: id)
    }

    func route(rid: Int64) async throws -> Route {
        try await asked(#function).route(rid: rid)
    }

    func routes(matching text: String, limit: Int) async throws -> [Route] {
        try await asked(#function).routes(matching: text, limit: limit)
    }

    func prepareSearch() async throws {
        try await asked(#function).prepareSearch()
    }

    func routes(of stop: Stop) async throws -> [Route] {
        try await asked(#function).routes(of: stop)
    }

    func routes(of agency: Agency) async throws -> [Route] {
        try await asked(#function).routes(of: agency)
    }

    func directions(of route: Route) async throws -> [RouteDirection] {
        try await asked(#function).directions(of: route)
    }

    func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        try await asked(#function).stops(of: route, direction: direction)
    }

    func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await asked(#function).shapes(of: route, direction: direction)
    }

    func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        try await asked(#function).timetables(of: route, on: date)
    }

    func board(_ question: BoardQuestion) async throws -> Board {
        try await asked(#function).board(question)
    }

    func trip(id: String) async throws -> Trip {
        try await asked(#function).trip(id: id)
    }

    func calls(of trip: Trip) async throws -> [Call] {
        try await asked(#function).calls(of: trip)
    }

    func calls(of trip: Trip, on date: ServiceDate, startTime: ServiceTime?) async throws
        -> [TimedCall]
    {
        try await asked(#function).calls(of: trip, on: date, startTime: startTime)
    }

    func headways(of trip: Trip) async throws -> [Headway] {
        try await asked(#function).headways(of: trip)
    }

    func run(tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date)
        async throws -> TripRun?
    {
        try await asked(#function).run(
            tripID: tripID, startDate: startDate, startTime: startTime, now: now)
    }

    func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation? {
        try await asked(#function).continuation(ofTrip: id, on: date)
    }

    func shape(id: String) async throws -> TripShape {
        try await asked(#function).shape(id: id)
    }

    func shape(of trip: Trip) async throws -> TripShape? {
        try await asked(#function).shape(of: trip)
    }

    func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate] {
        try await asked(#function).path(of: trip, from: start, to: end)
    }

    func transfers(at stop: Stop) async throws -> [Transfer] {
        try await asked(#function).transfers(at: stop)
    }

    func pathways(at stop: Stop) async throws -> [Pathway] {
        try await asked(#function).pathways(at: stop)
    }

    func fares() async throws -> Fares {
        try await asked(#function).fares()
    }

    func fares(of route: Route) async throws -> [RouteFare] {
        try await asked(#function).fares(of: route)
    }

    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService] {
        try await asked(#function).flexibleServices(at: stop, on: date)
    }

    func extensionTables() async throws -> [ExtensionTable] {
        try await asked(#function).extensionTables()
    }

    func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow] {
        try await asked(#function).extensionRows(of: table, limit: limit)
    }

    func extensions(of stop: Stop) async throws -> [ExtensionRows] {
        try await asked(#function).extensions(of: stop)
    }

    func extensions(of route: Route) async throws -> [ExtensionRows] {
        try await asked(#function).extensions(of: route)
    }

    func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await asked(#function).extensions(of: trip)
    }

    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await asked(#function).flexibleAccess(at: stop)
    }

    func bookingRule(id: String) async throws -> BookingRule {
        try await asked(#function).bookingRule(id: id)
    }

    func realtimeState() async throws -> RealtimeState? {
        try await asked(#function).realtimeState()
    }

    func alerts(
        about subject: AlertSubject, at moment: Date?
    ) async throws -> [ServiceAlert] {
        try await asked(#function).alerts(about: subject, at: moment)
    }

    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        try await asked(#function).vehicles(matching: filter)
    }

    func languages() async throws -> [String] {
        try await asked(#function).languages()
    }

    func speaking(_ language: String) async throws -> any TransitSource {
        try await asked(#function).speaking(language)
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        let names = names
        return try await asked(#function).answering { source in
            try await questions(RecordingSource(source: source, names: names))
        }
    }

    func changes() -> AsyncStream<Void> { asked(#function).changes() }
}
