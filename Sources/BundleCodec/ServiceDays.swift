/// The days on which a service runs, as text that one `substr` of SQL can test: `service`.
///
/// Days count from 1970-01-01. Character n (from 1 on) of `days` is `1` when the service runs n - 1
/// days after the first, else `0`. The text ends where the rest only repeats: from there to the
/// last day, its seven last characters repeat week by week. A calendar without exceptions takes seven
/// characters however long it is. From Monday to Friday for four weeks, but not on the first Friday:
///
///     first_day 20416 (a Monday), last_day 20441 (a Friday)
///     days      1 1 1 1 0 0 0 1 1 1 1 1     and on     0 0 1 1 1 1 1     0 0 1 1 1 1 1
///                         [last  seven]            [once  more]      [once  more]
///
/// A text of less than seven characters has nothing to repeat, and ends with the last day. A service
/// that never runs has NULL in all three columns.
package struct ServiceDays: Equatable, Sendable {
    /// The first day of service, as days since 1970-01-01.
    package let first: Int
    /// The last day of service.
    package let last: Int
    /// A `1` or a `0` for each day that the week does not decide.
    private let text: [UInt8]

    /// All days that dates such as 20261121 have: those of the years 0 to 9999.
    private static let calendar = -719_528...2_932_896
    private static let week = 7

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
        let end = min(last, regularFrom + Self.week - 1)
        text = (first...end).map { runs($0) ? UInt8(ascii: "1") : UInt8(ascii: "0") }
    }

    /// Takes what a bundle has; nil when the service never runs.
    package init?(
        first: Int?, last: Int?, days: [UInt8]?
    ) throws(DamagedEncoding) {
        guard first != nil || last != nil || days != nil else { return nil }
        guard let first, let last, let days else {
            throw DamagedEncoding(.serviceDays, "a part is missing")
        }
        self.first = first
        self.last = last
        text = days
        try Self.check(first, last, characters: text.count)
        for (place, character) in text.enumerated() {
            _ = try Self.runs(character, at: place)
        }
    }

    /// What the bundle's column has.
    package var days: String { String(decoding: text, as: UTF8.self) }

    /// Whether the service runs on a day: the same test that SQL makes.
    package func contains(_ day: Int) -> Bool {
        guard first...last ~= day else { return false }
        return text[Self.place(day - first, characters: text.count)] == UInt8(ascii: "1")
    }

    /// A condition of SQL on the three columns: a service may run on `:day`, or its text is of no
    /// use. ``runs(on:first:last:days:)`` decides; what SQL leaves out, most of a feed that has
    /// thousands of services, need not be read.
    package static let mayRun = """
        :day BETWEEN first_day AND last_day AND (
          substr(days, 1 + CASE WHEN :day - first_day < length(days) THEN :day - first_day
            ELSE length(days) - 7 + (:day - first_day - length(days)) % 7 END, 1) IS NOT '0'
          OR length(days) <> last_day - first_day + 1
            AND length(days) NOT BETWEEN 7 AND last_day - first_day)
        """

    /// A condition of SQL on the three columns: a service of which no day can tell whether it runs,
    /// and which ``mayRun`` leaves out. It is the same for all days, to be asked once.
    package static let hasNoSpan = """
        first_day > last_day
          OR (first_day IS NULL) + (last_day IS NULL) + (days IS NULL) IN (1, 2)
        """

    /// Whether a service runs on a day, for those who ask about one day only: of what a bundle has,
    /// no more than one character of the text is looked at.
    package static func runs(
        on day: Int, first: Int?, last: Int?, days: UnsafeRawBufferPointer?
    ) throws(DamagedEncoding) -> Bool {
        guard first != nil || last != nil || days != nil else { return false }
        guard let first, let last, let days else {
            throw DamagedEncoding(.serviceDays, "a part is missing")
        }
        try check(first, last, characters: days.count)
        guard first...last ~= day else { return false }
        let place = place(day - first, characters: days.count)
        return try runs(days[place], at: place)
    }

    /// Which character tells of a day, counted from the first.
    private static func place(_ day: Int, characters: Int) -> Int {
        day < characters ? day : characters - week + (day - characters) % week
    }

    private static func check(_ first: Int, _ last: Int, characters: Int) throws(DamagedEncoding) {
        guard calendar ~= first, calendar ~= last, first <= last else {
            throw DamagedEncoding(.serviceDays, "they go from \(first) to \(last)")
        }
        let days = last - first + 1
        guard characters == days || characters >= week && characters < days else {
            throw DamagedEncoding(.serviceDays, "\(characters) characters for \(days) days")
        }
    }

    private static func runs(_ character: UInt8, at place: Int) throws(DamagedEncoding) -> Bool {
        switch character {
        case UInt8(ascii: "1"): return true
        case UInt8(ascii: "0"): return false
        default:
            throw DamagedEncoding(.serviceDays, "one has the character \(character)", at: place)
        }
    }
}
