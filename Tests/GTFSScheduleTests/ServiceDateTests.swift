import Foundation
import GTFSSchedule
import Testing

@Suite("Service dates")
struct ServiceDateTests {
    @Test("A date has a year, a month and a day")
    func components() throws {
        let date = try #require(ServiceDate(year: 2026, month: 2, day: 28))
        #expect(date.yyyymmdd == 2026_02_28)
        #expect((date.year, date.month, date.day) == (2026, 2, 28))
        #expect(ServiceDate(yyyymmdd: 2026_02_28) == date)
        #expect(date.description == "20260228")
    }

    @Test("The description always has eight digits and reads back")
    func descriptions() throws {
        #expect(ServiceDate.earliest.description == "00000101")
        #expect(ServiceDate.latest.description == "99991231")
        #expect(ServiceDate(cellText: "00000101") == .earliest)
        #expect(ServiceDate(cellText: "99991231") == .latest)
    }

    @Test(
        "Leap years follow the Gregorian rule",
        arguments: [(2024, true), (2026, false), (1900, false), (2000, true), (2100, false)])
    func leapYears(year: Int, isLeap: Bool) {
        #expect((ServiceDate(year: year, month: 2, day: 29) != nil) == isLeap)
    }

    @Test(
        "Days that do not exist are refused",
        arguments: [
            (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 1, 32), (2026, 1, 0), (-1, 1, 1),
            (10_000, 1, 1),
        ])
    func noSuchDay(year: Int, month: Int, day: Int) {
        #expect(ServiceDate(year: year, month: month, day: day) == nil)
    }

    @Test("Integers that are not dates are refused", arguments: [0, -2026_01_01, 2026, .max, .min])
    func noSuchInteger(number: Int32) {
        #expect(ServiceDate(yyyymmdd: number) == nil)
    }

    @Test(
        "Days are numbered from 1 January 1970",
        arguments: [
            (1970_01_01, 0), (1969_12_31, -1), (2000_02_29, 11_016), (2026_11_21, 20_778),
            (101, -719_528), (9999_12_31, 2_932_896),
        ])
    func dayNumbers(yyyymmdd: Int32, number: Int) throws {
        let date = try #require(ServiceDate(yyyymmdd: yyyymmdd))
        #expect(date.dayNumber == number)
        #expect(ServiceDate(dayNumber: number) == date)
    }

    @Test("Every day of ten thousand years follows the one before")
    func everyDay() {
        var expected = ServiceDate.earliest.dayNumber
        var wrong: [Int] = []
        for year in 0...9999 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = ServiceDate(year: year, month: month, day: day) else {
                        continue
                    }
                    if date.dayNumber != expected || ServiceDate(dayNumber: expected) != date {
                        wrong.append(expected)
                    }
                    expected += 1
                }
            }
        }
        #expect(wrong.isEmpty)
        #expect(expected == ServiceDate.latest.dayNumber + 1)
    }

    @Test("Adding days crosses months, years and leap days")
    func adding() throws {
        let date = try #require(ServiceDate(cellText: "20231231"))
        #expect(date.adding(days: 0) == date)
        #expect(date.adding(days: 1).description == "20240101")
        #expect(date.adding(days: 60).description == "20240229")
        #expect(date.adding(days: 366).description == "20241231")
        #expect(date.adding(days: -365).description == "20221231")
        #expect(date.adding(days: 366).days(since: date) == 366)
        #expect(date.days(since: date.adding(days: 1)) == -1)
    }

    @Test("Adding too many days stops at the first and last date")
    func addingTooMany() {
        #expect(ServiceDate.latest.adding(days: 1) == .latest)
        #expect(ServiceDate.latest.adding(days: .max) == .latest)
        #expect(ServiceDate.earliest.adding(days: -1) == .earliest)
        #expect(ServiceDate.earliest.adding(days: .min) == .earliest)
        #expect(ServiceDate(dayNumber: .max) == .latest)
        #expect(ServiceDate(dayNumber: .min) == .earliest)
    }

    @Test(
        "Weekdays",
        arguments: [
            ("19700101", Weekday.thursday), ("19691231", .wednesday), ("20000101", .saturday),
            ("20261121", .saturday), ("20261122", .sunday), ("20261123", .monday),
            ("00000101", .saturday), ("99991231", .friday),
        ])
    func weekdays(text: String, weekday: Weekday) {
        #expect(ServiceDate(cellText: text)?.weekday == weekday)
    }

    @Test("Earlier dates come first")
    func order() throws {
        let dates = ["20261231", "20260101", "20251231"].compactMap(ServiceDate.init(cellText:))
        #expect(dates.sorted().map(\.description) == ["20251231", "20260101", "20261231"])
    }

    @Test("Encoded as an integer, and refused when that is not a date")
    func coding() throws {
        let date = try #require(ServiceDate(cellText: "20261121"))
        #expect(String(decoding: try JSONEncoder().encode([date]), as: UTF8.self) == "[20261121]")
        let decoder = JSONDecoder()
        #expect(try decoder.decode([ServiceDate].self, from: Data("[20261121]".utf8)) == [date])
        #expect(throws: DecodingError.self) {
            try decoder.decode([ServiceDate].self, from: Data("[20260230]".utf8))
        }
    }
}
