import Testing
import TransitBundle

@Suite("Stop details")
struct StopDetailsTests {
    private func details(_ id: String) async throws -> StopDetails {
        let bundle = try await sampleBundle()
        return try await bundle.details(of: try await bundle.stop(id: id))
    }

    @Test("a station with all that is in it")
    func station() async throws {
        let quay = try await details("QUAY")
        #expect(quay.stop.stopID == "QUAY")
        #expect(quay.parent == nil)
        #expect(quay.station?.stopID == "QUAY")
        #expect(quay.platforms.map(\.stopID) == ["QUAY_P1", "QUAY_P2", "QUAY_M3", "QUAY_W4"])
        #expect(Set(quay.entrances.map(\.stopID)) == ["QUAY_E1", "QUAY_E2"])
        #expect(Set(quay.nodes.map(\.stopID)) == ["QUAY_N1", "QUAY_N2", "QUAY_N3"])
        #expect(Set(quay.boardingAreas.map(\.stopID)) == ["QUAY_BA1", "QUAY_BA2"])
        #expect(quay.levels.map(\.levelName) == ["Train Platforms", "Street", "Metro"])
        #expect(quay.pathways.count == 12)
        #expect(quay.pathways.first?.pathwayID == "PW01")
        #expect(quay.pathways.first?.pathwayMode == .stairs)
        #expect(quay.routes.map(\.routeID) == ["T1", "M1", "F1"])
        #expect(quay.stop.accessibility == .accessible)
        // Wharf 4 says nothing and inherits; platform 2 says that it is not accessible.
        #expect(
            quay.platforms.map(\.accessibility.displayName) == [
                "Accessible", "Not Accessible", "Accessible", "Accessible",
            ])
    }

    @Test("a platform with its station")
    func platform() async throws {
        let platform = try await details("QUAY_P1")
        #expect(platform.parent?.stopID == "QUAY")
        #expect(platform.station?.stopID == "QUAY")
        #expect(platform.platforms == [])
        #expect(platform.boardingAreas.count == 2)
        #expect(platform.levels.map(\.levelID) == ["L1"])
        #expect(platform.pathways.map { $0.pathwayID?.text } == ["PW05", "PW06", "PW07", "PW08"])
        #expect(platform.routes.map(\.routeID) == ["T1"])
    }

    @Test("a boarding area knows its platform and the station above")
    func boardingArea() async throws {
        let area = try await details("QUAY_BA1")
        #expect(area.parent?.stopID == "QUAY_P1")
        #expect(area.station?.stopID == "QUAY")
    }

    @Test("a stop on the street has nothing in it")
    func street() async throws {
        let stop = try await details("BJ")
        #expect(stop.station == nil)
        #expect(stop.platforms.isEmpty && stop.levels.isEmpty && stop.pathways.isEmpty)
        #expect(stop.routes.map(\.routeID) == ["B333", "N90"])
    }

    @Test("stations that are each other's parents do no harm")
    func circle() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                    a,Ring,1,1,1,b
                    b,Ring,1,1,1,a
                    c,Ring,1,1,0,c

                    """))
        for id in ["a", "b", "c"] {
            let stop = try await bundle.stop(id: id)
            #expect(try await bundle.details(of: stop).stop == stop)
            #expect(try await bundle.departures(from: stop) == [])
        }
        #expect(try await bundle.stops(matching: "ring").count >= 1)
    }

    @Test("NaN is not a place, and a stop without one equals itself")
    func nowhere() async throws {
        let made = Stop(sid: 1, stopName: "Node", stopLat: .nan, stopLon: 1)
        #expect(made.coordinate == nil)
        #expect(made == made)
        let bundle = try await sampleBundle()
        let node = try await bundle.stop(id: "QUAY_N3")
        #expect(node.coordinate == nil && node.stopLat == nil && node.stopLon == nil)
        let again = try await bundle.stop(id: "QUAY_N3")
        #expect(Set([node, again]).count == 1)
    }
}
