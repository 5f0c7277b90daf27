/// A part of the day in which some fares apply: a row of `timeframes.txt`.
public struct Timeframe: FeedRow, Hashable {
    /// The group of timeframes that fare rules refer to.
    public var timeframeGroupID: TimeframeGroupID?
    /// First second of the timeframe on the clock; blank means 00:00:00.
    public var startTime: ServiceTime?
    /// End of the timeframe on the clock, itself not included; blank means 24:00:00.
    public var endTime: ServiceTime?
    /// The days on which the timeframe holds.
    public var serviceID: ServiceID?

    public init() {}

    public static let file = FileSpec("timeframes.txt", .optional)

    public static let fields: [Field<Timeframe>] = [
        Field("timeframe_group_id", \.timeframeGroupID, .id, .required),
        Field("start_time", \.startTime, .localTime, .conditionallyRequired),
        Field("end_time", \.endTime, .localTime, .conditionallyRequired),
        Field("service_id", \.serviceID, .id, .required, references: [.calendar, .calendarDate]),
    ]
}
