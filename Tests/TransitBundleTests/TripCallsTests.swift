import Foundation
import Testing
import TransitBundle

@Suite struct TripCallsTests {
    private func calls(_ tripID: String) async throws -> [Call] {
        let bundle = try await sampleBundle()
        return try await bundle.calls(of: bundle.trip(id: tripID))
    }

    private func time(_ text: String) -> ServiceTime? { ServiceTime(cellText: text) }

    @Test func aTripIsWhatItsRowSays() async throws {
        let trip = try await sampleBundle().trip(id: "333-E1")
        #expect(trip.routeID == "B333")
        #expect(trip.serviceID == "WD")
        #expect(trip.blockID == "BLK-333-1")
        #expect(trip.shapeID == "333E")
        #expect(trip.directionID == 0)
    }

    @Test func anUnknownTripIsNotFound() async throws {
        let bundle = try await sampleBundle()
        await #expect(throws: TransitSourceError.notFound(kind: "trip", id: "nope")) {
            try await bundle.trip(id: "nope")
        }
    }

    @Test func callsAreAsPublished() async throws {
        let calls = try await calls("T1-WD-N1")
        #expect(calls.map(\.stopID) == ["CJ_P1", "GH", "QUAY_P1", "LP", "NS"])
        #expect(calls.map(\.stopSequence) == [1, 2, 3, 4, 5])
        #expect(calls[1].arrival == time("05:34:30"))
        #expect(calls[1].departure == time("05:35:10"))
        #expect(calls[1].shapeDistTraveled == 1050.6)
        #expect(calls[0].shapeDistTraveled == 0)
        #expect(calls[1].headsign == "North Shelf via Quayside")
        #expect(calls[2].headsign == "North Shelf")
        #expect(calls.allSatisfy { $0.timepoint == 1 && !$0.isInterpolated && $0.flex == nil })
        #expect(calls[2].stop?.platformCode == "1")
    }

    /// Between 07:16:00 at 2027.8 and 07:27:00 at 5740.1.
    @Test func blankTimesAreInterpolatedByDistanceAndMarked() async throws {
        let calls = try await calls("333-E1")
        #expect(calls.map(\.stopSequence) == [5, 10, 15, 20, 25, 30, 35])
        #expect(calls.map(\.isInterpolated) == [false, false, false, true, true, false, false])
        #expect(calls[3].arrival == nil && calls[3].departure == nil)
        #expect(calls[3].interpolated == time("07:19:31"))
        #expect(calls[4].time == time("07:23:15"))
        #expect(calls[2].interpolated == nil)
        #expect(!calls[3].isExact && calls[2].isExact)
    }

    @Test func pickupAndDropOffAreKept() async throws {
        let calls = try await calls("333-E2")
        #expect(calls[0].pickup == .regular && calls[0].dropOff == .notAvailable)
        #expect(calls[3].pickup == .askDriver && calls[3].continuousPickup == 3)
        #expect(calls[4].pickup == .phoneAgency && calls[4].isInterpolated)
        #expect(calls[6].pickup == .notAvailable && calls[6].dropOff == .regular)
        #expect(calls[3].timepoint == 0 && !calls[3].isExact)
    }

    @Test func flexibleRowsHaveWindowsAndNoTimes() async throws {
        let calls = try await calls("FX1-TO-HUBS")
        #expect(calls.count == 2)
        #expect(calls[0].stop == nil && calls[0].time == nil)
        #expect(calls[0].flex?.locationID == "zone_heights")
        #expect(calls[0].flex?.start == time("09:00:00"))
        #expect(calls[0].flex?.end == time("15:30:00"))
        #expect(calls[0].flex?.pickupBookingRuleID == "BOOK-SAME-DAY")
        #expect(calls[1].flex?.locationGroupID == "HUBS")
        #expect(calls[1].flex?.dropOffBookingRuleID == "BOOK-SAME-DAY")
    }

    @Test func rowsBetweenTimedOnesThatAreFlexibleAreNotInterpolated() async throws {
        let calls = try await calls("FX1-DETOUR")
        #expect(calls.map(\.stopID) == ["NS_RB", nil, "HH"])
        #expect(calls[1].time == nil && calls[1].flex?.start == time("10:04"))
        #expect(calls[0].flex == nil)
    }

    @Test func callsOfADayAreInstants() async throws {
        let bundle = try await sampleBundle()
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        let calls = try await bundle.calls(of: bundle.trip(id: "T1-WD-N4"), on: date)
        #expect(try calls[0].departure?.date == Lookup.instant("2026-11-20T23:52:00+11:00"))
        #expect(try calls[3].arrival?.date == Lookup.instant("2026-11-21T00:03:20+11:00"))
        #expect(try calls[3].departure?.date == Lookup.instant("2026-11-21T00:04:00+11:00"))
        #expect(calls[0].timeZone.identifier == "Australia/Sydney")
    }

    /// Clocks go forward at 2:00: 06:02 counts from noon minus twelve hours, 23:00 the day before.
    @Test func onDaysWithAClockChangeTheTimetableAgreesWithTheClock() async throws {
        let bundle = try await sampleBundle()
        let date = try #require(ServiceDate(yyyymmdd: 2026_10_04))
        let calls = try await bundle.calls(of: bundle.trip(id: "T1-WE-N5"), on: date)
        #expect(try calls[0].departure?.date == Lookup.instant("2026-10-04T06:02:00+11:00"))
    }

    @Test func windowsOfADayAreInstants() async throws {
        let bundle = try await sampleBundle()
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        let calls = try await bundle.calls(of: bundle.trip(id: "FX1-LATE"), on: date)
        #expect(try calls[0].windowStart?.date == Lookup.instant("2026-11-20T22:00:00+11:00"))
        #expect(try calls[0].windowEnd?.date == Lookup.instant("2026-11-21T02:00:00+11:00"))
        #expect(calls[0].departure == nil)
    }

    /// Of the template, which runs every few minutes from 04:30 on, no time is a departure.
    @Test func repeatedTripsHaveOffsetsUntilARunIsNamed() async throws {
        let bundle = try await sampleBundle()
        let trip = try await bundle.trip(id: "M1-E")
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        let calls = try await bundle.calls(of: trip, on: date)
        #expect(calls.allSatisfy { $0.isOffsetOnly && $0.arrival == nil && $0.departure == nil })
        #expect(calls.map(\.arrivalOffsetSeconds) == [0, 150, 300, 450])
        #expect(calls.map(\.departureOffsetSeconds) == [0, 180, 330, 450])
        #expect(try await bundle.calls(of: trip).allSatisfy { $0.isTemplate })
        let run = try await bundle.calls(of: trip, on: date, startTime: time("04:31:17"))
        #expect(run.allSatisfy { !$0.isOffsetOnly })
        #expect(try run[0].departure?.date == Lookup.instant("2026-11-20T04:31:17+11:00"))
        #expect(try run[1].arrival?.date == Lookup.instant("2026-11-20T04:33:47+11:00"))
        #expect(run.map(\.departureOffsetSeconds) == [0, 180, 330, 450])
        await #expect(throws: TransitSourceError.notFound(kind: "run", id: "M1-E at 04:29:00")) {
            try await bundle.calls(of: trip, on: date, startTime: time("04:29:00"))
        }
        let headways = try await bundle.headways(of: trip)
        #expect(headways.map(\.startTime) == [time("04:30"), time("07:00"), time("09:30")])
        #expect(headways.map(\.headwaySecs) == [360, 180, 300])
    }

    @Test func otherTripsHaveOneRunWhichNeedNotBeNamed() async throws {
        let bundle = try await sampleBundle()
        let trip = try await bundle.trip(id: "T1-WD-N1")
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        let calls = try await bundle.calls(of: trip, on: date)
        #expect(calls.allSatisfy { !$0.isOffsetOnly && !$0.isTemplate })
        #expect(calls[1].departureOffsetSeconds == 190)
        #expect(try await bundle.calls(of: trip, on: date, startTime: time("05:32")) == calls)
        await #expect(throws: TransitSourceError.self) {
            try await bundle.calls(of: trip, on: date, startTime: time("05:33"))
        }
        #expect(try await bundle.headways(of: trip).isEmpty)
    }
}
