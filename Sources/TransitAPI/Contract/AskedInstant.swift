public import Foundation
public import GTFSSchedule
public import TransitModel

/// A point in time as somebody asks for it: an instant, or what a clock at the stop shows.
public enum AskedInstant: Hashable, Sendable {
    /// RFC 3339, with an offset.
    case instant(Date)
    /// A time without an offset; only the stop that is asked about tells its zone.
    case local(ServiceDate, secondOfDay: Int)

    /// Nil for a text of another form; of a local time a fraction of a second is dropped.
    init?(text: String) {
        let parts = text.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "Tt".contains($0) })
        guard parts.count == 2, parts[0].utf8.count == 10, let date = Self.date(parts[0]) else {
            return nil
        }
        // A plus that nobody encoded arrives as a blank.
        let zoneStart = parts[1].firstIndex { "Zz+- ".contains($0) } ?? parts[1].endIndex
        let clock = parts[1][..<zoneStart]
        guard let seconds = Self.seconds(clock) else { return nil }
        let zone = parts[1][zoneStart...]
        guard !zone.isEmpty else {
            self = .local(date, secondOfDay: min(seconds, 86_399))
            return
        }
        guard let offset = Self.offset(zone) else { return nil }
        // Digits beyond those that an instant can have say nothing.
        let fraction = Double("0" + clock.drop { $0 != "." }.prefix(20)) ?? 0
        self = .instant(
            Date(
                timeIntervalSince1970: Double(date.dayNumber * 86_400 + seconds - offset) + fraction
            ))
    }

    /// The instant without a fraction of a second.
    var whole: AskedInstant {
        guard case .instant(let instant) = self else { return self }
        return .instant(
            Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down)))
    }

    /// `2026-11-21` or `20261121`.
    static func date(_ text: Substring) -> ServiceDate? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let digits = parts.joined()
        guard digits.utf8.count == 8, NumberText.isDigits(digits), let number = Int32(digits) else {
            return nil
        }
        return ServiceDate(yyyymmdd: number)
    }

    /// `08:00:00`, `08:00:00.5` or `08:00`; a leap second is the second after it.
    private static func seconds(_ text: Substring) -> Int? {
        let whole = text.prefix { $0 != "." }
        let fraction = text[whole.endIndex...]
        guard fraction.isEmpty || NumberText.isDigits(fraction.dropFirst()) else { return nil }
        let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, fraction.isEmpty || parts.count == 3,
            parts.allSatisfy({ $0.utf8.count == 2 && NumberText.isDigits($0) }),
            let hours = Int(parts[0]), hours < 24, let minutes = Int(parts[1]), minutes < 60
        else { return nil }
        let seconds = parts.count == 3 ? Int(parts[2]) ?? 61 : 0
        guard seconds <= 60 else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    /// Seconds east of Greenwich of `Z` or `+11:00`.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2], parts.allSatisfy({ NumberText.isDigits($0) }),
            let hours = Int(parts[0]), hours < 24, let minutes = Int(parts[1]), minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (text.first == "-" ? -1 : 1)
    }

    /// The instant, and what there is to say about it.
    ///
    /// - Parameter zone: that of the clock at the stop.
    public func resolved(
        in zone: TimeZone
    ) -> (instant: Date, remark: ServiceClock.ClockChange?) {
        switch self {
        case .instant(let instant): return (instant, nil)
        case .local(let date, let secondOfDay):
            let shown = ServiceClock(timeZone: zone).instant(showing: secondOfDay, on: date)
            return (shown.instant, shown.change)
        }
    }

    /// RFC 3339 in UTC, with the fraction of a second where there is one.
    package static func text(_ instant: Date) -> String {
        let seconds = instant.timeIntervalSince1970
        let whole = seconds.rounded(.down)
        let billionths = min(Int(((seconds - whole) * 1e9).rounded()), 999_999_999)
        let text = Timestamp.text(Int(whole))
        guard billionths > 0 else { return text }
        var digits = String(1_000_000_000 + billionths).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(text.dropLast()).\(digits)Z"
    }

    /// The one text of the instant: RFC 3339 in UTC, or the local time with seconds.
    var canonicalText: String {
        switch self {
        case .instant(let instant):
            Self.text(instant)
        case .local(let date, let secondOfDay):
            String(Timestamp.text(date.dayNumber * 86_400 + secondOfDay).dropLast())
        }
    }
}
