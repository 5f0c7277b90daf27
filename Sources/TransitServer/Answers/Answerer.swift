package import TransitAPI

/// Answers a question about one feed from its bundle, without HTTP. Each family of answers has an
/// extension, which makes values; they become JSON here.
@available(iOS 17, macOS 14, *)
package struct Answerer: Sendable {
    let question: Question
    let context: AnswerContext
    let cursor: PageCursor

    package init(_ question: Question, in context: AnswerContext) {
        self.question = question
        self.context = context
        cursor = PageCursor(question, in: context)
    }

    /// The answer.
    ///
    /// - Throws: `APIFailure` for data that the feed lacks, `CancellationError` when the caller
    ///   does not wait any more, and errors of a damaged bundle.
    package func answer() async throws -> AnswerBody {
        switch question.endpoint {
        case .feed: try await feed().body
        case .stop: try await stop().body
        case .routes: try await routes().body
        case .route: try await route().body
        case .routeStops: try await routeStops().body
        case .timetable: try await timetable().body
        case .trip: try await trip().body
        case .shape: try await shape().body
        case .agencies: try await agencies().body
        case .services: try await services().body
        case .fares: try await fares().body
        case .transfers: try await transfers().body
        case .pathways: try await pathways().body
        case .bookingRule: try await bookingRule().body
        case .translations: try await translations().body
        case .tables: try await tables().body
        case .stops: try await stops().body
        case .departures: try await departures()
        case .arrivals: try await arrivals()
        case .destinations: try await destinations().body
        case .boards: try await boards().body
        // Bytes of files, streams, and what the server says about itself do not come from a bundle.
        default:
            throw APIFailure(
                .serverError, "No bundle answers \(question.endpoint.rawValue).")
        }
    }

    // MARK: Pages

    /// The place in a list where its page begins.
    func position() throws(APIFailure) -> Int {
        try cursor.numbers(of: question, count: 1)?[0] ?? 0
    }

    static let noPage = APIFailure(.badValue, field: "cursor", "The cursor is of no page.")

    /// A page of a list, with the cursors of its neighbors.
    func page<Payload>(
        _ data: Payload, from start: Int, count: Int, hasMore: Bool, notes: [Note] = []
    ) -> Answer<Payload> {
        context.answer(
            data, next: hasMore ? cursor.text([start + count]) : nil,
            previous: start > 0 ? cursor.text([max(start - count, 0)]) : nil, notes: notes)
    }
}
