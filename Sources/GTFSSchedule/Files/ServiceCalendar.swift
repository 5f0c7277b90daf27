/// A weekly pattern of service days between two dates: a row of `calendar.txt`.
public struct ServiceCalendar: FeedRow, Hashable {
    /// Identifies the set of service days.
    public var serviceID: ServiceID?
    /// Whether the service runs on Mondays between the two dates.
    public var monday: DayAvailability?
    /// Whether the service runs on Tuesdays between the two dates.
    public var tuesday: DayAvailability?
    /// Whether the service runs on Wednesdays between the two dates.
    public var wednesday: DayAvailability?
    /// Whether the service runs on Thursdays between the two dates.
    public var thursday: DayAvailability?
    /// Whether the service runs on Fridays between the two dates.
    public var friday: DayAvailability?
    /// Whether the service runs on Saturdays between the two dates.
    public var saturday: DayAvailability?
    /// Whether the service runs on Sundays between the two dates.
    public var sunday: DayAvailability?
    /// First day of the pattern.
    public var startDate: ServiceDate?
    /// Last day of the pattern, which is included.
    public var endDate: ServiceDate?

    public init() {}

    public static let file = FileSpec(
        "calendar.txt", .conditionallyRequired, primaryKey: ["service_id"])

    public static let fields: [Field<ServiceCalendar>] = [
        Field("service_id", at: \.serviceID, presence: .required),
        Field("monday", at: \.monday, presence: .required),
        Field("tuesday", at: \.tuesday, presence: .required),
        Field("wednesday", at: \.wednesday, presence: .required),
        Field("thursday", at: \.thursday, presence: .required),
        Field("friday", at: \.friday, presence: .required),
        Field("saturday", at: \.saturday, presence: .required),
        Field("sunday", at: \.sunday, presence: .required),
        Field("start_date", at: \.startDate, type: .date, presence: .required),
        Field("end_date", at: \.endDate, type: .date, presence: .required),
    ]
}

/// Whether a service runs on a day of the week: `calendar.monday` to `sunday`.
public struct DayAvailability: CodedValue {
    public static let words = ["notRunning", "running"]
    /// No service on this day of the week.
    public static let notRunning = DayAvailability(code: 0)
    /// Service on every such day between the two dates.
    public static let running = DayAvailability(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }
}

extension ServiceCalendar {
    /// Accesses the column of a day of the week.
    public subscript(weekday: Weekday) -> DayAvailability? {
        switch weekday {
        case .monday: monday
        case .tuesday: tuesday
        case .wednesday: wednesday
        case .thursday: thursday
        case .friday: friday
        case .saturday: saturday
        case .sunday: sunday
        }
    }
}
