/// How and when riders book on-demand service: a row of `booking_rules.txt`.
public struct BookingRule: FeedRow, Hashable {
    /// Identifies the rule.
    public var bookingRuleID: BookingRuleID?
    /// How far ahead riders book.
    public var bookingType: BookingType?
    /// Minutes before the ride by which riders must have booked.
    public var priorNoticeDurationMin: Int?
    /// Minutes before the ride from which riders can book.
    public var priorNoticeDurationMax: Int?
    /// Days before the ride by which riders must have booked.
    public var priorNoticeLastDay: Int?
    /// Time of the last day by which riders must have booked.
    public var priorNoticeLastTime: ServiceTime?
    /// Days before the ride from which riders can book.
    public var priorNoticeStartDay: Int?
    /// Time of the first day from which riders can book.
    public var priorNoticeStartTime: ServiceTime?
    /// The days that count as days before the ride; blank means every day.
    public var priorNoticeServiceID: ServiceID?
    /// A message for riders who book both ends of the ride.
    public var message: String?
    /// A message for riders who book boarding only.
    public var pickupMessage: String?
    /// A message for riders who book alighting only.
    public var dropOffMessage: String?
    /// Number to call for booking.
    public var phoneNumber: PhoneNumber?
    /// Web page about booking.
    public var infoURL: FeedURL?
    /// Web page or link into an app where riders book.
    public var bookingURL: FeedURL?

    public init() {}

    public static let file = FileSpec(
        "booking_rules.txt", .optional, primaryKey: ["booking_rule_id"])

    public static let fields: [Field<BookingRule>] = [
        Field("booking_rule_id", at: \.bookingRuleID, presence: .required),
        Field("booking_type", at: \.bookingType, presence: .required),
        Field(
            "prior_notice_duration_min", at: \.priorNoticeDurationMin, type: .integer,
            presence: .conditionallyRequired),
        Field(
            "prior_notice_duration_max", at: \.priorNoticeDurationMax, type: .integer,
            presence: .conditionallyForbidden
        ),
        Field(
            "prior_notice_last_day", at: \.priorNoticeLastDay, type: .integer,
            presence: .conditionallyRequired),
        Field(
            "prior_notice_last_time", at: \.priorNoticeLastTime, type: .time,
            presence: .conditionallyRequired),
        Field(
            "prior_notice_start_day", at: \.priorNoticeStartDay, type: .integer,
            presence: .conditionallyForbidden),
        Field(
            "prior_notice_start_time", at: \.priorNoticeStartTime, type: .time,
            presence: .conditionallyRequired),
        Field(
            "prior_notice_service_id", at: \.priorNoticeServiceID,
            presence: .conditionallyForbidden, references: [.calendar]),
        Field("message", at: \.message, type: .text),
        Field("pickup_message", at: \.pickupMessage, type: .text),
        Field("drop_off_message", at: \.dropOffMessage, type: .text),
        Field("phone_number", at: \.phoneNumber, type: .phoneNumber),
        Field("info_url", at: \.infoURL, type: .url),
        Field("booking_url", at: \.bookingURL, type: .url),
    ]
}

/// How far ahead riders book: `booking_rules.booking_type`.
public struct BookingType: CodedValue {
    public static let words = ["realTime", "sameDay", "priorDays"]
    /// In real time: at any moment.
    public static let realTime = BookingType(code: 0)
    /// On the same day, some minutes before.
    public static let sameDay = BookingType(code: 1)
    /// Until some day before the ride.
    public static let priorDays = BookingType(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}
