/// A change: a trip update, a vehicle or an alert. The reference wants one of them in an entity; some
/// producers put in two.
public struct FeedEntity: Sendable {
    /// Names the entity within its source.
    public private(set) var id: String?
    /// Whether a message of kind `DIFFERENTIAL` removes the entity; no if nil.
    public private(set) var isDeleted: Bool?

    private let slice: MessageSlice
    private var places = Places()

    private struct Places {
        var tripUpdate = FieldPlace()
        var vehicle = FieldPlace()
        var alert = FieldPlace()
        var shape = FieldPlace()
        var stop = FieldPlace()
        var tripModifications = FieldPlace()
    }

    package var payloadCount: Int {
        [
            places.tripUpdate, places.vehicle, places.alert, places.shape, places.stop,
            places.tripModifications,
        ].count { $0.start >= 0 }
    }

    /// The progress of a trip, or that it does not run as planned.
    public var tripUpdate: TripUpdate? {
        slice.message(Key.tripUpdate, at: places.tripUpdate).map(TripUpdate.init(reading:))
    }

    /// Where a vehicle is.
    public var vehicle: VehiclePosition? {
        slice.message(Key.vehicle, at: places.vehicle).map(VehiclePosition.init(reading:))
    }

    /// A text for riders about a part of the network.
    public var alert: Alert? {
        slice.message(Key.alert, at: places.alert).map(Alert.init(reading:))
    }

    /// A shape that is not in the feed, such as that of a detour.
    public var shape: Shape? {
        slice.message(Key.shape, at: places.shape).map(Shape.init(reading:))
    }

    /// A stop that is not in the feed.
    public var stop: Stop? {
        slice.message(Key.stop, at: places.stop).map(Stop.init(reading:))
    }

    /// A detour of several trips.
    public var tripModifications: TripModifications? {
        slice.message(Key.tripModifications, at: places.tripModifications)
            .map(TripModifications.init(reading:))
    }
}

extension FeedEntity: ReadMessage {
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .id: field.read(&id)
        case .isDeleted: field.read(&isDeleted)
        case .tripUpdate: places.tripUpdate.note(field)
        case .vehicle: places.vehicle.note(field)
        case .alert: places.alert.note(field)
        case .shape: places.shape.note(field)
        case .stop: places.stop.note(field)
        case .tripModifications: places.tripModifications.note(field)
        }
    }
}
