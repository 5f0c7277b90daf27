import Foundation
import GTFSSchedule
import Testing

@Suite("Service times")
struct ServiceTimeTests {
    @Test(
        "Described as HH:MM:SS, beyond a day and below zero too",
        arguments: [
            (0, "00:00:00"), (25_509, "07:05:09"), (86_400, "24:00:00"), (92_100, "25:35:00"),
            (360_000, "100:00:00"), (-600, "-00:10:00"), (-86_401, "-24:00:01"),
        ])
    func descriptions(seconds: Int, text: String) {
        #expect(ServiceTime(seconds: seconds).description == text)
    }

    @Test("Every second of two days and more reads back from its description")
    func roundTrip() {
        let wrong = (0...200_000).map(ServiceTime.init(seconds:))
            .filter { ServiceTime(cellText: $0.description) != $0 }
        #expect(wrong.isEmpty)
    }

    @Test("A short notation is the same time")
    func notations() {
        #expect(ServiceTime(cellText: "7:05:00") == ServiceTime(hours: 7, minutes: 5))
        #expect(ServiceTime(cellText: "7:05") == ServiceTime(hours: 7, minutes: 5))
        #expect(
            ServiceTime(cellText: "25:00:01") == ServiceTime(hours: 25, minutes: 0, seconds: 1))
        #expect(ServiceTime(cellText: "-00:10:00") == nil)
        #expect(ServiceTime(cellText: "") == nil)
    }

    @Test("Arithmetic crosses midnight in both directions")
    func arithmetic() {
        let late = ServiceTime(hours: 23, minutes: 55)
        let after = late.adding(seconds: 600)
        #expect(after.description == "24:05:00")
        #expect(after.seconds(since: late) == 600)
        #expect(late.seconds(since: after) == -600)
        #expect(ServiceTime(hours: 0, minutes: 5).adding(seconds: -600).description == "-00:05:00")
        #expect(late < after)
    }

    @Test(
        "The clock shows a time of day, some days after the service day",
        arguments: [
            (0, 0, "00:00:00"), (86_399, 0, "23:59:59"), (86_400, 1, "00:00:00"),
            (92_100, 1, "01:35:00"), (172_800, 2, "00:00:00"), (-1, -1, "23:59:59"),
            (-86_400, -1, "00:00:00"), (-86_401, -2, "23:59:59"),
        ])
    func clock(seconds: Int, days: Int, clock: String) {
        let time = ServiceTime(seconds: seconds)
        #expect(time.dayOffset == days)
        #expect(time.timeOfDay.description == clock)
    }

    @Test("A time after midnight is an early time of the next service day")
    func otherServiceDay() {
        let time = ServiceTime(hours: 25, minutes: 0)
        #expect(time.onServiceDay(1).description == "01:00:00")
        #expect(time.onServiceDay(1).onServiceDay(-1) == time)
    }

    @Test("Encoded as seconds")
    func coding() throws {
        let times = [ServiceTime(hours: 25, minutes: 0), ServiceTime(seconds: -600)]
        let data = try JSONEncoder().encode(times)
        #expect(String(decoding: data, as: UTF8.self) == "[90000,-600]")
        #expect(try JSONDecoder().decode([ServiceTime].self, from: data) == times)
    }
}
