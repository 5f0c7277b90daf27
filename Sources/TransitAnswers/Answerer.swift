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
        let kind = question.endpoint.liveKind
        if let live = context.live, live.shown.kind != kind {
            context.live = live.showing(live.part(at: nil, of: kind))
        }
        self.context = context
        cursor = PageCursor(question, in: context)
    }

    package func answer() async throws -> AnswerBody {
        switch question.endpoint {
        case .feed: try AnswerBody(await feed())
        case .stop:
            try body(await stop()) { $0.sources(ofAlerts: $1.alerts.map(\.id)) }
        case .routes: try AnswerBody(await routes())
        case .route:
            try body(await route()) { $0.sources(ofAlerts: $1.alerts.map(\.id)) }
        case .routeStops: try AnswerBody(await routeStops())
        case .timetable: try AnswerBody(await timetable(), lifetime: question.lifetime)
        case .trip:
            try body(await trip()) { live, trip in
                trip.run.map { live.sources(ofTrip: $0.trip.tripID, on: $0.serviceDate) } ?? []
            }
        case .alerts:
            try body(await alerts()) { $0.sources(ofAlerts: $1.elements.map(\.id)) }
        case .alert: try body(await alert()) { $0.sources(ofAlerts: [$1.id]) }
        case .vehicles:
            try body(await vehicles()) { $0.sources(ofVehicles: $1.elements.map(\.id)) }
        case .realtime:
            try AnswerBody(
                await realtime(), lifetime: context.live == nil ? .version : .minute)
        case .shape: try AnswerBody(await shape())
        case .agencies: try AnswerBody(await agencies())
        case .services: try AnswerBody(await services())
        case .fares: try AnswerBody(await fares())
        case .transfers: try AnswerBody(await transfers())
        case .pathways: try AnswerBody(await pathways())
        case .bookingRule: try AnswerBody(await bookingRule())
        case .translations: try AnswerBody(await translations())
        case .extensions: try AnswerBody(await extensions())
        case .extensionRows: try AnswerBody(await extensionRows())
        case .tables: try AnswerBody(await tables())
        case .stops: try AnswerBody(await stops())
        case .departures, .arrivals: try await boardBody()
        case .destinations: try AnswerBody(await destinations())
        case .boards: try AnswerBody(await boards(), lifetime: question.lifetime)
        // Bytes of files, streams, and what the server says about itself do not come from a bundle.
        default:
            throw APIFailure(
                .serverError, "No bundle answers \(question.endpoint.rawValue).")
        }
    }

    /// An answer about current live data, as fresh as the sources of what it shows. It is kept for
    /// a minute at most, because these may age without anything else changing.
    private func body<Payload: WireForm>(
        _ answer: Envelope<Payload>, showing sources: (LiveGeneration, Payload) -> Set<ExactText>
    ) throws(APIFailure) -> AnswerBody {
        guard var live = context.live else { return try AnswerBody(answer) }
        var answer = answer
        answer.meta.notes.removeLast(live.stamp.notes.count)
        live = live.showing(
            live.part(
                at: nil, of: live.shown.kind, sources: sources(live.generation, answer.data)))
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
        let isAboutNow =
            switch endpoint {
            case .departures, .arrivals, .boards: !has("at") && !has("cursor")
            case .timetable: !has("date")
            default: false
            }
        return isAboutNow ? .minute : .version
    }
}

extension Question {
    package var hasRealtime: Bool {
        switch endpoint {
        case .departures, .arrivals, .boards, .departureStream, .stop, .route, .trip, .alerts,
            .alert, .vehicles, .realtime, .feed:
            wantsRealtime
        default: false
        }
    }
}
