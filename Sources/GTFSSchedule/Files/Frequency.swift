/// A trip that repeats at an interval: a row of `frequencies.txt`.
public struct Frequency: FeedRow, Hashable {
    /// The trip whose times serve as the model.
    public var tripID: TripID?
    /// When the first vehicle leaves the first stop.
    public var startTime: ServiceTime?
    /// When the interval ends; no vehicle leaves at this time or later.
    public var endTime: ServiceTime?
    /// Seconds from one departure to the next.
    public var headwaySecs: Int?
    /// Whether departures are exact to the second; blank means that they are not.
    public var exactTimes: ExactTimes?

    public init() {}

    public static let file = FileSpec(
        "frequencies.txt", .optional, primaryKey: ["trip_id", "start_time"])

    public static let fields: [Field<Frequency>] = [
        Field("trip_id", at: \.tripID, presence: .required, references: [.trip]),
        Field("start_time", at: \.startTime, type: .time, presence: .required),
        Field("end_time", at: \.endTime, type: .time, presence: .required),
        Field("headway_secs", at: \.headwaySecs, type: .positiveInteger, presence: .required),
        Field("exact_times", at: \.exactTimes),
    ]
}

/// Whether repeated departures form a timetable: `frequencies.exact_times`.
public struct ExactTimes: CodedValue {
    public static let words = ["frequencyBased", "scheduleBased"]
    /// Vehicles keep the interval, not a timetable. Also when blank.
    public static let frequencyBased = ExactTimes(code: 0)
    /// Vehicles leave exactly at the start and after each interval.
    public static let scheduleBased = ExactTimes(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }
}
