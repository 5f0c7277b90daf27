import FeedCompiling
import TestSupport
import Testing

@Suite("Days of service")
struct ServiceDaysTests {
    @Test("Random calendars run on the days that a plain count gives")
    func random() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let start = Int.random(in: 20_000...20_030, using: &generator)
            let period =
                Bool.random(using: &generator)
                ? start...start + Int.random(in: 0...60, using: &generator) : nil
            let weekdays = UInt8.random(in: 0...127, using: &generator)
            func days() -> Set<Int> {
                Set(
                    (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                        Int.random(in: 19_990...20_110, using: &generator)
                    })
            }
            let added = days()
            let removed = days().subtracting(added)
            let expected = (19_900...20_200).filter { day in
                if added.contains(day) { return true }
                guard let period, period.contains(day), !removed.contains(day) else { return false }
                // 1970-01-01 was a Thursday, bit 3.
                return weekdays >> UInt8((day + 3) % 7) & 1 == 1
            }
            let found = ServiceDays(
                period: period, weekdays: weekdays, added: added, removed: removed)
            guard let found else {
                #expect(expected == [])
                continue
            }
            #expect((19_900...20_200).filter(found.contains) == expected)
            #expect(found.first == expected.first)
            #expect(found.last == expected.last)
            #expect(found.days.utf8.allSatisfy { $0 == 48 || $0 == 49 })
        }
    }

    @Test("Without exceptions a year takes a week")
    func short() throws {
        let days = try #require(
            ServiceDays(period: 20_454...20_818, weekdays: 0b11111, added: [], removed: []))
        #expect(days.days.count == 7)
    }

    @Test("What never runs has no days")
    func never() {
        #expect(ServiceDays(period: nil, weekdays: 127, added: [], removed: [5]) == nil)
        #expect(ServiceDays(period: 5...6, weekdays: 127, added: [], removed: [5, 6]) == nil)
        #expect(ServiceDays(period: 5...700_000, weekdays: 0, added: [], removed: []) == nil)
    }
}
