import BundleCodec
import GRDB
import TestSupport
import Testing

@Suite("Days of service")
struct ServiceDaysTests {
    /// Asks about one day, as the reader of a row does.
    private func runs(on day: Int, first: Int?, last: Int?, days: String?) throws -> Bool {
        guard let days else {
            return try ServiceDays.runs(on: day, first: first, last: last, days: nil)
        }
        return try Array(days.utf8).withUnsafeBytes {
            try ServiceDays.runs(on: day, first: first, last: last, days: $0)
        }
    }

    /// A random calendar and the days on which it runs.
    private func random(
        _ generator: inout SeededGenerator
    ) -> (found: ServiceDays?, expected: [Int]) {
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
        return (found, expected)
    }

    @Test("Random calendars run on the days that a plain count gives, there and back")
    func calendars() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let (found, expected) = random(&generator)
            guard let found else {
                #expect(expected == [])
                continue
            }
            #expect((19_900...20_200).filter(found.contains) == expected)
            #expect(found.first == expected.first)
            #expect(found.last == expected.last)
            #expect(found.days.utf8.allSatisfy { $0 == 48 || $0 == 49 })
            let read = try ServiceDays(
                first: found.first, last: found.last, days: Array(found.days.utf8))
            #expect(read == found)
            let running = try (19_900...20_200).filter { day in
                try runs(on: day, first: found.first, last: found.last, days: found.days)
            }
            #expect(running == expected)
        }
    }

    @Test("Plain SQL finds the same days")
    func sql() throws {
        var generator = SeededGenerator(seed: 6)
        try DatabaseQueue().write { db in
            // The formula of schema/bundle.sql.
            let query = try db.makeStatement(
                sql: """
                    WITH RECURSIVE
                      service(first_day, last_day, days) AS (SELECT ?, ?, ?),
                      calendar(d) AS (
                        SELECT 19900 UNION ALL SELECT d + 1 FROM calendar WHERE d < 20200)
                    SELECT d FROM calendar, service
                    WHERE d BETWEEN first_day AND last_day
                      AND substr(days, 1 + CASE WHEN d - first_day < length(days)
                        THEN d - first_day
                        ELSE length(days) - 7 + (d - first_day - length(days)) % 7 END, 1) = '1'
                    """)
            for _ in 0..<300 {
                let (found, expected) = random(&generator)
                #expect(
                    try Int.fetchAll(query, arguments: [found?.first, found?.last, found?.days])
                        == expected)
            }
        }
    }

    @Test("Without exceptions a year takes a week")
    func short() throws {
        let days = try #require(
            ServiceDays(period: 20_454...20_818, weekdays: 0b11111, added: [], removed: []))
        #expect(days.days.count == 7)
    }

    @Test("The example of the documentation")
    func example() throws {
        let days = try #require(
            ServiceDays(period: 20_416...20_443, weekdays: 0b11111, added: [], removed: [20_420]))
        #expect((days.first, days.last) == (20_416, 20_441))
        #expect(days.days == "111100011111")
    }

    @Test("What never runs has no days")
    func never() throws {
        #expect(ServiceDays(period: nil, weekdays: 127, added: [], removed: [5]) == nil)
        #expect(ServiceDays(period: 5...6, weekdays: 127, added: [], removed: [5, 6]) == nil)
        #expect(ServiceDays(period: 5...700_000, weekdays: 0, added: [], removed: []) == nil)
        #expect(try ServiceDays(first: nil, last: nil, days: nil) == nil)
        #expect(try !runs(on: 5, first: nil, last: nil, days: nil))
    }

    @Test("The first and the last day that dates have")
    func calendar() throws {
        let days = try #require(
            ServiceDays(period: -719_528...2_932_896, weekdays: 127, added: [], removed: []))
        let text = Array(days.days.utf8)
        #expect(try ServiceDays(first: days.first, last: days.last, days: text) == days)
        #expect(days.contains(2_932_896))
        #expect(!days.contains(2_932_897))
    }

    @Test(
        "What are no days are refused",
        arguments: [
            (nil, 9, "1"), (9, nil, "1"), (9, 9, nil), (9, 9, ""), (9, 8, "1"), (9, 9, "11"),
            // Less than a week that does not reach the last day.
            (9, 10, "1"), (9, 15, "111111"), (9, 400, "101010"),
            (9, 20, "11111111111111"), (-719_529, 9, "1111111"), (9, 2_932_897, "1111111"),
            (.min, .max, "1111111"), (0, .max, "1111111"),
        ] as [(Int?, Int?, String?)])
    func damage(first: Int?, last: Int?, days: String?) {
        #expect(throws: DamagedEncoding.self) {
            try ServiceDays(first: first, last: last, days: days.map { Array($0.utf8) })
        }
        #expect(throws: DamagedEncoding.self) {
            try runs(on: 9, first: first, last: last, days: days)
        }
    }

    @Test("So is a character that is no answer")
    func characters() throws {
        for (days, place) in [("1020101", 2), ("101010 ", 6), ("é10101", 0)] {
            let error = #expect(throws: DamagedEncoding.self) {
                try ServiceDays(first: 9, last: 30, days: Array(days.utf8))
            }
            #expect(error?.place == place)
            #expect(throws: DamagedEncoding.self) {
                try runs(on: 9 + place, first: 9, last: 30, days: days)
            }
        }
    }
}
