/// A part of the day in which some fares apply: a row of `timeframes.txt`.
public struct Timeframe: FeedRow, Hashable {
    /// The group of timeframes that fare rules refer to.
    public var timeframeGroupID: TimeframeGroupID?
    /// First second of the timeframe on the clock; blank means 00:00:00.
    public var startTime: ServiceTime?
    /// End of the timeframe on the clock, not included; blank means 24:00:00.
    public var endTime: ServiceTime?
    /// The days on which the timeframe applies.
    public var serviceID: ServiceID?

    public init() {}

    public static let file = FileSpec("timeframes.txt", .optional)

    public static let fields: [Field<Timeframe>] = [
        Field("timeframe_group_id", at: \.timeframeGroupID, presence: .required),
        Field("start_time", at: \.startTime, type: .localTime, presence: .conditionallyRequired),
        Field("end_time", at: \.endTime, type: .localTime, presence: .conditionallyRequired),
        Field(
            "service_id", at: \.serviceID, presence: .required,
            references: [.calendar, .calendarDate]),
    ]
}
