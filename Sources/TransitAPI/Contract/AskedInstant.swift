package import Foundation
package import GTFSSchedule
public import TransitModel

/// A point in time in a question: an instant, or a time on a clock at the stop.
package enum AskedInstant: Hashable, Sendable {
    /// An instant: RFC 3339, with an offset.
    case instant(Date)
    /// A time without an offset; its zone is that of the stop in question.
    case local(ServiceDate, secondOfDay: Int)

    /// A fraction of a second of a local time is dropped.
    init?(text: String) {
        guard let read = Self.read(text) else { return nil }
        self = read.asked
    }

    package static func read(_ text: String) -> (asked: AskedInstant, offset: Int)? {
        // Every request for a board has one. By bytes, because characters take longer than the
        // answer's hash, and each of these is one byte.
        let bytes = Array(text.utf8)
        guard bytes.count > 10, isOne(bytes[10], of: "Tt"), let date = Self.date(bytes[..<10])
        else { return nil }
        let rest = bytes[11...]
        // An unencoded plus arrives as a blank.
        let clock = rest.prefix { !isOne($0, of: "Zz+- ") }
        guard let seconds = Self.seconds(clock) else { return nil }
        let zone = rest[clock.endIndex...]
        guard !zone.isEmpty else { return (.local(date, secondOfDay: min(seconds, 86_399)), 0) }
        guard let offset = Self.offset(zone) else { return nil }
        var instant = Double(date.dayNumber * 86_400 + seconds - offset)
        let fraction = clock.drop { $0 != UInt8(ascii: ".") }
        if !fraction.isEmpty {
            // Digits beyond the precision of an instant mean nothing.
            instant += Double("0" + String(decoding: fraction.prefix(20), as: UTF8.self)) ?? 0
        }
        return (.instant(Date(timeIntervalSince1970: instant)), offset)
    }

    package var whole: AskedInstant {
        guard case .instant(let instant) = self else { return self }
        return .instant(
            Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down)))
    }

    /// Such as `2026-11-21` or `20261121`.
    package static func date(_ text: Substring) -> ServiceDate? { date(Array(text.utf8)[...]) }

    private static func date(_ text: ArraySlice<UInt8>) -> ServiceDate? {
        var digits = text
        if text.count == 10 {
            let marks = [text.startIndex + 7, text.startIndex + 4]
            guard marks.allSatisfy({ isOne(text[$0], of: "-") }) else { return nil }
            for mark in marks { digits.remove(at: mark) }
        }
        return digits.withUnsafeBytes { ServiceDate(cell: $0) }
    }

    /// The seconds in a text such as `08:00:00`, `08:00:00.5` or `08:00`; a leap second counts as
    /// the second after it.
    private static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
        let whole = text.prefix { $0 != UInt8(ascii: ".") }
        let fraction = text[whole.endIndex...]
        guard
            fraction.isEmpty
                || fraction.count > 1 && fraction.dropFirst().allSatisfy(NumberText.isDigit),
            whole.count == 8 || whole.count == 5 && fraction.isEmpty
        else { return nil }
        let isLeap = whole.dropFirst(5).elementsEqual(":60".utf8)
        return dayTime(isLeap ? whole.prefix(5) : whole).map { isLeap ? $0 + 60 : $0 }
    }

    /// East of Greenwich: `Z` or `+11:00`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        guard let sign = text.first else { return nil }
        if text.count == 1, isOne(sign, of: "Zz") { return 0 }
        guard text.count == 6, let seconds = dayTime(text.dropFirst()) else { return nil }
        return isOne(sign, of: "-") ? -seconds : seconds
    }

    private static func dayTime(_ text: ArraySlice<UInt8>) -> Int? {
        text.withUnsafeBytes { CellText.seconds($0) }.flatMap { $0 < 86_400 ? $0 : nil }
    }

    private static func isOne(_ byte: UInt8, of characters: StaticString) -> Bool {
        characters.withUTF8Buffer { $0.contains(byte) }
    }

    /// - Parameter zone: the zone of the clock at the stop.
    package func resolved(
        in zone: TimeZone
    ) -> (instant: Date, remark: ServiceClock.ClockChange?) {
        switch self {
        case .instant(let instant): return (instant, nil)
        case .local(let date, let secondOfDay):
            let shown = ServiceClock(timeZone: zone).instant(showing: secondOfDay, on: date)
            return (shown.instant, shown.change)
        }
    }

    /// RFC 3339 in UTC, with the fraction of a second if there is one.
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

    /// RFC 3339 in UTC, or the local time with seconds.
    var canonicalText: String {
        switch self {
        case .instant(let instant):
            Self.text(instant)
        case .local(let date, let secondOfDay):
            String(Timestamp.text(date.dayNumber * 86_400 + secondOfDay).dropLast())
        }
    }
}

extension LocalInstant {
    /// Creates an instant from a text; nil unless it is RFC 3339.
    public init?(text: String) {
        guard let read = AskedInstant.read(text), case .instant(let instant) = read.asked else {
            return nil
        }
        self.init(
            seconds: Int(instant.timeIntervalSince1970.rounded(.down)), offsetSeconds: read.offset)
    }
}
