/// The days on which a service runs: weekly patterns, added days and removed days.
///
/// Days are numbers since January 1, 1970. Nothing is listed that a pattern already says: a
/// calendar of a hundred years takes no more memory than one of a week.
package struct ServicePeriod: Sendable, Equatable {
    package struct Pattern: Sendable, Equatable {
        package let days: ClosedRange<Int>
        /// Bit 0 is Monday.
        package let weekdays: UInt8

        package init(days: ClosedRange<Int>, weekdays: UInt8) {
            self.days = days
            self.weekdays = weekdays
        }

        func contains(_ day: Int) -> Bool {
            days.contains(day) && weekdays >> ServicePeriod.weekday(day) & 1 == 1
        }
    }

    package let patterns: [Pattern]
    /// In order; none is in `removed`.
    package let added: [Int]
    package let removed: [Int]
    package private(set) var first: Int?
    package private(set) var last: Int?

    package init(patterns: [Pattern], added: Set<Int>, removed: Set<Int>) {
        self.init(patterns: patterns, addedDays: added.sorted(), removedDays: removed.sorted())
    }

    /// Both lists are sorted, without duplicates; days that are also removed are not added.
    init(patterns: [Pattern], addedDays: [Int], removedDays: [Int]) {
        // Lists that need no change are shared with their maker.
        let areUsed = patterns.allSatisfy { $0.weekdays != 0 }
        self.patterns = areUsed ? patterns : patterns.filter { $0.weekdays != 0 }
        added = removedDays.isEmpty ? addedDays : addedDays.filter { !removedDays.hasDay($0) }
        removed = removedDays
        first = self.patterns.compactMap { firstDay($0.days, of: $0) }.min()
        last = self.patterns.compactMap(lastDay).max()
        if let day = self.added.first { first = Swift.min(first ?? day, day) }
        if let day = self.added.last { last = Swift.max(last ?? day, day) }
    }

    /// Both lists are in order and without duplicates.
    func with(added: [Int], removed: [Int]) -> ServicePeriod {
        ServicePeriod(patterns: patterns, addedDays: added, removedDays: removed)
    }

    var exceptionCount: Int { added.count + removed.count }

    /// 0 for Monday.
    package static func weekday(_ day: Int) -> Int {
        // The offset, a multiple of 7, keeps days before 1970 positive; the first was a Thursday.
        (day + 3 + 7 * 200_000) % 7
    }

    package func contains(_ day: Int) -> Bool {
        if removed.hasDay(day) { return false }
        return patterns.contains { $0.contains(day) } || added.hasDay(day)
    }

    package func firstDay(with other: ServicePeriod) -> Int? {
        guard let first, let last, let otherFirst = other.first, let otherLast = other.last,
            first <= otherLast, otherFirst <= last
        else { return nil }
        var result = added.first(where: other.contains)
        if let day = other.added.first(where: contains) {
            result = Swift.min(result ?? day, day)
        }
        for one in patterns {
            for two in other.patterns where one.weekdays & two.weekdays != 0 {
                let start = Swift.max(one.days.lowerBound, two.days.lowerBound)
                let end = Swift.min(one.days.upperBound, two.days.upperBound)
                guard start <= end else { continue }
                let both = Pattern(days: start...end, weekdays: one.weekdays & two.weekdays)
                let day = both.days.first {
                    both.contains($0) && !removed.hasDay($0) && !other.removed.hasDay($0)
                }
                if let day { result = Swift.min(result ?? day, day) }
            }
        }
        return result
    }

    /// `days` is at least 6, because days between two services of a week do not count.
    package func gaps(longerThan days: Int) -> [(last: Int, next: Int)] {
        var gaps: [(last: Int, next: Int)] = []
        guard var day = first else { return gaps }
        while true {
            for pattern in patterns { day = Swift.max(day, lastRegularDay(from: day, of: pattern)) }
            guard let next = nextDay(after: day) else { return gaps }
            if next - day - 1 > days { gaps.append((day, next)) }
            day = next
        }
    }

    private func lastRegularDay(from day: Int, of pattern: Pattern) -> Int {
        guard pattern.days.contains(day) else { return day }
        var last = pattern.days.upperBound
        if let exception = removed.first(after: day) { last = Swift.min(last, exception - 1) }
        while last > day, !pattern.contains(last) { last -= 1 }
        return last
    }

    private func nextDay(after day: Int) -> Int? {
        var result = added.first(after: day)
        for pattern in patterns where day < pattern.days.upperBound {
            let start = Swift.max(day + 1, pattern.days.lowerBound)
            if let next = firstDay(start...pattern.days.upperBound, of: pattern) {
                result = Swift.min(result ?? next, next)
            }
        }
        return result
    }

    private func firstDay(_ days: ClosedRange<Int>, of pattern: Pattern) -> Int? {
        days.first { pattern.contains($0) && !removed.hasDay($0) }
    }

    private func lastDay(of pattern: Pattern) -> Int? {
        pattern.days.reversed().first { pattern.contains($0) && !removed.hasDay($0) }
    }
}

extension Array where Element == Int {
    fileprivate func hasDay(_ day: Int) -> Bool {
        let index = firstIndex(notBelow: day)
        return index < count && self[index] == day
    }

    fileprivate func first(after day: Int) -> Int? {
        let index = firstIndex(notBelow: day + 1)
        return index < count ? self[index] : nil
    }

    private func firstIndex(notBelow day: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
