package import GTFSSchedule
package import TransitAPI

/// The answers that pages are made of: those of the API, as values.
///
/// - Throws: each an `APIFailure` where the API answers with one.
@available(iOS 17, macOS 14, *)
package protocol ExplorerAnswers: Sendable {
    func feed(_ question: Question) async throws -> Envelope<FeedDTO>
    func tables(_ question: Question) async throws -> Envelope<TableListDTO>
    func services(_ question: Question) async throws -> Envelope<ServiceListDTO>
    func fares(_ question: Question) async throws -> Envelope<FareListDTO>
    func bookingRule(_ question: Question) async throws -> Envelope<RowDTO<BookingRule>>
    func stops(_ question: Question) async throws -> Envelope<StopListDTO>
    func stop(_ question: Question) async throws -> Envelope<StopDetailsDTO>
    func destinations(_ question: Question) async throws -> Envelope<DestinationListDTO>
    func board(_ question: Question) async throws -> Envelope<BoardDTO>
    func routes(_ question: Question) async throws -> Envelope<RouteListDTO>
    func route(_ question: Question) async throws -> Envelope<RouteDetailsDTO>
    func routeStops(_ question: Question) async throws -> Envelope<RouteStopsDTO>
    func timetable(_ question: Question) async throws -> Envelope<TimetableListDTO>
    func trip(_ question: Question) async throws -> Envelope<TripDetailsDTO>
    func shape(_ question: Question) async throws -> Envelope<ShapeDTO>
}
