import Foundation
import Testing
import TransitBundle

@Suite struct TripRunTests {
    private let friday = ServiceDate(yyyymmdd: 2026_11_20) ?? .earliest

    private func found(
        _ tripID: String, on date: ServiceDate?, at time: String? = nil, now: String? = nil
    ) async throws -> TripRun? {
        try await sampleBundle().run(
            tripID: tripID, startDate: date,
            startTime: time.flatMap { ServiceTime(cellText: $0) },
            now: now.map(Lookup.instant) ?? Date(timeIntervalSince1970: 0))
    }

    @Test func aTripRunsOnItsDays() async throws {
        let run = try #require(try await found("T1-WD-N1", on: friday))
        #expect(run.startTime?.description == "05:32:00")
        #expect(run.calls.count == 5)
        #expect(try run.calls[4].arrival?.date == Lookup.instant("2026-11-20T05:47:00+11:00"))
        #expect(run.headwaySecs == nil)
        #expect(try await found("T1-WD-N1", on: friday.adding(days: 1)) == nil)
    }

    @Test func aStartTimeMustBeThatOfTheTimetable() async throws {
        #expect(try await found("T1-WD-N1", on: friday, at: "05:32:00") != nil)
        #expect(try await found("T1-WD-N1", on: friday, at: "05:33:00") == nil)
    }

    @Test func exactRunsStartAtTheirTimesOnly() async throws {
        let run = try #require(try await found("L2-N", on: friday, at: "06:10:00"))
        #expect(run.exactTimes == 1 && run.headwaySecs == 600)
        #expect(try run.calls[1].departure?.date == Lookup.instant("2026-11-20T06:13:00+11:00"))
        #expect(try await found("L2-N", on: friday, at: "06:11:00") == nil)
        #expect(try await found("L2-N", on: friday, at: "21:50:00") != nil)
        #expect(try await found("L2-N", on: friday, at: "22:00:00") == nil)
        #expect(try await found("L2-N", on: friday) == nil)
    }

    @Test func otherRunsStartWheneverTheHeadwayHolds() async throws {
        let run = try #require(try await found("M1-E", on: friday, at: "04:31:17"))
        #expect(run.exactTimes == 0 && run.headwaySecs == 360)
        #expect(try run.calls[1].arrival?.date == Lookup.instant("2026-11-20T04:33:47+11:00"))
        #expect(try await found("M1-E", on: friday, at: "24:59:59")?.headwaySecs == 300)
        #expect(try await found("M1-E", on: friday, at: "25:00:00") == nil)
        #expect(try await found("M1-E", on: friday, at: "04:29:59") == nil)
    }

    @Test func withoutADateTheNearestRunIsMeant() async throws {
        // Two hours after midnight, on a trip of the day before.
        let night = try await found("N90-2", on: nil, now: "2026-11-22T02:10:00+11:00")
        #expect(night?.serviceDate.yyyymmdd == 2026_11_21)
        // Saturday noon is nearer to Friday's run than to Monday's.
        let saturday = try await found("T1-WD-N1", on: nil, now: "2026-11-21T12:00:00+11:00")
        #expect(saturday?.serviceDate == friday)
        let sunday = try await found("T1-WD-N1", on: nil, now: "2026-11-22T12:00:00+11:00")
        #expect(sunday?.serviceDate.yyyymmdd == 2026_11_23)
        // Long before and after the timetable, its first and its last day.
        let before = try await found("T1-WD-N1", on: nil, now: "1999-01-01T00:00:00Z")
        #expect(before?.serviceDate.yyyymmdd == 2026_07_01)
        let after = try await found("T1-WD-N1", on: nil, now: "2099-01-01T00:00:00Z")
        #expect(after?.serviceDate.yyyymmdd == 2027_06_30)
    }

    @Test func anUnknownTripIsNotFound() async throws {
        await #expect(throws: TransitSourceError.notFound(kind: "trip", id: "x")) {
            _ = try await found("x", on: friday)
        }
    }
}
