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

    /// Now.
    package init() {
        var now = time(nil)
        var local = tm()
        tzset()
        localtime_r(&now, &local)
        seconds = now
        offsetSeconds = local.tm_gmtoff
    }
}
