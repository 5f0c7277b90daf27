#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The machine's clock at one moment, in its own time zone.
package struct LocalTime: Sendable {
    /// Seconds since 1970.
    package let seconds: Int
    /// What to add to them for the time that the clock on the wall shows.
    package let offsetSeconds: Int
    /// Such as 2026.
    package let year: Int
    /// From 1.
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int

    /// Now.
    package init() {
        var now = time(nil)
        var local = tm()
        tzset()
        localtime_r(&now, &local)
        seconds = now
        offsetSeconds = local.tm_gmtoff
        year = Int(local.tm_year) + 1900
        month = Int(local.tm_mon) + 1
        day = Int(local.tm_mday)
        hour = Int(local.tm_hour)
        minute = Int(local.tm_min)
        second = Int(local.tm_sec)
    }
}
