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
    /// Which of the route's two directions; says nothing to riders.
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
    /// Factor on the driving time, for an estimate of an on-demand ride that is rarely exceeded.
    public var safeDurationFactor: Double?
    /// Seconds that the same estimate adds.
    public var safeDurationOffset: Double?

    public init() {}

    public static let file = FileSpec("trips.txt", .required, primaryKey: ["trip_id"])

    public static let fields: [Field<Trip>] = [
        Field("route_id", \.routeID, .id, .required, references: [.route]),
        Field("service_id", \.serviceID, .id, .required, references: [.calendar, .calendarDate]),
        Field("trip_id", \.tripID, .id, .required),
        Field("trip_headsign", \.tripHeadsign, .text),
        Field("trip_short_name", \.tripShortName, .text),
        Field("direction_id", \.directionID, .enumeration(values: TripDirection.codes)),
        Field("block_id", \.blockID, .id),
        Field("shape_id", \.shapeID, .id, .conditionallyRequired, references: [.shape]),
        Field(
            "wheelchair_accessible", \.wheelchairAccessible,
            .enumeration(values: Accessibility.codes)),
        Field("bikes_allowed", \.bikesAllowed, .enumeration(values: CarriagePermission.codes)),
        Field("cars_allowed", \.carsAllowed, .enumeration(values: CarriagePermission.codes)),
        Field("safe_duration_factor", \.safeDurationFactor, .float),
        Field("safe_duration_offset", \.safeDurationOffset, .float),
    ]
}

/// One of the two directions of a route: `trips.direction_id`.
public struct TripDirection: CodedValue {
    public static let codes = 0...1
    /// One direction, by custom the outbound one.
    public static let forward = TripDirection(code: 0)
    /// The other direction, by custom the inbound one.
    public static let opposite = TripDirection(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }
}
