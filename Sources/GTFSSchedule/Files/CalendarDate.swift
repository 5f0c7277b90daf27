/// A day added to a service or removed from it: a row of `calendar_dates.txt`. A service may
/// consist of such days alone, so ``serviceID`` need not be in `calendar.txt`.
public struct CalendarDate: FeedRow, Hashable {
    /// The set of service days that is changed.
    public var serviceID: ServiceID?
    /// The day in question.
    public var date: ServiceDate?
    /// Whether the day is added or removed.
    public var exceptionType: ServiceException?

    public init() {}

    public static let file = FileSpec(
        "calendar_dates.txt", .conditionallyRequired, primaryKey: ["service_id", "date"])

    public static let fields: [Field<CalendarDate>] = [
        Field("service_id", at: \.serviceID, presence: .required),
        Field("date", at: \.date, type: .date, presence: .required),
        Field("exception_type", at: \.exceptionType, presence: .required),
    ]
}

/// The exception to a service on a day: `calendar_dates.exception_type`.
public struct ServiceException: CodedValue {
    public static let codes = 1...2
    public static let words = ["added", "removed"]
    /// The service runs on this day.
    public static let added = ServiceException(code: 1)
    /// The service does not run on this day.
    public static let removed = ServiceException(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}
