import Testing
import TransitBundle

@Suite("Trips that are in no timetable")
struct TripsWithoutRowTests {
    @Test("Trips that run without a stop that the feed defines are named")
    func trips() async throws {
        let bundle = try TransitBundleTests.bundle(
            of: TinyFeed.files(
                trips: """
                    route_id,service_id,trip_id
                    r,daily,lost
                    r,daily,empty
                    r,daily,half
                    r,never,idle

                    """,
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    lost,x,1,08:00:00,08:00:00
                    lost,y,2,08:01:00,08:01:00
                    half,a,1,08:00:00,08:00:00
                    half,y,2,08:01:00,08:01:00
                    idle,x,1,08:00:00,08:00:00
                    idle,y,2,08:01:00,08:01:00

                    """))
        let route = try await Lookup.route("r", in: bundle)
        let day = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        let hidden = try await bundle.tripsWithoutRow(of: route, on: day)
        #expect(hidden.withoutStops == ["lost"])
        #expect(hidden.withoutCalls == ["empty"])
        #expect(
            try await bundle.hiddenTrips(of: route, on: day).withoutSomeStops == ["half"])
        let next = try #require(ServiceDate(yyyymmdd: 2027_11_20))
        let none = try await bundle.tripsWithoutRow(of: route, on: next)
        #expect(none.withoutStops.isEmpty && none.withoutCalls.isEmpty)
    }
}
