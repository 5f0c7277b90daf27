import Foundation
import GTFSSchedule
import TransitAPI
import TransitBundle

/// A point in time: RFC 3339, or a local time, whose zone only the bundle knows.
struct InstantArgument: FormedArgument {
    static let form = "a time such as 08:00, 2026-11-21T08:00 or 2026-11-21T08:00:00+11:00"
    /// On some day if it is a time of today.
    private let asked: AskedInstant
    private let isOfToday: Bool

    /// Reads what the API reads, and what people type instead: a date or a time alone, a blank
    /// between them, `8:00`, and offsets without a colon.
    init?(argument: String) {
        let parts = argument.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "Tt ".contains($0) })
        isOfToday = parts.count == 1 && argument.contains(":")
        guard let day = AskedInstant.date(isOfToday ? "20000101" : parts[0]) else { return nil }
        var time = isOfToday ? argument : parts.count == 2 ? String(parts[1]) : "00:00"
        if time.dropFirst().first == ":" { time = "0" + time }
        time.replace("\u{2212}", with: "-")
        if let sign = time.lastIndex(where: { "+-".contains($0) }), !time[sign...].contains(":"),
            let end = time.index(sign, offsetBy: 3, limitedBy: time.endIndex)
        {
            time.insert(":", at: end)
        }
        let date = Timestamp.text(day.dayNumber * 86_400).prefix(10)
        guard let asked = AskedInstant.read("\(date)T\(time)")?.asked.whole else { return nil }
        if isOfToday, case .instant = asked { return nil }
        self.asked = asked
    }

    /// The instant, and a remark about it. When clocks go back, a local time occurs twice and the
    /// first is meant; when they go forward, it may not occur at all.
    ///
    /// - Parameter now: an instant of the day that a time without a date is on.
    func instant(in zone: TimeZone, now: Date) -> (date: Date, remark: String?) {
        guard case .local(let date, let secondOfDay) = asked else {
            return (asked.resolved(in: zone).instant, nil)
        }
        let day = isOfToday ? ServiceClock(timeZone: zone).date(at: now) : date
        let shown = AskedInstant.local(day, secondOfDay: secondOfDay).resolved(in: zone)
        let text = "\(day) \(ServiceTime(seconds: secondOfDay))"
        let remark: String? =
            switch shown.remark {
            case nil: nil
            case .skipped:
                "\(text) does not exist in \(zone.identifier); "
                    + "taken as if clocks had not gone forward"
            case .repeated: "\(text) occurs twice in \(zone.identifier); taken as the first"
            }
        return (shown.instant, remark)
    }

    /// The instant; standard error has the remark about it.
    func date(of option: String, in zone: TimeZone, now: Date) -> Date {
        let (date, remark) = instant(in: zone, now: now)
        if let remark { StandardError.remark("\(option) \(remark)") }
        return date
    }
}

struct DurationArgument: FormedArgument {
    static let form = "a length such as 90m, 2h, 1h30m or 2d, at most a year"
    let seconds: Int

    private static let units = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
    /// A year: a longer time is a mistake.
    private static let longest = 366 * 86_400

    init?(argument: String) {
        let parts = argument.matches(of: #/([0-9]{1,9})([dhms]?)/#)
        let units = parts.map { String($0.2) }
        guard parts.map({ String($0.0) }).joined() == argument, Set(units).count == units.count,
            units.count == 1 || !units.contains("")
        else { return nil }
        let total = zip(parts, units).reduce(0) { total, part in
            total + (Int(part.0.1) ?? 0) * (Self.units[part.1] ?? 1)
        }
        guard 1...Self.longest ~= total else { return nil }
        seconds = total
    }
}
