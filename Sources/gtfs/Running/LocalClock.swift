import GTFSSchedule
import SystemLayer

/// The clock of the machine, through the C library: setting up Foundation's calendars and
/// formatters takes longer than checking a small file.
enum LocalClock {
    /// Now, as RFC 3339 in local time.
    static var timestamp: String {
        let now = LocalTime()
        return Timestamp.text(now.seconds, offset: now.offsetSeconds == 0 ? nil : now.offsetSeconds)
    }
}
