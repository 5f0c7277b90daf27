package import GTFSSchedule
package import TransitAPI
package import TransitModel

/// Each throws an `APIFailure` where the API answers with one.
package protocol ExplorerAnswers: Sendable {
    func feed() async throws -> Envelope<FeedDTO>
    func extensions() async throws -> Envelope<ListDTO<ExtensionTable>>
    func extensionRows() async throws -> Envelope<ModelDTO<ExtensionRows>>
    func tables() async throws -> Envelope<ListDTO<TableDTO>>
    func services() async throws -> Envelope<ListDTO<ServiceDTO>>
    func fares() async throws -> Envelope<FareListDTO>
    func bookingRule() async throws -> Envelope<ModelDTO<BookingRule>>
    func stops() async throws -> Envelope<ListDTO<StopDTO>>
    func stop() async throws -> Envelope<StopDetailsDTO>
    func destinations() async throws -> Envelope<DestinationListDTO>
    func board() async throws -> Envelope<Board>
    func routes() async throws -> Envelope<RouteListDTO>
    func route() async throws -> Envelope<RouteDetailsDTO>
    func routeStops() async throws -> Envelope<RouteStopsDTO>
    func timetable() async throws -> Envelope<TimetableListDTO>
    func trip() async throws -> Envelope<TripDetailsDTO>
    func shape() async throws -> Envelope<ShapeDTO>
    func vehicles() async throws -> Envelope<ListDTO<LiveVehicle>>
    func realtime() async throws -> Envelope<RealtimeReportDTO>
}
