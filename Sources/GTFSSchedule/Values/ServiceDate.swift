/// A service day: a date of the Gregorian calendar without a time or time zone.
///
/// A service day may last longer than 24 hours; see ``ServiceTime``. The calendar is the proleptic
/// Gregorian one, for the years 0 to 9999, which eight digits can represent.
///
/// ```swift
/// let newYearsEve = ServiceDate(year: 2026, month: 12, day: 31)
/// let weekday = newYearsEve?.weekday  // .thursday
/// let leapDay = ServiceDate(year: 2026, month: 2, day: 29)  // nil
/// ```
public struct ServiceDate: Hashable, Sendable {
    /// The date as the decimal digits `YYYYMMDD`, such as 20260131.
    public let yyyymmdd: Int32

    /// January 1 of the year 0.
    public static let earliest = ServiceDate(unchecked: 101)
    /// December 31, 9999.
    public static let latest = ServiceDate(unchecked: 9999_12_31)

    /// Creates a date; nil when the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month,
            day >= 1, day <= Self.daysInMonth(month, ofYear: year)
        else { return nil }
        self.init(unchecked: Int32(year * 10_000 + month * 100 + day))
    }

    /// Creates a date; nil when the calendar has no such day.
    public init?(yyyymmdd: Int32) {
        guard yyyymmdd > 0 else { return nil }
        let date = ServiceDate(unchecked: yyyymmdd)
        self.init(year: date.year, month: date.month, day: date.day)
    }

    private init(unchecked yyyymmdd: Int32) {
        self.yyyymmdd = yyyymmdd
    }

    /// The year, from 0 to 9999.
    public var year: Int { Int(yyyymmdd) / 10_000 }
    /// The month, from 1 to 12.
    public var month: Int { Int(yyyymmdd) / 100 % 100 }
    /// The day of the month, from 1 to 31.
    public var day: Int { Int(yyyymmdd) % 100 }

    private static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension ServiceDate {
    // Both directions count years from 1 March, so that the leap day comes last, and group them in
    // eras of 400 years, each 146,097 days long. 719,468 days lie between 1 March of the year 0
    // and 1 January 1970.

    /// The number of days since January 1, 1970; negative before.
    public var dayNumber: Int {
        // One era is added and taken off again: January of the year 0 belongs to the year -1.
        let marchYear = year + 400 - (month <= 2 ? 1 : 0)
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + dayOfYear - 146_097 - 719_468
    }

    /// Creates the day that is this number of days after January 1, 1970, or the nearest one from
    /// ``earliest`` to ``latest``.
    public init(dayNumber: Int) {
        let clamped = min(max(dayNumber, Self.earliest.dayNumber), Self.latest.dayNumber)
        let days = clamped + 719_468 + 146_097
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = (marchMonth + 2) % 12 + 1
        let year = (era - 1) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        self.init(unchecked: Int32(year * 10_000 + month * 100 + day))
    }

    /// Returns the date that is this number of days later, or earlier if negative; stops at
    /// ``earliest`` and ``latest``.
    ///
    /// ```swift
    /// let next = newYearsEve.adding(days: 1)  // 20270101
    /// ```
    public func adding(days: Int) -> ServiceDate {
        let (sum, overflows) = dayNumber.addingReportingOverflow(days)
        if overflows { return days < 0 ? .earliest : .latest }
        return ServiceDate(dayNumber: sum)
    }

    /// Returns the days from the other date to this one; negative when this one is earlier.
    ///
    /// ```swift
    /// let january = newYearsEve.adding(days: 31)
    /// let days = january.days(since: newYearsEve)  // 31
    /// ```
    public func days(since other: ServiceDate) -> Int {
        dayNumber - other.dayNumber
    }

    /// The day of the week.
    public var weekday: Weekday {
        // 1 January 1970 was a Thursday. The offset keeps the dividend positive: it is a multiple
        // of 7 beyond the days from the year 0 to 1970.
        Weekday.allCases[(dayNumber + 3 + 7 * 200_000) % 7]
    }
}

extension ServiceDate: Comparable {
    public static func < (left: ServiceDate, right: ServiceDate) -> Bool {
        left.yyyymmdd < right.yyyymmdd
    }
}

extension ServiceDate: CellDecodable {
    /// Reads exactly eight digits.
    public init?(cell: UnsafeRawBufferPointer) {
        guard let yyyymmdd = CellText.date(cell) else { return nil }
        self.init(unchecked: yyyymmdd)
    }
}

extension ServiceDate: CustomStringConvertible {
    /// The date as `YYYYMMDD`, always eight digits.
    public var description: String {
        let digits = String(yyyymmdd)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// Encoded as the integer `YYYYMMDD`.
extension ServiceDate: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(Int32.self)
        guard let date = ServiceDate(yyyymmdd: number) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(number) is not a date YYYYMMDD")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        try yyyymmdd.encode(to: encoder)
    }
}

/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Codable, Sendable {
    /// Monday: 1 in ISO 8601, the column `monday` of `calendar.txt`.
    case monday = 1
    /// Tuesday: 2 in ISO 8601, the column `tuesday`.
    case tuesday
    /// Wednesday: 3 in ISO 8601, the column `wednesday`.
    case wednesday
    /// Thursday: 4 in ISO 8601, the column `thursday`.
    case thursday
    /// Friday: 5 in ISO 8601, the column `friday`.
    case friday
    /// Saturday: 6 in ISO 8601, the column `saturday`.
    case saturday
    /// Sunday: 7 in ISO 8601, the column `sunday`.
    case sunday
}

extension Weekday: Comparable {
    /// Compares days of the week; Monday comes first.
    public static func < (left: Weekday, right: Weekday) -> Bool {
        left.rawValue < right.rawValue
    }
}
