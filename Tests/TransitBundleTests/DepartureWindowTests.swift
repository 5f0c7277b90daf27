import Foundation
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

    @Test("The next departures are those of a week, and not of a second more")
    func week() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,a,1,08:00:00,08:00:00
                    t,b,2,09:00:00,09:00:00

                    """,
                calendar: """
                    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
                    daily,0,0,0,0,0,0,0,20260101,20261231

                    """,
                others: [
                    "calendar_dates.txt":
                        "service_id,date,exception_type\ndaily,20260608,1\ndaily,20260609,1\n"
                ]))
        let stop = try await bundle.stop(id: "a")
        func count(_ start: String) async throws -> Int {
            try await bundle.nextDepartures(from: stop, at: Lookup.instant(start), count: 9).count
        }
        #expect(try await count("2026-06-01T08:00:01+02:00") == 1)
        #expect(try await count("2026-06-01T08:00:00+02:00") == 0)
        #expect(try await count("2026-06-01T21:00:00+02:00") == 1)
        #expect(try await count("2026-06-02T08:00:01+02:00") == 2)
    }
}
