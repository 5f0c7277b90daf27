import GTFSSchedule

/// One of the two ends of a transfer.
enum TransferEnd: CaseIterable {
    case from
    case to

    func stopID(_ transfer: Transfer) -> StopID? {
        self == .from ? transfer.fromStopID : transfer.toStopID
    }

    func routeID(_ transfer: Transfer) -> RouteID? {
        self == .from ? transfer.fromRouteID : transfer.toRouteID
    }

    func tripID(_ transfer: Transfer) -> TripID? {
        self == .from ? transfer.fromTripID : transfer.toTripID
    }

    var stopField: String { self == .from ? "from_stop_id" : "to_stop_id" }
    var routeField: String { self == .from ? "from_route_id" : "to_route_id" }
    var tripField: String { self == .from ? "from_trip_id" : "to_trip_id" }
}

extension Transfer {
    /// Whether the vehicle goes on as another trip.
    var linksTrips: Bool { transferType == .inSeat || transferType == .inSeatNotAllowed }
}
