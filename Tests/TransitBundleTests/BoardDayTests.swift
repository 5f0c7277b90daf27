import Foundation
import TestSupport
import Testing
import TransitBundle

@Suite("Boards of a day") struct BoardDayTests {
    private let eve = ServiceDate(yyyymmdd: 2026_12_31)

    @Test("A trip after midnight is of its service day, and of the next day of the clock")
    func night() async throws {
        let bundle = try await sampleBundle()
        let wharf = try await bundle.stop(id: "QUAY_W4")
        let eve = try #require(self.eve)
        func has(_ day: BoardDay) async throws -> Bool {
            try await bundle.departures(from: wharf, on: day).contains { $0.tripID == "F1-NYE-E" }
        }
        #expect(try await has(.serviceDay(eve)))
        #expect(try await !has(.serviceDay(eve.adding(days: 1))))
        #expect(try await !has(.calendarDay(eve)))
        #expect(try await has(.calendarDay(eve.adding(days: 1))))
        let arrivals = try await bundle.arrivals(
            at: bundle.stop(id: "FH"), on: .serviceDay(eve))
        #expect(
            try arrivals.last?.time.date == Lookup.instant("2027-01-01T01:10:00+11:00"))
    }

    @Test(
        "Days of the clock join without gap or overlap where clocks change",
        arguments: [
            2026_10_04, 2026_04_05, 2026_11_20,
        ])
    func changes(day: Int32) async throws {
        let bundle = try await sampleBundle()
        let quay = try await bundle.stop(id: "QUAY")
        let middle = try #require(ServiceDate(yyyymmdd: day))
        var joined: [StopEvent] = []
        for offset in -1...1 {
            joined += try await bundle.departures(
                from: quay, on: .calendarDay(middle.adding(days: offset)))
        }
        let calendar = try await bundle.timeZone(at: quay)
        let first = ServiceClock(timeZone: calendar)
            .instant(showing: 0, on: middle.adding(days: -1)).instant
        let hours = day == 2026_10_04 ? 71.0 : day == 2026_04_05 ? 73 : 72
        #expect(
            joined == (try await bundle.departures(from: quay, at: first, for: hours * 3600)))
    }

    @Test("Every event is of one service day")
    func whole() async throws {
        let bundle = try await sampleBundle()
        let quay = try await bundle.stop(id: "QUAY")
        let days = try (2026_11_20...2026_11_22).map { try #require(ServiceDate(yyyymmdd: $0)) }
        var joined: Set<StopEvent.ID> = []
        for date in days {
            let events = try await bundle.departures(from: quay, on: .serviceDay(date))
            #expect(!events.isEmpty && events.allSatisfy { $0.serviceDate == date })
            #expect(joined.isDisjoint(with: events.map(\.id)))
            joined.formUnion(events.map(\.id))
        }
        let start = ServiceClock(timeZone: try await bundle.timeZone(at: quay)).start(of: days[0])
        let window = try await bundle.departures(from: quay, at: start, for: 3 * 86_400)
        #expect(
            window.filter { days.contains($0.serviceDate) }.allSatisfy { joined.contains($0.id) })
    }
}
