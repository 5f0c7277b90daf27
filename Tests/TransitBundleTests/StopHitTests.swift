import Testing
import TransitBundle

@Suite("Hits of a search") struct StopHitTests {
    @Test("A hit has its station and the routes that call there")
    func details() async throws {
        let sample = try await sampleBundle()
        let hits = try await sample.hits(matching: "quayside")
        #expect(hits.map(\.stop) == (try await sample.stops(matching: "quayside")))
        #expect(hits.contains { !$0.routes.isEmpty })
        for hit in hits {
            #expect(hit.routes == (try await sample.routes(of: hit.stop)))
            #expect(hit.others.isEmpty)
        }
        let platform = try #require(
            try await sample.hits(matching: "QUAY_P1").first { $0.stop.stopID == "QUAY_P1" })
        #expect(platform.station?.stopID == "QUAY")
        #expect(hits.first { $0.stop.stopID == "QUAY" }?.station == nil)
    }

    @Test("Stops of one name near each other are one hit when asked")
    func collapsing() async throws {
        let stops = """
            stop_id,stop_name,stop_desc,stop_lat,stop_lon
            a,High Street,northbound,47.000,8.000
            b,High Street,southbound,47.001,8.000
            c,High Street,Old Town,47.100,8.000

            """
        let stopTimes = """
            trip_id,stop_id,stop_sequence,arrival_time,departure_time
            t,a,1,08:00:00,08:00:00
            t,b,2,08:10:00,08:10:00
            t,c,3,08:40:00,08:40:00

            """
        let town = try bundle(of: TinyFeed.files(stops: stops, stopTimes: stopTimes))
        let apart = try await town.hits(matching: "high")
        #expect(Set(apart.map(\.stop.stopID)) == ["a", "b", "c"])
        #expect(Set(apart.compactMap(\.place)) == ["northbound", "southbound", "Old Town"])
        let together = try await town.hits(matching: "high", collapsingNeighbors: true)
        #expect(Set(together.map { Set($0.stops.map(\.stopID)) }) == [["a", "b"], ["c"]])
        #expect(together.allSatisfy { $0.routes.map(\.routeID) == ["r"] })
    }
}
