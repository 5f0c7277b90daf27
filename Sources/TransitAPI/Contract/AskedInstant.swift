public import Foundation
public import GTFSSchedule
public import TransitModel

/// A point in time in a question: an instant, or what a clock at the stop shows.
public enum AskedInstant: Hashable, Sendable {
    /// RFC 3339, with an offset.
    case instant(Date)
    /// A time without an offset; the zone is that of the stop in question.
    case local(ServiceDate, secondOfDay: Int)

    /// Nil for a text of another form; a fraction of a second of a local time is dropped.
    init?(text: String) {
        // Every request for a board has one. By bytes, because characters take longer than the
        // answer's hash, and each of these is one byte.
        let bytes = Array(text.utf8)
        guard bytes.count > 10, Self.isOne(bytes[10], of: "Tt"), let date = Self.date(bytes[..<10])
        else {
            return nil
        }
        let rest = bytes[11...]
        // An unencoded plus arrives as a blank.
        let clock = rest.prefix { !Self.isOne($0, of: "Zz+- ") }
        guard let seconds = Self.seconds(clock) else { return nil }
        let zone = rest[clock.endIndex...]
        guard !zone.isEmpty else {
            self = .local(date, secondOfDay: min(seconds, 86_399))
            return
        }
        guard let offset = Self.offset(zone) else { return nil }
        var instant = Double(date.dayNumber * 86_400 + seconds - offset)
        let fraction = clock.drop { $0 != UInt8(ascii: ".") }
        if !fraction.isEmpty {
            // Digits beyond the precision of an instant mean nothing.
            instant += Double("0" + String(decoding: fraction.prefix(20), as: UTF8.self)) ?? 0
        }
        self = .instant(Date(timeIntervalSince1970: instant))
    }

    /// The instant without a fraction of a second.
    var whole: AskedInstant {
        guard case .instant(let instant) = self else { return self }
        return .instant(
            Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down)))
    }

    /// `2026-11-21` or `20261121`.
    static func date(_ text: Substring) -> ServiceDate? { date(Array(text.utf8)[...]) }

    private static func date(_ text: ArraySlice<UInt8>) -> ServiceDate? {
        var digits = Array(text)
        if digits.count == 10, isOne(digits[4], of: "-"), isOne(digits[7], of: "-") {
            digits.remove(at: 7)
            digits.remove(at: 4)
        }
        guard digits.count == 8, digits.allSatisfy(isDigit) else { return nil }
        return ServiceDate(yyyymmdd: digits.reduce(0) { $0 * 10 + Int32($1 & 15) })
    }

    /// `08:00:00`, `08:00:00.5` or `08:00`; a leap second counts as the second after it.
    private static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
        let whole = text.prefix { $0 != UInt8(ascii: ".") }
        let fraction = text[whole.endIndex...]
        guard fraction.isEmpty || fraction.count > 1 && fraction.dropFirst().allSatisfy(isDigit),
            whole.count == 8 || whole.count == 5 && fraction.isEmpty,
            let hours = pair(whole.prefix(2)), hours < 24,
            let minutes = pair(after: ":", whole.dropFirst(2).prefix(3)), minutes < 60
        else { return nil }
        guard whole.count == 8 else { return hours * 3600 + minutes * 60 }
        guard let seconds = pair(after: ":", whole.dropFirst(5)), seconds <= 60 else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    /// Seconds east of Greenwich of `Z` or `+11:00`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        guard let sign = text.first else { return nil }
        if text.count == 1, isOne(sign, of: "Zz") { return 0 }
        guard text.count == 6, let hours = pair(text.dropFirst().prefix(2)), hours < 24,
            let minutes = pair(after: ":", text.dropFirst(3)), minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isOne(sign, of: "-") ? -1 : 1)
    }

    /// A number of two digits, and nothing else.
    private static func pair(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.count == 2, text.allSatisfy(isDigit) else { return nil }
        return text.reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    private static func pair(after mark: StaticString, _ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first, isOne(first, of: mark) else { return nil }
        return pair(text.dropFirst())
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    /// Whether a byte is one of the given ASCII characters.
    private static func isOne(_ byte: UInt8, of characters: StaticString) -> Bool {
        characters.withUTF8Buffer { $0.contains(byte) }
    }

    /// The instant, and a note about it.
    ///
    /// ```swift
    /// let question = try Question(
    ///     Endpoint[.departures], id: "QUAY", query: [("at", "2026-10-04T02:30")])
    /// let resolved = question.instant?.resolved(in: sydney)
    /// let remark = resolved?.remark  // .skipped: clocks go forward at two
    /// ```
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
