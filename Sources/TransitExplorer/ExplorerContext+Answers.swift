import TransitAPI
import TransitModel

import struct GTFSSchedule.BookingRule

/// An answer as pages take it: the value, the pages around it, and what is to be said about it.
struct PageAnswer<Value: Sendable>: Sendable {
    let value: Value
    let previous: String?
    let next: String?
    let notes: [Note]
    /// Nil where the answer has no live data.
    let freshness: RealtimeState.Freshness?

    fileprivate init(_ answer: Envelope<some WireForm>, _ value: Value) {
        self.value = value
        previous = answer.meta.previous
        next = answer.meta.next
        notes = answer.meta.notes
        freshness = answer.meta.realtime?.state.known
    }

    var hasLiveData: Bool { freshness?.isApplied ?? false }

    func has(_ code: Note.Code) -> Bool { notes.contains { $0.code.known == code } }
}

struct FeedAnswer: Sendable {
    let description: FeedDescription
    let languages: [String]
    /// By the names of files without `.txt`.
    let counts: [String: Int]
}

/// Everything that pages ask the API, as anybody could: all parameters stand here, and pages take
/// the model's values.
extension ExplorerContext {
    typealias Fields = [(String, String?)]

    // MARK: The feed

    func feed() async throws -> FeedAnswer {
        let feed = try await ask(.feed) { $0.feed }.data
        return FeedAnswer(
            description: feed.model, languages: feed.languages, counts: feed.counts)
    }

    func tables() async throws -> [TableDTO] {
        try await ask(.tables) { $0.tables }.data.elements
    }

    func services(
        cursor: String?, limit: Int? = nil
    ) async throws -> PageAnswer<[(service: ServiceDescription, trips: Int)]> {
        let answer = try await ask(
            .services, [("limit", limit.map { "\($0)" }), ("cursor", cursor)]
        ) { $0.services }
        return PageAnswer(answer, answer.data.elements.map { ($0.model, $0.tripCount ?? 0) })
    }

    /// Nil for a rule that the feed does not define.
    func bookingRule(_ id: String) async throws -> BookingRule? {
        do {
            return try await ask(.bookingRule, id: id) { $0.bookingRule }.data.model
        } catch let failure as APIFailure where failure.code == .notFound {
            return nil
        }
    }

    func extensionTables() async throws -> [ExtensionTable] {
        try await ask(.extensions) { $0.extensions }.data.elements
    }

    func extensionRows(
        of table: String, limit: Int, cursor: String? = nil
    ) async throws -> PageAnswer<ExtensionRows> {
        let answer = try await ask(
            .extensionRows, id: table, [("limit", "\(limit)"), ("cursor", cursor)]
        ) { $0.extensionRows }
        return PageAnswer(answer, answer.data.model)
    }

    func realtime() async throws -> RealtimeReportDTO {
        try await ask(.realtime) { $0.realtime }.data
    }

    func vehicles(ofRoute id: String, limit: Int) async throws -> [LiveVehicle] {
        try await ask(.vehicles, [("route", id), ("limit", "\(limit)")]) { $0.vehicles }
            .data.elements
    }

    // MARK: Stops

    func stop(_ id: String, withExtensions: Bool = false) async throws -> StopDetailsDTO {
        try await ask(.stop, id: id, withExtensions ? parts : []) { $0.stop }.data
    }

    /// Distances are those to the place of the search, if it has one.
    func stops(
        _ search: Fields
    ) async throws -> PageAnswer<[(stop: Stop, meters: Double?)]> {
        let answer = try await ask(.stops, search) { $0.stops }
        return PageAnswer(answer, answer.data.elements.map { ($0.model, $0.meters) })
    }

    func stops(sids: some Sequence<Int64>) async throws -> [Stop] {
        try await stops(sids.map { ("sids", "\($0)") }).value.map(\.stop)
    }

    func stops(ids: some Sequence<String>) async throws -> [StopID: Stop] {
        var known: [StopID: Stop] = [:]
        var wanted = Set(ids.map { StopID($0) }).sorted()
        while !wanted.isEmpty {
            let part = wanted.prefix(100)
            wanted.removeFirst(part.count)
            for (stop, _) in try await stops(part.map { ("ids", $0.text) }).value {
                known[StopID(stop.stopID)] = stop
            }
        }
        return known
    }

    func destinations(
        from id: String, limit: Int, cursor: String?
    ) async throws -> PageAnswer<[DestinationDTO]> {
        let answer = try await ask(
            .destinations, id: id,
            [("as", "stations"), ("limit", "\(limit)"), ("cursor", cursor)]
        ) { $0.destinations }
        return PageAnswer(answer, answer.data.destinations)
    }

    func board(
        _ kind: StopEvent.Kind, of stop: Stop, at instant: String?, count: String?,
        cursor: String?, modes: [String], routes: [RouteID]
    ) async throws -> PageAnswer<Board> {
        let fields: Fields = [("at", instant), ("n", count), ("cursor", cursor)]
        let answer = try await ask(
            kind == .arrival ? .arrivals : .departures, id: stop.stopID,
            fields + modes.map { ("mode", $0) } + routes.map { ("route", $0.text) }
        ) { $0.board }
        return PageAnswer(answer, answer.data)
    }

    // MARK: Routes

    func routes() async throws -> [Route] {
        try await everyPage { try await routes([], cursor: $0) }.all.flatMap(\.routes)
    }

    func routes(matching text: String) async throws -> [Route] {
        try await routes([("q", text)], cursor: nil).value.flatMap(\.routes)
    }

    func routes(
        _ search: Fields, cursor: String?
    ) async throws -> PageAnswer<[RouteGroup]> {
        let answer = try await ask(.routes, search + [("cursor", cursor)]) { $0.routes }
        return PageAnswer(
            answer,
            answer.data.groups.map {
                RouteGroup(
                    type: RouteType(word: $0.mode.text), routes: $0.routes.map(\.model),
                    title: $0.title)
            })
    }

    func route(_ id: String, withExtensions: Bool = false) async throws -> RouteDetailsDTO {
        try await ask(.route, id: id, withExtensions ? parts : []) { $0.route }.data
    }

    func stops(ofRoute id: String, direction: Int?) async throws -> [Stop] {
        try await ask(.routeStops, id: id, [("direction", direction.map { "\($0)" })]) {
            $0.routeStops
        }.data.stops
    }

    func timetables(
        ofRoute id: String, on date: ServiceDate
    ) async throws -> PageAnswer<[Timetable]> {
        let answer = try await ask(.timetable, id: id, [("date", date.description)]) {
            $0.timetable
        }
        return PageAnswer(answer, answer.data.timetables)
    }

    /// The fares of both versions of the reference, in lists of each page.
    func fares(
        ofRoute id: String, cursor: String?
    ) async throws -> PageAnswer<[(routeFares: [RouteFare], fares: Fares)]> {
        let answer = try await ask(.fares, [("route", id), ("cursor", cursor)]) { $0.fares }
        return PageAnswer(answer, [(answer.data.fares, answer.data.model)])
    }

    // MARK: Trips

    /// The run on a day, else the one nearest to an instant.
    func trip(
        _ id: String, startTime: String?, on date: ServiceDate?, near instant: String?
    ) async throws -> PageAnswer<TripDetailsDTO> {
        let fields: Fields = [
            ("start_time", startTime), ("date", date?.description),
            ("at", date == nil ? instant : nil),
        ]
        let answer = try await ask(.trip, id: id, fields + parts) { $0.trip }
        return PageAnswer(answer, answer.data)
    }

    func headways(ofTrip id: TripID) async throws -> [Headway] {
        try await ask(.trip, id: id.text) { $0.trip }.data.headways
    }

    func shape(_ id: String) async throws -> TripShape {
        try await ask(.shape, id: id) { $0.shape }.data.model
    }

    // MARK: Parts and pages

    /// Asks for rows of tables that the reference does not know, in a feed that has such tables.
    private var parts: Fields {
        hasExtensions ? [("with", DetailsPart.extensions.rawValue)] : []
    }

    var hasExtensions: Bool { shown.description.metadata["extensions"] != nil }

    /// - Parameter most: the number of pages that are asked for.
    func everyPage<Element: Sendable>(
        most: Int = .max, _ page: (String?) async throws -> PageAnswer<[Element]>
    ) async throws -> (all: [Element], isCut: Bool) {
        var all: [Element] = []
        var cursor: String?
        for _ in 0..<most {
            let answer = try await page(cursor)
            all += answer.value
            cursor = answer.next
            if cursor == nil { return (all, false) }
        }
        return (all, true)
    }
}
