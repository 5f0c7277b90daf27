import Foundation
import GTFSSchedule
import Testing
import TransitBundle

@Suite("Windows of departures")
struct DepartureWindowTests {
    @Test("a window without an end comes to one with the last day of service")
    func endless() async throws {
        let bundle = try await sampleBundle()
        let stop = try await bundle.stop(id: "CJ_P1")
        let start = try #require(ISO8601DateFormatter().date(from: "2027-06-28T12:00:00+10:00"))
        let endless = try await bundle.departures(from: stop, at: start, for: .infinity)
        let week = try await bundle.departures(from: stop, at: start, for: 7 * 86_400)
        #expect(endless == week)
        #expect(!week.isEmpty)
        #expect(week.last?.serviceDate.description == "20270630")
    }

    @Test("windows before and after service, empty ones and those without a start have nothing")
    func outside() async throws {
        let bundle = try await sampleBundle()
        let stop = try await bundle.stop(id: "CJ_P1")
        for start in [Date.distantPast, .distantFuture] {
            #expect(try await bundle.departures(from: stop, at: start).isEmpty)
        }
        let day = try #require(ISO8601DateFormatter().date(from: "2026-11-20T12:00:00+11:00"))
        for length in [0, -5, Double.nan] {
            #expect(try await bundle.departures(from: stop, at: day, for: length).isEmpty)
        }
    }
}
