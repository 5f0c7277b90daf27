import Testing
import TransitModel

@Suite("Booking moments")
struct BookingMomentTests {
    private let monday = ServiceDate(yyyymmdd: 2026_12_07) ?? .earliest

    /// Until some time of the last of some days of the service OFFICE before the ride.
    private func rule(_ days: Int?, _ time: ServiceTime? = nil, counts: Bool = true) -> BookingRule
    {
        var rule = BookingRule()
        rule.bookingType = .priorDays
        rule.priorNoticeLastDay = days
        rule.priorNoticeLastTime = time
        rule.priorNoticeServiceID = counts ? ServiceID("OFFICE") : nil
        return rule
    }

    /// Monday 30 November to Friday 11 December, without weekends.
    private func office(days: String = "111110011111") -> ServiceDescription {
        let first = ServiceDate(yyyymmdd: 2026_11_30) ?? .earliest
        return ServiceDescription(
            serviceID: "OFFICE", firstDay: first, lastDay: first.adding(days: days.utf8.count - 1),
            days: days)
    }

    private func last(_ rule: BookingRule, _ service: ServiceDescription?) -> String? {
        rule.lastMoment(forRideOn: monday, counting: service).map { moment in
            "\(moment.date)" + (moment.time.map { " \($0)" } ?? "")
        }
    }

    @Test("Only days of the service count")
    func service() {
        let time = ServiceTime(hours: 15, minutes: 0)
        #expect(last(rule(1, time), office()) == "20261204 15:00:00")
        #expect(last(rule(2, time), office()) == "20261203 15:00:00")
        #expect(last(rule(1), office()) == "20261204")
        // Friday is a holiday.
        #expect(last(rule(1, time), office(days: "111100011111")) == "20261203 15:00:00")
    }

    @Test("All days count where the rule names no service")
    func allDays() {
        #expect(last(rule(1, counts: false), nil) == "20261206")
        #expect(last(rule(0, counts: false), nil) == "20261207")
    }

    @Test("Day 0 is the day of the ride, whatever the service")
    func sameDay() {
        #expect(last(rule(0, ServiceTime(hours: 8, minutes: 0)), office()) == "20261207 08:00:00")
        #expect(last(rule(0), nil) == "20261207")
    }

    @Test("Times after midnight are on the clock of the next day")
    func midnight() {
        let time = ServiceTime(hours: 25, minutes: 30)
        #expect(last(rule(1, time), office()) == "20261205 01:30:00")
    }

    @Test("A day that the feed does not give is not guessed")
    func unknown() {
        #expect(last(rule(1), nil) == nil)
        #expect(last(rule(6), office()) == nil)
        #expect(last(rule(nil), office()) == nil)
        #expect(last(rule(-1), office()) == nil)
        #expect(last(rule(-1, counts: false), nil) == nil)
        #expect(last(rule(.max, counts: false), nil) == nil)
        // The service ended the week before.
        #expect(last(rule(1), office(days: "11111")) == nil)
        var other = office()
        other.serviceID = "office"
        #expect(last(rule(1), other) == nil)
        #expect(
            last(rule(1), ServiceDescription(serviceID: "OFFICE")) == nil)
    }

    @Test("The pattern of a service may end after its last day")
    func patternEnd() {
        var service = office(days: "11111")
        var calendar = ServiceCalendar()
        calendar.endDate = ServiceDate(yyyymmdd: 2026_12_06)
        service.calendar = calendar
        #expect(last(rule(1), service) == "20261204")
    }

    @Test("Rules of minutes have no last day, and only rules of prior days count days of a service")
    func types() {
        var sameDay = rule(1)
        sameDay.bookingType = .sameDay
        sameDay.priorNoticeStartDay = 2
        sameDay.priorNoticeStartTime = ServiceTime(hours: 9, minutes: 0)
        #expect(last(sameDay, office()) == nil)
        #expect(sameDay.firstMoment(forRideOn: monday)?.date.description == "20261205")
        sameDay.bookingType = .priorDays
        let first = sameDay.firstMoment(forRideOn: monday, counting: office())
        #expect(first?.date.description == "20261203" && first?.time?.description == "09:00:00")
        sameDay.bookingType = .realTime
        #expect(sameDay.firstMoment(forRideOn: monday) == nil)
    }
}
