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

    /// A random calendar and the days on which it runs, those of some months.
    ///
    /// - Parameter isFar: it also runs on a day of another century, which is not among those given:
    ///   the text lists changes.
    private func random(
        _ generator: inout SeededGenerator, isFar: Bool = false
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
        var added = days()
        let removed = days().subtracting(added)
        if isFar { added.insert(Bool.random(using: &generator) ? -19_000 : 70_000) }
        let expected = (19_900...20_200).filter { day in
            if added.contains(day) { return true }
            guard let period, period.contains(day), !removed.contains(day) else { return false }
            // 1970-01-01 was a Thursday, bit 3.
            return weekdays >> UInt8((day + 3) % 7) & 1 == 1
        }
        let found = ServiceDays(
            period: period, weekdays: weekdays, added: added.sorted(),
            removed: removed.sorted())
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
                      AND CASE WHEN substr(days, 1, 1) = '['
                        THEN (SELECT count(*) % 2 FROM json_each(days)
                          WHERE value <= d - first_day AND (d - first_day - value) % 7 = 0)
                        ELSE substr(days, 1 + CASE WHEN d - first_day < length(days)
                          THEN d - first_day
                          ELSE length(days) - 7 + (d - first_day - length(days)) % 7 END, 1) = '1'
                        END
                    """)
            for turn in 0..<300 {
                let (found, expected) = random(&generator, isFar: turn.isMultiple(of: 2))
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

    @Test("A service that never runs has no days")
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
        "Invalid days are refused",
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

    @Test("So is a character outside the alphabet")
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

    @Test("Days far apart are a list of changes, which says the same, there and back")
    func farApart() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<1000 {
            let (days, expected) = random(&generator, isFar: true)
            let found = try #require(days)
            #expect(found.days.hasPrefix("[0") || expected.isEmpty)
            #expect(found.days.utf8.count < 400)
            #expect((19_900...20_200).filter(found.contains) == expected)
            let read = try ServiceDays(
                first: found.first, last: found.last, days: Array(found.days.utf8))
            #expect(read == found)
            let running = try (19_900...20_200).filter { day in
                try runs(on: day, first: found.first, last: found.last, days: found.days)
            }
            #expect(running == expected)
            #expect(found.contains(-19_000) != found.contains(70_000))
        }
    }

    @Test("Two days eight thousand years apart take some twenty characters")
    func years() throws {
        let days = try #require(
            ServiceDays(period: nil, weekdays: 0, added: [-719_162, 2_932_896], removed: []))
        #expect(days.days == "[0,7,3652058,3652065]")
    }

    @Test("The century of the documentation")
    func century() throws {
        let days = try #require(
            ServiceDays(
                period: 20_416...20_416 + 36_521, weekdays: 0b11111, added: [],
                removed: [20_420, 20_416 + 36_509]))
        #expect(days.days == "[0,1,2,3,11,36509,36516,36522,36523,36526,36527,36528]")
    }

    @Test(
        "A list that is none is refused",
        arguments: [
            "[", "[]", "[0", "[0]", "[0,7", "[0,7,", "[0,7,]", "[0,7]]", "[0, 7]", "[1,8]",
            "[-1,7]",
            "[0,7,7]", "[7,0]", "[0,1]", "[0,14]", "[0,1,7]", "[0,99999999999999999999]", "[0,7] ",
            "[0.0,7]", "[\"0\",7]",
        ])
    func damagedList(text: String) {
        #expect(throws: DamagedEncoding.self) {
            try ServiceDays(first: 9, last: 9, days: Array(text.utf8))
        }
        #expect(throws: DamagedEncoding.self) {
            try runs(on: 9, first: 9, last: 9, days: text)
        }
    }

    @Test("A list of days with another last day is refused")
    func otherEnd() throws {
        let read = try ServiceDays(first: 9, last: 9, days: Array("[0,7]".utf8))
        #expect(read?.contains(9) == true)
        #expect(throws: DamagedEncoding.self) {
            try ServiceDays(first: 9, last: 10, days: Array("[0,7]".utf8))
        }
    }

    @Test("In any range the changes say on which days they run; the same days are the same changes")
    func ranges() throws {
        var generator = SeededGenerator(seed: 7)
        for turn in 0..<3000 {
            let (found, _) = random(&generator, isFar: turn.isMultiple(of: 3))
            guard let found else { continue }
            let first = Int.random(in: 19_980...20_120, using: &generator)
            let range = first...first + Int.random(in: 0...100, using: &generator)
            let changes = found.changes(within: range)
            var running: Set<Int> = []
            for day in range where running.contains(day - 7) != changes.contains(day) {
                running.insert(day)
            }
            #expect(range.filter(running.contains) == range.filter(found.contains))
            // Days that were added one by one, within the range alone.
            let single = ServiceDays(
                period: nil, weekdays: 0, added: running.sorted(), removed: [])
            #expect(single.map { $0.changes(within: range) } ?? [] == changes)
            if !found.days.hasPrefix("[") {
                // Written out, without a week that repeats.
                let text = (found.first...found.last).map { found.contains($0) ? UInt8(49) : 48 }
                let other = try ServiceDays(first: found.first, last: found.last, days: text)
                #expect(other?.changes(within: range) == changes)
            }
        }
    }

    @Test("The next day and the one before are those of a plain count")
    func neighbours() throws {
        var generator = SeededGenerator(seed: 9)
        for turn in 0..<1000 {
            let (found, expected) = random(&generator, isFar: turn.isMultiple(of: 2))
            guard let found else { continue }
            for _ in 0..<20 {
                let day = Int.random(in: 19_950...20_150, using: &generator)
                let before = expected.last { $0 <= day } ?? [-19_000].first(where: found.contains)
                let after = expected.first { $0 >= day } ?? [70_000].first(where: found.contains)
                #expect(found.day(until: day) == before)
                #expect(found.day(from: day) == after)
            }
        }
    }

    @Test("All days from the year 0 to the year 9999 are seven changes")
    func thousandsOfYears() throws {
        let always = try ServiceDays(
            first: -719_528, last: 2_932_896, days: Array("1111111".utf8))
        let changes = try #require(always?.changes(within: -719_528...2_932_896))
        #expect(changes == Array(-719_528..<(-719_521)))
        let never = try ServiceDays(
            first: -719_528, last: 2_932_896, days: Array("10000000".utf8))
        #expect(never?.changes(within: -719_527...3_000_000) == [])
        #expect(never?.changes(within: -719_528...3_000_000) == [-719_528, -719_521])
    }
}
