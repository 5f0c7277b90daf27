import GTFSSchedule
import SystemLayer

/// The clock of the machine, by the C library: to set up Foundation's calendars and formatters takes
/// longer than to check a small file.
enum LocalClock {
    /// Today's date.
    static var today: ServiceDate {
        let now = LocalTime()
        return ServiceDate(dayNumber: Int(Double(now.seconds + now.offsetSeconds) / 86_400))
    }

    /// Now, as RFC 3339 in local time.
    static var timestamp: String {
        let now = LocalTime()
        let minutes = abs(now.offsetSeconds) / 60
        let zone =
            minutes == 0
            ? "Z"
            : (now.offsetSeconds < 0 ? "-" : "+") + digits(minutes / 60) + ":"
                + digits(minutes % 60)
        return [now.year, now.month, now.day].map(digits).joined(separator: "-") + "T"
            + [now.hour, now.minute, now.second].map(digits).joined(separator: ":") + zone
    }

    private static func digits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
