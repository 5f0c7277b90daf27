/// The days on which a service runs, as text that one `substr` of SQL can test.
///
/// Character n (from 1 on) of `days` is `1` when the service runs n - 1 days after `first`, else
/// `0`. The text ends where the rest only repeats: from there to `last`, its seven last characters
/// repeat week by week. A calendar without exceptions takes seven characters however long it is.
package struct ServiceDays: Equatable, Sendable {
    /// The first day of service, as days since 1970-01-01.
    package let first: Int
    /// The last day of service.
    package let last: Int
    package let days: String

    /// Nil when the service never runs.
    ///
    /// - Parameters:
    ///   - period: the days of `calendar.txt`; nil without.
    ///   - weekdays: bit 0 is Monday.
    package init?(period: ClosedRange<Int>?, weekdays: UInt8, added: Set<Int>, removed: Set<Int>) {
        func runs(_ day: Int) -> Bool {
            if added.contains(day) { return true }
            if removed.contains(day) { return false }
            guard let period, period ~= day else { return false }
            return weekdays >> (((day + 3) % 7 + 7) % 7) & 1 == 1
        }
        let lowest = min(period?.lowerBound ?? .max, added.min() ?? .max)
        let highest = max(period?.upperBound ?? .min, added.max() ?? .min)
        guard lowest <= highest else { return nil }
        // A week without service can follow only after exceptions or the period's end, so both
        // searches are short unless everything was removed.
        guard let first = (lowest...highest).first(where: runs),
            let last = (lowest...highest).reversed().first(where: runs)
        else { return nil }
        self.first = first
        self.last = last
        // From here on nothing but the week decides.
        let exceptions = added.union(removed).filter { first...last ~= $0 }
        var regularFrom = max(exceptions.max().map { $0 + 1 } ?? first, first)
        if let period {
            regularFrom = max(regularFrom, period.lowerBound)
            if last > period.upperBound { regularFrom = last + 1 }
        } else {
            regularFrom = last + 1
        }
        let end = min(last, regularFrom + 6)
        days = String(
            decoding: (first...end).map { runs($0) ? UInt8(ascii: "1") : UInt8(ascii: "0") },
            as: UTF8.self)
    }

    /// Whether the service runs on a day: the same test that SQL makes.
    package func contains(_ day: Int) -> Bool {
        guard first...last ~= day else { return false }
        let text = Array(days.utf8)
        let number = day - first
        let index =
            number < text.count ? number : text.count - 7 + (number - text.count) % 7
        return text[index] == UInt8(ascii: "1")
    }
}
