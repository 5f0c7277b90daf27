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
        case .feed: AnswerBody(try await FeedAnswers(question, in: context).feed())
        case .stop: AnswerBody(try await StopAnswers(question, in: context).stop())
        case .routes: AnswerBody(try await RouteAnswers(question, in: context).routes())
        case .route: AnswerBody(try await RouteAnswers(question, in: context).route())
        case .routeStops: AnswerBody(try await RouteAnswers(question, in: context).stops())
        case .timetable:
            AnswerBody(
                try await RouteAnswers(question, in: context).timetable(),
                lifetime: question.lifetime)
        case .trip: AnswerBody(try await TripAnswers(question, in: context).trip())
        case .shape: AnswerBody(try await TripAnswers(question, in: context).shape())
        case .agencies: AnswerBody(try await FeedAnswers(question, in: context).agencies())
        case .services: AnswerBody(try await FeedAnswers(question, in: context).services())
        case .fares: AnswerBody(try await FeedAnswers(question, in: context).fares())
        case .transfers: AnswerBody(try await FeedAnswers(question, in: context).transfers())
        case .pathways: AnswerBody(try await FeedAnswers(question, in: context).pathways())
        case .bookingRule: AnswerBody(try await FeedAnswers(question, in: context).bookingRule())
        case .translations: AnswerBody(try await FeedAnswers(question, in: context).translations())
        case .tables: AnswerBody(try await FeedAnswers(question, in: context).tables())
        case .stops: AnswerBody(try await StopAnswers(question, in: context).stops())
        case .departures: try await BoardAnswers(question, in: context).departuresBody()
        case .arrivals: try await BoardAnswers(question, in: context).arrivalsBody()
        case .destinations: AnswerBody(try await StopAnswers(question, in: context).destinations())
        case .boards:
            AnswerBody(
                try await BoardAnswers(question, in: context).boards(), lifetime: question.lifetime)
        // Bytes of files, streams, and what the server says about itself do not come from a bundle.
        default:
            throw APIFailure(
                .serverError, "No bundle answers \(question.endpoint.rawValue).")
        }
    }
}

@available(iOS 17, macOS 14, *)
extension Question {
    /// The time that its answer is valid: one about now may differ in the next minute.
    var lifetime: AnswerBody.Lifetime {
        let isAboutNow =
            switch endpoint {
            case .departures, .arrivals, .boards: !has("at") && !has("cursor")
            case .timetable: !has("date")
            default: false
            }
        return isAboutNow ? .minute : .version
    }
}
