/// An instant as RFC 3339 writes it, in whole seconds: `2026-11-21T08:00:00+11:00`.
package enum Timestamp {
    /// - Parameters:
    ///   - seconds: since 1970, in UTC.
    ///   - offset: how many seconds the clock is ahead of UTC; nil for UTC itself, written as `Z`.
    package static func text(_ seconds: Int, offset: Int? = nil) -> String {
        let local = seconds + (offset ?? 0)
        let time = ((local % 86_400) + 86_400) % 86_400
        let date = ServiceDate(dayNumber: (local - time) / 86_400)
        return [
            two(date.year / 100) + two(date.year % 100), "-", two(date.month), "-", two(date.day),
            "T", two(time / 3600), ":", two(time / 60 % 60), ":", two(time % 60),
            offset.map(zone) ?? "Z",
        ].joined()
    }

    private static func zone(_ offset: Int) -> String {
        (offset < 0 ? "-" : "+") + two(abs(offset) / 3600) + ":" + two(abs(offset) / 60 % 60)
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
