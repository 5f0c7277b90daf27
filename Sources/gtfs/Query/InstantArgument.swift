import Foundation
import GTFSSchedule
import TransitBundle

/// A point in time: RFC 3339, or a local time, whose zone only the bundle knows.
struct InstantArgument: FormedArgument {
    static let form = "a time such as 08:00, 2026-11-21T08:00 or 2026-11-21T08:00:00+11:00"
    /// Nil for a time of today.
    private let date: ServiceDate?
    private let secondOfDay: Int
    /// Seconds east of Greenwich; nil for a local time.
    private let offset: Int?

    init?(argument: String) {
        if let time = Self.time(argument[...]) {
            date = nil
            secondOfDay = time
            offset = nil
            return
        }
        let parts = argument.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "Tt ".contains($0) })
        guard let date = Self.date(parts[0]) else { return nil }
        self.date = date
        guard parts.count == 2 else {
            secondOfDay = 0
            offset = nil
            return
        }
        let zoneStart = parts[1].firstIndex { "Zz+-\u{2212}".contains($0) } ?? parts[1].endIndex
        guard let time = Self.time(parts[1][..<zoneStart]) else { return nil }
        secondOfDay = time
        let zone = parts[1][zoneStart...]
        if zone.isEmpty {
            offset = nil
        } else if let offset = Self.offset(zone) {
            self.offset = offset
        } else {
            return nil
        }
    }

    /// `2026-11-21` or `20261121`.
    private static func date(_ text: Substring) -> ServiceDate? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 1 { return ServiceDate(cellText: String(text)) }
        guard parts.map(\.count) == [4, 2, 2] else { return nil }
        return ServiceDate(cellText: parts.joined())
    }

    private static func time(_ text: Substring) -> Int? {
        let whole = text.prefix { $0 != "." }
        let fraction = text[whole.endIndex...].dropFirst()
        guard fraction.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, 1...2 ~= parts[0].count,
            parts.dropFirst().allSatisfy({ $0.count == 2 }),
            let hour = number(parts[0], below: 24), let minute = number(parts[1], below: 60),
            let second = parts.count == 3 ? number(parts[2], below: 60) : 0
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.count == 4, let hours = number(digits.prefix(2), below: 24),
            let minutes = number(digits.suffix(2), below: 60)
        else { return nil }
        return (hours * 3600 + minutes * 60) * (text.first == "+" ? 1 : -1)
    }

    private static func number(_ text: some StringProtocol, below limit: Int) -> Int? {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
            number < limit
        else { return nil }
        return number
    }

    /// The instant, and a remark about it. When clocks go back, a local time occurs twice and the
    /// first is meant; when they go forward, it may not occur at all.
    func instant(in zone: TimeZone, today: ServiceDate) -> (date: Date, remark: String?) {
        let date = date ?? today
        if let offset {
            let seconds = date.dayNumber * 86_400 + secondOfDay - offset
            return (Date(timeIntervalSince1970: Double(seconds)), nil)
        }
        let shown = ServiceClock(timeZone: zone).instant(showing: secondOfDay, on: date)
        let text = "\(date) \(ServiceTime(seconds: secondOfDay))"
        let remark: String? =
            switch shown.change {
            case nil: nil
            case .skipped:
                "\(text) does not exist in \(zone.identifier); "
                    + "taken as if clocks had not gone forward"
            case .repeated: "\(text) occurs twice in \(zone.identifier); taken as the first"
            }
        return (shown.instant, remark)
    }
}

struct DurationArgument: FormedArgument {
    static let form = "a length such as 90m, 2h, 1h30m or 2d, at most a year"
    let seconds: Int

    private static let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
    /// A year: a longer time is a mistake.
    private static let longest = 366 * 86_400

    static let hour = DurationArgument(seconds: 3600)

    private init(seconds: Int) {
        self.seconds = seconds
    }

    init?(argument: String) {
        var total = 0
        var digits = ""
        var usedUnits = ""
        for character in argument {
            if character.isASCII, character.isNumber, digits.count < 9 {
                digits.append(character)
            } else if let unit = Self.units[character], let number = Int(digits),
                !usedUnits.contains(character)
            {
                total += number * unit
                digits = ""
                usedUnits.append(character)
            } else {
                return nil
            }
        }
        if !digits.isEmpty {
            guard usedUnits.isEmpty, let number = Int(digits) else { return nil }
            total = number
        }
        guard 1...Self.longest ~= total else { return nil }
        seconds = total
    }
}
