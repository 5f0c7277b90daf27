import Foundation
import Testing
import TransitBundle

@Suite struct ContinuationTests {
    /// Three trips of one block: A, then B from where A ends, then C from elsewhere.
    private static let block = [
        "agency.txt": "agency_name,agency_url,agency_timezone\nA,http://a.example,Europe/Oslo\n",
        "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nS1,One,60,10\nS2,Two,60,10.1\n",
        "routes.txt": "route_id,route_short_name,route_type\nR,1,3\n",
        "calendar.txt": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        ALL,1,1,1,1,1,1,1,20260101,20261231
        MON,1,0,0,0,0,0,0,20260101,20261231
        """,
        "trips.txt": """
        route_id,service_id,trip_id,block_id
        R,ALL,A,X
        R,MON,B,X
        R,ALL,C,X
        R,ALL,D,
        """,
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        A,08:00:00,08:00:00,S1,1
        A,08:10:00,08:10:00,S2,2
        B,08:10:00,08:10:00,S2,1
        B,08:20:00,08:20:00,S1,2
        C,09:00:00,09:00:00,S1,1
        C,09:10:00,09:10:00,S2,2
        D,08:15:00,08:15:00,S2,1
        D,08:20:00,08:20:00,S1,2
        """,
    ]
    private let monday = ServiceDate(yyyymmdd: 2026_06_01) ?? .earliest

    @Test func theBlocksNextTripOfTheDayFollows() async throws {
        let bundle = try bundle(of: Self.block)
        let first = try await bundle.trip(id: "A")
        let next = try await bundle.continuation(ofTrip: first.tripID, on: monday)
        #expect(next?.trip.tripID == "B")
        #expect(next?.canStayOnBoard == true)
        let tuesday = try await bundle.continuation(
            ofTrip: first.tripID, on: monday.adding(days: 1))
        #expect(tuesday?.trip.tripID == "C")
        #expect(tuesday?.canStayOnBoard == false)
    }

    @Test func nobodyStaysOnBoardBetweenStopsThatTheFeedDoesNotHave() async throws {
        var feed = Self.block
        feed["stop_times.txt"] = feed["stop_times.txt"]?
            .replacingOccurrences(of: "A,08:10:00,08:10:00,S2", with: "A,08:10:00,08:10:00,NO")
            .replacingOccurrences(of: "B,08:10:00,08:10:00,S2", with: "B,08:10:00,08:10:00,NONE")
        let bundle = try bundle(of: feed)
        let next = try await bundle.continuation(ofTrip: "A", on: monday)
        #expect(next?.trip.tripID == "B")
        #expect(next?.canStayOnBoard == false)
    }

    @Test func theLastTripOfABlockAndTripsWithoutBlockEnd() async throws {
        let bundle = try bundle(of: Self.block)
        #expect(try await bundle.continuation(ofTrip: "C", on: monday) == nil)
        #expect(try await bundle.continuation(ofTrip: "D", on: monday) == nil)
    }

    @Test func linkedTripsSayWhetherRidersMayStay() async throws {
        let bundle = try await sampleBundle()
        let friday = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        let out = try await bundle.continuation(ofTrip: "333-E1", on: friday)
        #expect(out?.trip.tripID == "333-W1")
        #expect(out?.canStayOnBoard == true)
        let back = try await bundle.continuation(ofTrip: "333-W1", on: friday)
        #expect(back?.trip.tripID == "333-E2")
        #expect(back?.canStayOnBoard == false)
    }

    @Test func departuresTellWhatComesAfterThem() async throws {
        let bundle = try await sampleBundle()
        let stop = try await Lookup.stop("ML", in: bundle)
        let departures = try await bundle.departures(
            from: stop, at: Lookup.instant("2026-11-20T07:10:00+11:00"), for: 60)
        let departure = try #require(departures.first)
        #expect(departure.tripID == "333-E1")
        #expect(try await bundle.continuation(of: departure)?.trip.tripID == "333-W1")
    }
}
