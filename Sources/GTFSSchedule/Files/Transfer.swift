/// How to change between two stops, routes or trips: a row of `transfers.txt`.
public struct Transfer: FeedRow, Hashable {
    /// Where riders alight, a stop or station; may be blank between linked trips.
    public var fromStopID: StopID?
    /// Where riders board, a stop or station; may be blank between linked trips.
    public var toStopID: StopID?
    /// The route riders come from; blank means any.
    public var fromRouteID: RouteID?
    /// The route riders go to; blank means any.
    public var toRouteID: RouteID?
    /// The trip riders come from; required between linked trips, else blank means any.
    public var fromTripID: TripID?
    /// The trip riders go to; required between linked trips, else blank means any.
    public var toTripID: TripID?
    /// Kind of connection; blank means recommended.
    public var transferType: TransferType?
    /// Seconds that riders need to change; required where ``transferType`` is ``TransferType/minimumTime``.
    public var minTransferTime: Int?

    public init() {}

    public static let file = FileSpec(
        "transfers.txt", .optional,
        primaryKey: [
            "from_stop_id", "to_stop_id", "from_trip_id", "to_trip_id", "from_route_id",
            "to_route_id",
        ],
        choices: [
            KeyChoice("from_stop_id", "from_trip_id"), KeyChoice("to_stop_id", "to_trip_id"),
        ])

    public static let fields: [Field<Transfer>] = [
        Field(
            "from_stop_id", at: \.fromStopID, presence: .conditionallyRequired,
            references: [.stop]),
        Field("to_stop_id", at: \.toStopID, presence: .conditionallyRequired, references: [.stop]),
        Field("from_route_id", at: \.fromRouteID, references: [.route]),
        Field("to_route_id", at: \.toRouteID, references: [.route]),
        Field(
            "from_trip_id", at: \.fromTripID, presence: .conditionallyRequired,
            references: [.trip]),
        Field("to_trip_id", at: \.toTripID, presence: .conditionallyRequired, references: [.trip]),
        Field("transfer_type", at: \.transferType, presence: .required),
        Field(
            "min_transfer_time", at: \.minTransferTime, type: .nonNegativeInteger,
            presence: .conditionallyRequired),
    ]
}

/// The kind of a connection: `transfers.transfer_type`.
public struct TransferType: CodedValue {
    public static let words = [
        "recommended", "timed", "minimumTime", "notPossible", "inSeat", "inSeatNotAllowed",
    ]
    /// A good place to change. Also when blank.
    public static let recommended = TransferType(code: 0)
    /// The departing vehicle waits for the arriving one.
    public static let timed = TransferType(code: 1)
    /// Possible if there is at least the given time.
    public static let minimumTime = TransferType(code: 2)
    /// Riders cannot change here.
    public static let notPossible = TransferType(code: 3)
    /// The vehicle continues as the other trip, and riders may stay on board.
    public static let inSeat = TransferType(code: 4)
    /// The vehicle continues as the other trip, but riders must alight and board again.
    public static let inSeatNotAllowed = TransferType(code: 5)

    public let code: Int
    public init(code: Int) { self.code = code }
}
