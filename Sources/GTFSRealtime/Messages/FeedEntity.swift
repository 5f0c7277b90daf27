/// A change: a trip update, a vehicle or an alert. The reference requires exactly one of them in an
/// entity; some producers put in two.
public struct FeedEntity: Sendable {
    /// Identifies the entity within its source.
    public private(set) var id: String?
    /// Whether a message of kind `DIFFERENTIAL` removes the entity; no if nil.
    public private(set) var isDeleted: Bool?

    private var tripUpdateBytes: Unread<TripUpdate>?
    private var vehicleBytes: Unread<VehiclePosition>?
    private var alertBytes: Unread<Alert>?
    private var shapeBytes: Unread<Shape>?
    private var stopBytes: Unread<Stop>?
    private var tripModificationsBytes: Unread<TripModifications>?

    package var payloadCount: Int {
        [
            tripUpdateBytes != nil, vehicleBytes != nil, alertBytes != nil, shapeBytes != nil,
            stopBytes != nil, tripModificationsBytes != nil,
        ].count { $0 }
    }

    /// The progress of a trip, or that it does not run as planned.
    public var tripUpdate: TripUpdate? { tripUpdateBytes?.message }

    /// Where a vehicle is.
    public var vehicle: VehiclePosition? { vehicleBytes?.message }

    /// A text for riders about a part of the network.
    public var alert: Alert? { alertBytes?.message }

    /// A shape that is not in the feed, such as that of a detour.
    public var shape: Shape? { shapeBytes?.message }

    /// A stop that is not in the feed.
    public var stop: Stop? { stopBytes?.message }

    /// A detour of several trips.
    public var tripModifications: TripModifications? { tripModificationsBytes?.message }
}

extension FeedEntity: ReadMessage {
    static let fields = Fields<Self>(
        "FeedEntity",
        .value(1, "id", \.id),
        .value(2, "is_deleted", \.isDeleted),
        .slice(3, "trip_update", \.tripUpdateBytes),
        .slice(4, "vehicle", \.vehicleBytes),
        .slice(5, "alert", \.alertBytes),
        .slice(6, "shape", \.shapeBytes),
        .slice(7, "stop", \.stopBytes),
        .slice(8, "trip_modifications", \.tripModificationsBytes))
}
