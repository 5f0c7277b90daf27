import FeedValidation
import TestSupport
import Testing

@Suite struct ServicePeriodTests {
    private struct Sample {
        let period: ServicePeriod
        let days: Set<Int>
    }

    /// The days that samples lie in.
    private static let range = 20_000..<20_200

    private static func sample(_ generator: inout SeededGenerator) -> Sample {
        var patterns: [ServicePeriod.Pattern] = []
        var days: Set<Int> = []
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            let start = Int.random(in: range, using: &generator)
            let end = Int.random(in: start..<range.upperBound, using: &generator)
            let weekdays = UInt8.random(in: 0...127, using: &generator)
            patterns.append(ServicePeriod.Pattern(days: start...end, weekdays: weekdays))
            // Day 19,996 was a Monday, which is bit 0.
            days.formUnion((start...end).filter { weekdays >> UInt8(($0 - 19_996) % 7) & 1 == 1 })
        }
        func some(_ count: Int) -> Set<Int> {
            Set((0..<count).map { _ in Int.random(in: range, using: &generator) })
        }
        let added = some(Int.random(in: 0...5, using: &generator))
        let removed = some([0, 3, 150].randomElement(using: &generator) ?? 0)
        return Sample(
            period: ServicePeriod(patterns: patterns, added: added, removed: removed),
            days: days.union(added).subtracting(removed))
    }

    @Test func daysAgreeWithTheList() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let sample = Self.sample(&generator)
            #expect(Set(Self.range.filter(sample.period.contains)) == sample.days)
            #expect(sample.period.first == sample.days.min())
            #expect(sample.period.last == sample.days.max())
        }
    }

    @Test func commonDaysAgreeWithTheList() {
        var generator = SeededGenerator(seed: 2)
        var found = 0
        for _ in 0..<500 {
            let one = Self.sample(&generator)
            let other = Self.sample(&generator)
            let common = one.days.intersection(other.days).min()
            #expect(one.period.firstDay(with: other.period) == common)
            if common != nil { found += 1 }
        }
        #expect(50..<450 ~= found)
    }

    @Test func gapsAgreeWithTheList() {
        var generator = SeededGenerator(seed: 3)
        var found = 0
        for _ in 0..<500 {
            let sample = Self.sample(&generator)
            let days = sample.days.sorted()
            let gaps = zip(days, days.dropFirst()).filter { $1 - $0 > 14 }
            #expect(sample.period.gaps(longerThan: 13).map(\.last) == gaps.map(\.0))
            #expect(sample.period.gaps(longerThan: 13).map(\.next) == gaps.map(\.1))
            found += gaps.count
        }
        #expect(found > 100)
    }

    @Test func weekdaysOfDaysBefore1970() {
        #expect(ServicePeriod.weekday(0) == 3)
        #expect(ServicePeriod.weekday(-1) == 2)
        // 1 January of the year 0 was a Saturday.
        #expect(ServicePeriod.weekday(-719_528) == 5)
    }
}
