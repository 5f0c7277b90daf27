package import TransitAPI
import TransitModel
import TransitRealtime

/// Each family of answers has an extension, which creates values; they become JSON here.
package struct Answerer: Sendable {
    let question: Question
    let context: AnswerContext
    let cursor: PageCursor

    package init(_ question: Question, in context: AnswerContext) {
        self.question = question
        var context = context
        if !question.hasRealtime { context.live = nil }
        // A page has answers of several kinds.
        let kind = question.liveKind
        if let live = context.live, live.shown.kind != kind {
            context.live = live.showing(live.part(at: nil, of: kind))
        }
        self.context = context
        cursor = PageCursor(question, in: context)
    }

    package func answer() async throws -> AnswerBody {
        switch question.endpoint {
        case .departures, .arrivals: return try await boardBody()
        case .realtime:
            return try AnswerBody(
                await realtime(), lifetime: context.live == nil ? .version : .minute)
        default: break
        }
        // Bytes of files, streams, and what the server says about itself do not come from a bundle.
        guard let handler = Self.handlers[question.endpoint] else {
            throw APIFailure(.serverError, "No bundle answers \(question.endpoint.rawValue).")
        }
        return try await handler(self)
    }

    private typealias Handler = @Sendable (Answerer) async throws -> AnswerBody

    private static let handlers = [Endpoint.Name: Handler](uniqueKeysWithValues: [
        handler(FeedDescriptionQuestion.self, feed),
        handler(StopsQuestion.self, stops),
        handler(StopQuestion.self, stop) { $0.sources(ofAlerts: $1.alerts.map(\.id)) },
        handler(DestinationsQuestion.self, destinations),
        handler(BoardsQuestion.self, boards),
        handler(RoutesQuestion.self, routes),
        handler(RouteQuestion.self, route) { $0.sources(ofAlerts: $1.alerts.map(\.id)) },
        handler(RouteStopsQuestion.self, routeStops),
        handler(TimetableQuestion.self, timetable),
        handler(TripQuestion.self, trip) { live, trip in
            trip.run.map { live.sources(ofTrip: $0.trip.tripID, on: $0.serviceDate) } ?? []
        },
        handler(ShapeQuestion.self, shape),
        handler(AgenciesQuestion.self, agencies),
        handler(ServicesQuestion.self, services),
        handler(FaresQuestion.self, fares),
        handler(TransfersQuestion.self, transfers),
        handler(PathwaysQuestion.self, pathways),
        handler(BookingRuleQuestion.self, bookingRule),
        handler(TranslationsQuestion.self, translations),
        handler(ExtensionsQuestion.self, extensions),
        handler(ExtensionRowsQuestion.self, extensionRows),
        handler(TablesQuestion.self, tables),
        handler(AlertsQuestion.self, alerts) { $0.sources(ofAlerts: $1.elements.map(\.id)) },
        handler(AlertQuestion.self, alert) { $0.sources(ofAlerts: [$1.id]) },
        handler(VehiclesQuestion.self, vehicles) { $0.sources(ofVehicles: $1.elements.map(\.id)) },
    ])

    /// - Parameter sources: those of what an answer about current live data shows.
    private static func handler<Kind: QuestionType>(
        _ kind: Kind.Type,
        _ answer: @escaping @Sendable (Answerer) -> () async throws -> Envelope<Kind.Answer>,
        showing sources: (@Sendable (LiveGeneration, Kind.Answer) -> Set<ExactText>)? = nil
    ) -> (Endpoint.Name, Handler) {
        (
            kind.endpoint.name,
            { answerer in
                let envelope = try await answer(answerer)()
                guard let sources, let live = answerer.context.live else {
                    return try AnswerBody(envelope, lifetime: answerer.question.lifetime)
                }
                return try body(envelope, live, showing: sources(live.generation, envelope.data))
            }
        )
    }

    /// As fresh as the sources of what the answer shows. It is kept for a minute at most, because
    /// these may age without anything else changing.
    private static func body(
        _ answer: Envelope<some WireForm>, _ live: LiveView, showing sources: Set<ExactText>
    ) throws(APIFailure) -> AnswerBody {
        var answer = answer
        answer.meta.notes.removeLast(live.stamp.notes.count)
        let live = live.showing(live.part(at: nil, of: live.shown.kind, sources: sources))
        answer.meta.realtime = live.meta
        answer.meta.notes += live.stamp.notes
        var body = try AnswerBody(answer, lifetime: .minute)
        body.realtimeAt = live.shown.at
        return body
    }

    // MARK: Pages

    func position() throws(APIFailure) -> Int {
        try cursor.numbers(of: question, count: 1)?[0] ?? 0
    }

    static let noPage = APIFailure(.badValue, field: "cursor", "The cursor belongs to no page.")

    func page<Payload: WireForm>(
        _ data: Payload, from start: Int, count: Int, hasMore: Bool, notes: [Note] = []
    ) -> Envelope<Payload> {
        context.answer(
            data, next: hasMore ? cursor.text([start + count]) : nil,
            previous: start > 0 ? cursor.text([max(start - count, 0)]) : nil, notes: notes)
    }
}

extension Question {
    /// That of its answers, unless live data makes it shorter.
    package var lifetime: AnswerBody.Lifetime {
        let moments = Endpoint[endpoint].moments
        return moments.isEmpty || moments.contains(where: has) ? .version : .minute
    }
}
