/// One journey of a vehicle along its stops, run on each day of its service: a row of `trips.txt`.
public struct Trip: FeedRow, Hashable {
    /// The route that the trip belongs to.
    public var routeID: RouteID?
    /// The days on which the trip runs.
    public var serviceID: ServiceID?
    /// Identifies the trip.
    public var tripID: TripID?
    /// Destination on the vehicle; `stop_times.stop_headsign` overrides it.
    public var tripHeadsign: String?
    /// Public number of the trip, such as a train number.
    public var tripShortName: String?
    /// Which of the route's two directions; means nothing to riders.
    public var directionID: TripDirection?
    /// Trips of the same block are run one after the other by one vehicle.
    public var blockID: BlockID?
    /// The path of the vehicle; required when riders may board or alight between stops.
    public var shapeID: ShapeID?
    /// Whether the vehicle has room for a wheelchair; blank means unknown.
    public var wheelchairAccessible: Accessibility?
    /// Whether the vehicle takes bicycles; blank means unknown.
    public var bikesAllowed: CarriagePermission?
    /// Whether the vehicle takes cars; blank means unknown.
    public var carsAllowed: CarriagePermission?
    /// Factor applied to the driving time, for an estimate of an on-demand ride that is rarely
    /// exceeded.
    public var safeDurationFactor: Double?
    /// Seconds added by the same estimate.
    public var safeDurationOffset: Double?

    public init() {}

    public static let file = FileSpec("trips.txt", .required, primaryKey: ["trip_id"])

    public static let fields: [Field<Trip>] = [
        Field("route_id", at: \.routeID, presence: .required, references: [.route]),
        Field(
            "service_id", at: \.serviceID, presence: .required,
            references: [.calendar, .calendarDate]),
        Field("trip_id", at: \.tripID, presence: .required),
        Field("trip_headsign", at: \.tripHeadsign, type: .text),
        Field("trip_short_name", at: \.tripShortName, type: .text),
        Field("direction_id", at: \.directionID),
        Field("block_id", at: \.blockID),
        Field("shape_id", at: \.shapeID, presence: .conditionallyRequired, references: [.shape]),
        Field("wheelchair_accessible", at: \.wheelchairAccessible),
        Field("bikes_allowed", at: \.bikesAllowed),
        Field("cars_allowed", at: \.carsAllowed),
        Field("safe_duration_factor", at: \.safeDurationFactor, type: .float),
        Field("safe_duration_offset", at: \.safeDurationOffset, type: .float),
    ]
}

/// One of the two directions of a route: `trips.direction_id`.
public struct TripDirection: CodedValue {
    public static let words = ["forward", "opposite"]
    /// One direction, by convention the outbound one.
    public static let forward = TripDirection(code: 0)
    /// The other direction, by convention the inbound one.
    public static let opposite = TripDirection(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }
}
