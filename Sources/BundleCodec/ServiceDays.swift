/// The days on which a service runs, as text that SQL can test: `service`.
///
/// Days count from 1970-01-01. Character n (from 1 on) of `days` is `1` when the service runs n - 1
/// days after the first, else `0`. The text ends where the rest only repeats: from there to the
/// last day, its last seven characters repeat week by week. A calendar without exceptions takes
/// seven characters however long it is. From Monday to Friday for four weeks, but not on the first
/// Friday:
///
///     first_day 20416 (a Monday), last_day 20441 (a Friday)
///     days      1 1 1 1 0 0 0 1 1 1 1 1     and on     0 0 1 1 1 1 1     0 0 1 1 1 1 1
///                         [last  seven]            [once  more]      [once  more]
///
/// A text of fewer than seven characters has nothing to repeat, and ends with the last day. A
/// service that never runs has NULL in all three columns.
///
/// Two dates that are centuries apart would turn two rows of a feed into millions of characters.
/// When the text would be long and a list of changes is shorter, `days` is such a list, see
/// `DayChanges`.
package struct ServiceDays: Equatable, Sendable {
    /// As days since 1970-01-01.
    package let first: Int
    package let last: Int
    private let text: [UInt8]
    /// Nil when the text has a character for each day.
    private let listed: DayChanges?

    /// All days that dates such as 20261121 can have: those of the years 0 to 9999.
    private static let calendar = -719_528...2_932_896
    private static let week = 7
    /// Up to this length the text has a character for each day, which is easier to query: three
    /// years of exceptions, more than real feeds have.
    static let longestText = 1100

    /// Nil when the service never runs. The days of `period` are those of `calendar.txt`; bit 0 of
    /// `weekdays` is Monday; added and removed days ascend: a feed has many services, and sets
    /// would take longer than all the rest.
    package init?(period: ClosedRange<Int>?, weekdays: UInt8, added: [Int], removed: [Int]) {
        func runs(_ day: Int) -> Bool {
            if added.hasInOrder(day) { return true }
            if removed.hasInOrder(day) { return false }
            guard let period, period ~= day else { return false }
            return weekdays >> (((day + 3) % 7 + 7) % 7) & 1 == 1
        }
        // Only there can a day differ from the one a week before, so no other day is checked,
        // however long the service is.
        var days: [Int] = []
        days.reserveCapacity(2 * (added.count + removed.count + Self.week))
        for list in [added, removed] {
            for day in list {
                days.append(day)
                days.append(day + Self.week)
            }
        }
        if let period {
            for day in 0..<Self.week {
                days.append(period.lowerBound + day)
                days.append(period.upperBound + 1 + day)
            }
        }
        days.sort()
        var changes: [Int] = []
        for day in days where changes.last != day && runs(day) != runs(day - Self.week) {
            changes.append(day)
        }
        // Service that ends does so a week before the day that differs.
        guard let first = changes.first, let end = changes.last else { return nil }
        self.first = first
        last = end - Self.week
        let offsets = changes.map { Int32($0 - first) }
        // From here on only the week decides.
        var regularFrom = first
        for day in added where day <= last { regularFrom = max(regularFrom, day + 1) }
        for day in removed where day <= last { regularFrom = max(regularFrom, day + 1) }
        if let period {
            regularFrom = max(regularFrom, period.lowerBound)
            if last > period.upperBound { regularFrom = last + 1 }
        } else {
            regularFrom = last + 1
        }
        let count = min(last, regularFrom + Self.week - 1) - first + 1
        if count > Self.longestText {
            let short = DayChanges.text(offsets)
            if short.count < count {
                text = short
                listed = DayChanges(offsets: offsets)
                return
            }
        }
        text = DayChanges.days(count, offsets).map { $0 ? UInt8(ascii: "1") : UInt8(ascii: "0") }
        listed = nil
    }

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
        listed = try days.withUnsafeBytes { bytes in
            Result { () throws(DamagedEncoding) in
                try Self.list(first: first, last: last, in: bytes)
            }
        }.get()
        guard listed == nil else { return }
        for (place, character) in text.enumerated() {
            _ = try Self.runs(character, at: place)
        }
    }

    package var days: String { String(decoding: text, as: UTF8.self) }

    package func contains(_ day: Int) -> Bool {
        guard first...last ~= day else { return false }
        if let listed { return listed.runs(day - first) }
        return text[Self.place(day - first, characters: text.count)] == UInt8(ascii: "1")
    }

    /// An SQL condition on the three columns: a service may run on `:day`, or its text is invalid.
    /// ``runs(on:first:last:days:)`` then decides. Services that SQL excludes, most of a feed that
    /// has thousands, need not be read.
    package static let mayRun = """
        :day BETWEEN first_day AND last_day AND (
          substr(days, 1 + CASE WHEN :day - first_day < length(days) THEN :day - first_day
            ELSE length(days) - 7 + (:day - first_day - length(days)) % 7 END, 1) IS NOT '0'
          OR substr(days, 1, 1) = '['
          OR length(days) <> last_day - first_day + 1
            AND length(days) NOT BETWEEN 7 AND last_day - first_day)
        """

    /// An SQL condition on the three columns: a service whose days are unreadable and that
    /// ``mayRun`` excludes. It is the same for all days, so ask it once.
    package static let hasNoSpan = """
        first_day > last_day
          OR (first_day IS NULL) + (last_day IS NULL) + (days IS NULL) IN (1, 2)
        """

    /// For queries about one day only: reads at most one character of the bundle's text.
    package static func runs(
        on day: Int, first: Int?, last: Int?, days: UnsafeRawBufferPointer?
    ) throws(DamagedEncoding) -> Bool {
        guard first != nil || last != nil || days != nil else { return false }
        guard let first, let last, let days else {
            throw DamagedEncoding(.serviceDays, "a part is missing")
        }
        let list = try list(first: first, last: last, in: days)
        guard first...last ~= day else { return false }
        if let list { return list.runs(day - first) }
        let place = place(day - first, characters: days.count)
        return try runs(days[place], at: place)
    }

    private static func place(_ day: Int, characters: Int) -> Int {
        day < characters ? day : characters - week + (day - characters) % week
    }

    private static func list(
        first: Int, last: Int, in text: UnsafeRawBufferPointer
    ) throws(DamagedEncoding) -> DayChanges? {
        guard calendar ~= first, calendar ~= last, first <= last else {
            throw DamagedEncoding(.serviceDays, "they go from \(first) to \(last)")
        }
        let days = last - first + 1
        if text.first == DayChanges.opening { return try DayChanges(text, days: days) }
        guard text.count == days || text.count >= week && text.count < days else {
            throw DamagedEncoding(.serviceDays, "\(text.count) characters for \(days) days")
        }
        return nil
    }

    private static func runs(_ character: UInt8, at place: Int) throws(DamagedEncoding) -> Bool {
        switch character {
        case UInt8(ascii: "1"): return true
        case UInt8(ascii: "0"): return false
        default:
            throw DamagedEncoding(.serviceDays, "one has the character \(character)", at: place)
        }
    }

    /// The days within a range on which the service runs but did not a week before, or the other
    /// way round, in order; before the range it counts as not running.
    ///
    /// They describe the range completely and are few: services that run on the same days have the
    /// same changes, whatever their text is.
    package func changes(within range: ClosedRange<Int>) -> [Int] {
        let start = range.lowerBound
        let firstWeek = (start...min(start + Self.week - 1, range.upperBound)).filter(contains)
        return firstWeek
            + allChanges.filter { $0 >= start + Self.week && $0 <= range.upperBound }
    }

    private var allChanges: [Int] {
        if let listed { return listed.offsets.map { first + Int($0) } }
        let one = UInt8(ascii: "1")
        func runs(_ place: Int) -> Bool { place >= 0 && text[place] == one }
        let within = text.indices.filter { runs($0) != runs($0 - Self.week) }
        let end = last - first + 1
        let behind = (end..<end + Self.week).filter { contains(first + $0 - Self.week) }
        return (within + behind).map { first + $0 }
    }

    package func day(from day: Int) -> Int? {
        (day..<day + Self.week).first(where: contains)
            ?? allChanges.first { $0 >= day + Self.week && contains($0) }
    }

    package func day(until day: Int) -> Int? {
        (day - Self.week + 1...day).last(where: contains)
            ?? allChanges.last { $0 <= day && !contains($0) }.map { $0 - Self.week }
    }
}

extension [Int] {
    fileprivate func hasInOrder(_ number: Int) -> Bool {
        let place = indices.bisected { self[$0] >= number }
        return place < count && self[place] == number
    }
}

/// The days on which a service runs but did not a week before, or the other way round, as a list.
/// `service` has it when a character for each day would take more room.
///
/// A JSON array of days after the first, ascending. A service runs on day n when the list has an
/// odd number of the days that are n or whole weeks before n. From Monday to Friday for a century,
/// but not on the first Friday and one of the last:
///
///     [0,1,2,3,11,36509,36516,36522,36523,36526,36527,36528]
struct DayChanges: Equatable {
    /// From 0 on.
    let offsets: [Int32]
    /// By the remainder of a division by seven: a day needs only those of its weekday.
    private let byWeekday: [[Int32]]

    static let opening = UInt8(ascii: "[")
    private static let week: Int32 = 7

    init(offsets: [Int32]) {
        self.offsets = offsets
        var byWeekday = [[Int32]](repeating: [], count: Int(Self.week))
        for offset in offsets { byWeekday[Int(offset % Self.week)].append(offset) }
        self.byWeekday = byWeekday
    }

    init(_ text: UnsafeRawBufferPointer, days: Int) throws(DamagedEncoding) {
        var offsets: [Int32] = []
        var place = 1
        while true {
            var number = 0
            let start = place
            while place < text.count, case let digit = text[place] &- UInt8(ascii: "0"), digit < 10,
                place - start < 8
            {
                number = number * 10 + Int(digit)
                place += 1
            }
            guard place > start, place < text.count, number < days + Int(Self.week),
                offsets.last.map({ $0 < number }) ?? (number == 0)
            else { throw DamagedEncoding(.serviceDays, "its changes are not a list", at: start) }
            offsets.append(Int32(number))
            place += 1
            if text[place - 1] == UInt8(ascii: ",") { continue }
            guard text[place - 1] == UInt8(ascii: "]"), place == text.count else {
                throw DamagedEncoding(.serviceDays, "its changes are not a list", at: place - 1)
            }
            break
        }
        self.init(offsets: offsets)
        guard offsets.last.map(Int.init) == days - 1 + Int(Self.week),
            byWeekday.allSatisfy({ $0.count.isMultiple(of: 2) })
        else { throw DamagedEncoding(.serviceDays, "its changes do not end with \(days) days") }
    }

    static func text(_ offsets: [Int32]) -> [UInt8] {
        Array("[".utf8) + offsets.map { Array("\($0)".utf8) }.joined(separator: ",".utf8)
            + Array("]".utf8)
    }

    func runs(_ day: Int) -> Bool {
        let offsets = byWeekday[day % Int(Self.week)]
        return offsets.indices.bisected { offsets[$0] > day } & 1 == 1
    }

    static func days(_ count: Int, _ offsets: [Int32]) -> [Bool] {
        var days = [Bool](repeating: false, count: count)
        for offset in offsets where offset < count { days[Int(offset)] = true }
        for day in days.indices.dropFirst(Int(week)) {
            days[day] = days[day] != days[day - Int(week)]
        }
        return days
    }
}
