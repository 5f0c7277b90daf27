import TransitModel

/// The stops of a board: those asked for, and all places below them.
struct BoardStops: Sendable {
    private let ids: Set<StopID>

    init(_ stops: [Stop]) {
        ids = Set(stops.map { StopID($0.stopID) })
    }

    /// Whether a stop, or a place that it is part of, was asked for.
    ///
    /// - Parameter places: the stop and the places above it.
    func contains(_ places: [String]) -> Bool { places.contains { ids.contains(StopID($0)) } }
}
