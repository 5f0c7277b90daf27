package import TransitModel

extension Endpoint.Name {
    /// Nil for answers about all kinds, or none.
    package var liveKind: RealtimeState.Kind? {
        switch self {
        case .departures, .arrivals, .boards, .departureStream, .trip: .tripUpdates
        case .vehicles: .vehicles
        case .stop, .route, .alerts, .alert: .alerts
        default: nil
        }
    }
}
