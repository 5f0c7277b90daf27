import Foundation
import GTFSSchedule
import TransitModel
import WebPages

package struct ExplorerTexts: Sendable {
    package let language: String
    let all: [String: String]
    let words: RiderWords
    let dates: DateWords

    package static let languages = every.keys.sorted()

    package init(in language: String?) {
        self.language = language ?? Self.own
        all = Self.every[self.language] ?? [:]
        words = RiderWords(for: self.language)
        dates = DateWords.of(self.language)
    }

    /// The text of a key, with `{name}` replaced. A text that the language lacks is English.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        var rest = (all[key] ?? Self.every[Self.own]?[key] ?? key)[...]
        var text = ""
        // In one pass, so that a value, perhaps from a feed, keeps braces of its own.
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[open..<close].dropFirst()
            text += rest[..<open] + (values[String(name)] ?? String(rest[open...close]))
            rest = rest[close...].dropFirst()
        }
        return text + rest
    }

    /// The text for a number of things: `key.one` for one, `key.other` for all other numbers, where
    /// `{n}` is the number.
    func callAsFunction(_ key: String, count: Int) -> String {
        self(key + (count == 1 ? ".one" : ".other"), ["n": Figures.grouped(count)])
    }

    /// The texts whose keys begin with `script.`, without that prefix.
    var ofScripts: [String: String] {
        let keys = (Self.every[Self.own] ?? [:]).keys.filter { $0.hasPrefix("script.") }
        return Dictionary(uniqueKeysWithValues: keys.map { (String($0.dropFirst(7)), self($0)) })
    }

    private static let own = "en"
    private static let every: [String: [String: String]] = {
        do {
            return try JSONDecoder().decode(
                [String: [String: String]].self, from: Data(EmbeddedTexts.texts_json.utf8))
        } catch {
            // The file is part of the program; a test reads it.
            return [:]
        }
    }()
}

extension ExplorerTexts {
    /// `Monday 23 November`, with the year when it is not today's; says so when it is today.
    func day(_ date: ServiceDate, today: ServiceDate?) -> String {
        let key = date.year == today?.year ? "date.long" : "date.year"
        let text = self(
            key,
            [
                "weekday": dates.weekday(date), "day": "\(date.day)",
                "month": dates.month(date), "year": "\(date.year)",
            ])
        return date == today ? self("date.today", ["day": text]) : text
    }

    private func short(_ key: String, _ date: ServiceDate) -> String {
        self(
            key,
            [
                "weekday": dates.shortWeekday(date), "day": "\(date.day)",
                "month": dates.shortMonth(date), "year": "\(date.year)",
            ])
    }

    /// `Mon 23 Nov`.
    func shortDay(_ date: ServiceDate) -> String { short("date.short", date) }

    /// `7 Aug 2021`.
    func dayOfYear(_ date: ServiceDate) -> String { short("date.day", date) }

    /// `7 Aug 2021, 03:05 UTC` of an instant such as `2021-08-07T03:05:09Z`; any other text as it is.
    func moment(_ text: String) -> String {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard text.hasSuffix("Z"), parts.count == 2, parts[1].utf8.count >= 6,
            let date = ServiceDate(cellText: String(parts[0]).replacing("-", with: ""))
        else { return text }
        return "\(dayOfYear(date)), \(parts[1].prefix(5)) UTC"
    }

    /// `Aug 2021`.
    func monthOfYear(_ date: ServiceDate) -> String { short("date.month", date) }

    /// `4 min`, `1 h 20 min`, `45 s`.
    func length(seconds: Int) -> String {
        guard seconds >= 60 else { return self("length.seconds", ["n": "\(seconds)"]) }
        let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60)
        let rest = seconds % 60
        var parts: [String] = []
        if hours > 0 { parts.append(self("length.hours", ["n": "\(hours)"])) }
        if minutes > 0 { parts.append(self("length.minutes", ["n": "\(minutes)"])) }
        if rest > 0, hours == 0 { parts.append(self("length.seconds", ["n": "\(rest)"])) }
        return parts.joined(separator: " ")
    }

    /// `120 m`, `1.4 km`.
    func distance(meters: Double) -> String {
        // A feed may claim distances beyond the range of integers: those are shown as they are.
        guard let whole = Int(exactly: meters.rounded()) else {
            return self("length.meters", ["n": "\(meters)"])
        }
        guard meters >= 1000 else { return self("length.meters", ["n": "\(whole)"]) }
        let tenths = Int((meters / 100).rounded())
        let text = "\(tenths / 10)\(dates.point)\(tenths % 10)"
        return self("length.kilometers", ["n": text])
    }

    /// `24:04:00` as a clock shows it, `00:04`, with `+1` on the next day.
    func clock(_ time: ServiceTime) -> String {
        let days = time.dayOffset
        let text = String(time.timeOfDay.description.prefix(5))
        return days == 0 ? text : text + (days > 0 ? "+\(days)" : "\(days)")
    }

    /// `UTC+11:00`.
    static func offset(seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "UTC" + (seconds < 0 ? "−" : "+") + digits.joined(separator: ":")
    }
}

extension LocalInstant {
    var clock: String { String(description.dropFirst(11).prefix(5)) }
}

extension ServiceDate {
    var dashed: String {
        let digits = description
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6))"
    }
}
