import Foundation
import GTFSSchedule

/// The clock of the machine, by the C library: to set up Foundation's calendars and formatters takes
/// longer than to check a small file.
enum LocalClock {
    /// Today's date.
    static var today: ServiceDate {
        ServiceDate(dayNumber: Int((Double(now) + Double(local.tm_gmtoff)) / 86_400))
    }

    /// Now, as RFC 3339 in local time.
    static var timestamp: String {
        let time = local
        let minutes = abs(time.tm_gmtoff) / 60
        let zone =
            minutes == 0
            ? "Z"
            : (time.tm_gmtoff < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
        let date = [Int(time.tm_year) + 1900, Int(time.tm_mon) + 1, Int(time.tm_mday)]
        let clock = [time.tm_hour, time.tm_min, time.tm_sec]
        return date.map(digits).joined(separator: "-") + "T"
            + clock.map { digits(Int($0)) }.joined(separator: ":") + zone
    }

    private static var local: tm {
        var now = now
        var local = tm()
        tzset()
        localtime_r(&now, &local)
        return local
    }

    private static var now: time_t { time(nil) }

    private static func digits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
