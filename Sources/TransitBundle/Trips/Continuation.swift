/// What the vehicle of a trip does next.
public struct Continuation: Codable, Hashable, Sendable {
    /// The trip that the vehicle goes on as.
    public var trip: Trip
    /// Whether riders may stay on board; false where the feed says that they must alight
    /// (`transfer_type` 5).
    public var canStayOnBoard: Bool
}
