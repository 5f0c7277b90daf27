package import TransitModel

extension Endpoint.Name {
    /// The kind of live data by which an answer is called fresh or old; nil for one about all kinds, or
    /// none.
    package var liveKind: RealtimeState.Kind? {
        switch self {
        case .departures, .arrivals, .boards, .departureStream, .trip: .tripUpdates
        case .vehicles: .vehicles
        case .stop, .route, .alerts, .alert: .alerts
        default: nil
        }
    }
}
