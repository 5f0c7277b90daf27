import GTFSSchedule
import TransitAPI
import TransitExplorer

/// The answers of a bundle, for the pages of the explorer.
@available(iOS 17, macOS 14, *)
struct BundleAnswers: ExplorerAnswers {
    let context: AnswerContext

    func feed(_ question: Question) async throws -> Envelope<FeedDTO> {
        try await Answerer(question, in: context).feed()
    }

    func tables(_ question: Question) async throws -> Envelope<TableListDTO> {
        try await Answerer(question, in: context).tables()
    }

    func services(_ question: Question) async throws -> Envelope<ServiceListDTO> {
        try await Answerer(question, in: context).services()
    }

    func fares(_ question: Question) async throws -> Envelope<FareListDTO> {
        try await Answerer(question, in: context).fares()
    }

    func bookingRule(_ question: Question) async throws -> Envelope<RowDTO<BookingRule>> {
        try await Answerer(question, in: context).bookingRule()
    }

    func stops(_ question: Question) async throws -> Envelope<StopListDTO> {
        try await Answerer(question, in: context).stops()
    }

    func stop(_ question: Question) async throws -> Envelope<StopDetailsDTO> {
        try await Answerer(question, in: context).stop()
    }

    func destinations(_ question: Question) async throws -> Envelope<DestinationListDTO> {
        try await Answerer(question, in: context).destinations()
    }

    func board(_ question: Question) async throws -> Envelope<BoardDTO> {
        try await Answerer(question, in: context).board()
    }

    func routes(_ question: Question) async throws -> Envelope<RouteListDTO> {
        try await Answerer(question, in: context).routes()
    }

    func route(_ question: Question) async throws -> Envelope<RouteDetailsDTO> {
        try await Answerer(question, in: context).route()
    }

    func routeStops(_ question: Question) async throws -> Envelope<RouteStopsDTO> {
        try await Answerer(question, in: context).routeStops()
    }

    func timetable(_ question: Question) async throws -> Envelope<TimetableListDTO> {
        try await Answerer(question, in: context).timetable()
    }

    func trip(_ question: Question) async throws -> Envelope<TripDetailsDTO> {
        try await Answerer(question, in: context).trip()
    }

    func shape(_ question: Question) async throws -> Envelope<ShapeDTO> {
        try await Answerer(question, in: context).shape()
    }
}
