package import TransitAPI

/// Answers questions about one feed from its bundle, without HTTP.
@available(iOS 17, macOS 14, *)
package struct Answerer: Sendable {
    package init() {}

    /// The answer to a question.
    ///
    /// - Throws: `APIFailure` for data that the feed lacks, `CancellationError` when the caller
    ///   does not wait any more, and errors of a damaged bundle.
    package func answer(
        _ question: Question, in context: AnswerContext
    ) async throws -> AnswerBody {
        switch question.endpoint {
        case .feed: try await FeedAnswers(question, in: context).feed()
        case .stop: try await StopAnswers(question, in: context).stop()
        case .routes: try await RouteAnswers(question, in: context).routes()
        case .route: try await RouteAnswers(question, in: context).route()
        case .routeStops: try await RouteAnswers(question, in: context).stops()
        case .timetable: try await RouteAnswers(question, in: context).timetable()
        case .trip: try await TripAnswers(question, in: context).trip()
        case .shape: try await TripAnswers(question, in: context).shape()
        case .agencies: try await FeedAnswers(question, in: context).agencies()
        case .services: try await FeedAnswers(question, in: context).services()
        case .fares: try await FeedAnswers(question, in: context).fares()
        case .transfers: try await FeedAnswers(question, in: context).transfers()
        case .pathways: try await FeedAnswers(question, in: context).pathways()
        case .bookingRule: try await FeedAnswers(question, in: context).bookingRule()
        case .translations: try await FeedAnswers(question, in: context).translations()
        case .tables: try await FeedAnswers(question, in: context).tables()
        case .stops: try await StopAnswers(question, in: context).stops()
        case .departures: try await BoardAnswers(question, in: context).departures()
        case .arrivals: try await BoardAnswers(question, in: context).arrivals()
        case .destinations: try await StopAnswers(question, in: context).destinations()
        case .boards: try await BoardAnswers(question, in: context).boards()
        // Bytes of files, streams, and what the server says about itself do not come from a bundle.
        default:
            throw APIFailure(
                .serverError, "No bundle answers \(question.endpoint.rawValue).")
        }
    }
}
