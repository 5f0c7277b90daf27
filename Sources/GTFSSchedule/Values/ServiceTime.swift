/// A time of a service day: seconds since noon minus 12 hours.
///
/// On most days that origin is midnight; on days when clocks change it is an hour off, so that
/// times in the afternoon still agree with the clock. Trips after midnight that belong to the
/// previous day have times of 24:00:00 and more. Arithmetic may give negative times.
///
/// ```swift
/// let departure = ServiceTime(hours: 25, minutes: 10)
/// let text = departure.description  // "25:10:00"
/// let clock = departure.timeOfDay  // 01:10:00
/// let days = departure.dayOffset  // 1
/// ```
public struct ServiceTime: Hashable, Sendable {
    /// Seconds since noon minus 12 hours of the service day.
    public var seconds: Int

    /// The number of seconds in a day without a clock change.
    public static let secondsPerDay = 86_400

    /// Creates the time that is this number of seconds after noon minus 12 hours.
    public init(seconds: Int) {
        self.seconds = seconds
    }

    /// Creates the time that a timetable writes as `hours:minutes:seconds`.
    public init(hours: Int, minutes: Int, seconds: Int = 0) {
        self.seconds = hours * 3600 + minutes * 60 + seconds
    }
}

extension ServiceTime {
    /// Returns the time that is this number of seconds later, or earlier if negative.
    public func adding(seconds: Int) -> ServiceTime {
        ServiceTime(seconds: self.seconds + seconds)
    }

    /// Returns the seconds from the other time of the same service day to this one; negative when
    /// this one is earlier.
    public func seconds(since other: ServiceTime) -> Int {
        seconds - other.seconds
    }

    /// The number of days after the service day on which the clock shows the time: 0 from 00:00:00,
    /// 1 from 24:00:00, -1 below zero.
    public var dayOffset: Int {
        let quotient = seconds / Self.secondsPerDay
        return seconds % Self.secondsPerDay < 0 ? quotient - 1 : quotient
    }

    /// The time as a clock shows it, from 00:00:00 to 23:59:59.
    public var timeOfDay: ServiceTime {
        adding(seconds: -dayOffset * Self.secondsPerDay)
    }

    /// Returns the same moment as a time of the service day that is this number of days later:
    /// 25:00:00 is 01:00:00 of the next one.
    ///
    /// ```swift
    /// let departure = ServiceTime(hours: 25, minutes: 10)
    /// let next = departure.onServiceDay(1)  // 01:10:00
    /// ```
    public func onServiceDay(_ days: Int) -> ServiceTime {
        adding(seconds: -days * Self.secondsPerDay)
    }
}

extension ServiceTime: Comparable {
    public static func < (left: ServiceTime, right: ServiceTime) -> Bool {
        left.seconds < right.seconds
    }
}

extension ServiceTime: CellDecodable {
    /// Reads `H:MM:SS`, `HH:MM:SS` or `HHH:MM:SS`, or the same without seconds.
    public init?(cell: UnsafeRawBufferPointer) {
        guard let seconds = CellText.seconds(cell) else { return nil }
        self.init(seconds: seconds)
    }
}

extension ServiceTime: CustomStringConvertible {
    /// The time as `HH:MM:SS`, with three digits for the hours when needed and a minus sign below
    /// zero.
    public var description: String {
        // Digit by digit, from the last one: hours have any number of them. Joining texts takes
        // four times as long, and a report may have millions.
        var text: [UInt8] = []
        text.reserveCapacity(9)
        var rest = seconds.magnitude
        var digits = 0
        while digits < 6 || rest > 0 {
            if digits == 2 || digits == 4 { text.append(UInt8(ascii: ":")) }
            let (quotient, digit) = rest.quotientAndRemainder(
                dividingBy: digits % 2 == 1 && digits < 4 ? 6 : 10)
            text.append(UInt8(ascii: "0") + UInt8(digit))
            rest = quotient
            digits += 1
        }
        if seconds < 0 { text.append(UInt8(ascii: "-")) }
        text.reverse()
        return String(decoding: text, as: UTF8.self)
    }
}

extension ServiceTime: Codable {
    public init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        try seconds.encode(to: encoder)
    }
}
