import Foundation
import Testing
import TransitBundle

@Suite("Stops nearby")
struct NearbyTests {
    private static let quay = Coordinate(latitude: -33.86152, longitude: 151.21075)

    @Test("in the order of distance, within the radius, without entrances and nodes")
    func radius() async throws {
        let bundle = try await sampleBundle()
        let found = try await bundle.stops(near: Self.quay, radius: 150)
        // By hand: 0.0001 degrees of latitude are 11.1 m, of longitude here 9.2 m.
        #expect(
            found.map(\.stop.stopID) == [
                "QUAY", "QUAY_P2", "QUAY_P1", "QUAY_M3", "QUAY_W4", "QP", "QB",
            ])
        #expect(found.first?.distanceMeters == 0)
        #expect(found.allSatisfy { $0.distanceMeters <= 150 })
        let p2 = try #require(found.first { $0.stop.stopID == "QUAY_P2" })
        #expect(abs(p2.distanceMeters - 13.5) < 0.5)
    }

    @Test("other kinds when asked for")
    func kinds() async throws {
        let bundle = try await sampleBundle()
        let doors = try await bundle.stops(
            near: Self.quay, radius: 150, limit: 9, kinds: [.entrance])
        #expect(doors.map(\.stop.stopID) == ["QUAY_E1", "QUAY_E2"])
        let stations = try await bundle.stops(near: Self.quay, count: 9, kinds: [.station])
        #expect(stations.map(\.stop.stopID) == ["QUAY", "CJ"])
    }

    @Test("by count, however far away")
    func count() async throws {
        let bundle = try await sampleBundle()
        let three = try await bundle.stops(near: Self.quay, count: 3)
        #expect(three.map(\.stop.stopID) == ["QUAY", "QUAY_P2", "QUAY_P1"])
        // From Greenland all 33 stops and stations of the feed are on the other side.
        let greenland = Coordinate(latitude: 72, longitude: -40)
        let all = try await bundle.stops(near: greenland, count: .max)
        #expect(all.count == 33)
        #expect(all.map(\.distanceMeters) == all.map(\.distanceMeters).sorted())
        let four = try await bundle.stops(near: greenland, count: 4)
        #expect(four == Array(all.prefix(4)))
        #expect(try await bundle.stops(near: greenland, count: 0) == [])
    }

    @Test(
        "the nearest of many are found whatever the distance", arguments: [0.0, 0.5, 30, 120, 179])
    func manyFarAway(longitude: Double) async throws {
        let stops = (0..<900).map {
            "s\($0),S,\(Double($0 % 30) / 1000),\(Double($0 / 30) / 1000)\n"
        }
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\n" + stops.joined()))
        let place = Coordinate(latitude: 0.01, longitude: longitude)
        let all = try await bundle.stops(near: place, radius: .infinity)
        #expect(all.count == 900)
        #expect(try await bundle.stops(near: place, count: 7) == Array(all.prefix(7)))
    }

    private static let edges = """
        stop_id,stop_name,stop_lat,stop_lon
        west,W,10,179.999
        east,E,10,-179.999
        on,O,10.001,180
        n0,N,89.9995,0
        n180,N,89.9995,180
        n90,N,89.9995,-90
        s,S,-90,0

        """

    @Test("across the antimeridian")
    func antimeridian() async throws {
        let bundle = try bundle(of: TinyFeed.files(stops: Self.edges))
        for longitude in [179.9989, -180, 180, -179.9991, 540] {
            let found = try await bundle.stops(
                near: Coordinate(latitude: 10, longitude: longitude), radius: 1000)
            #expect(Set(found.map(\.stop.stopID)) == ["west", "east", "on"])
        }
        // A thousandth of a degree of longitude at 10 degrees north: 109.5 m.
        let found = try await bundle.stops(
            near: Coordinate(latitude: 10, longitude: -179.999), radius: 300)
        #expect(found.map(\.stop.stopID) == ["east", "on", "west"])
        #expect(abs((found.last?.distanceMeters ?? 0) - 219) < 1)
    }

    @Test("at the poles")
    func poles() async throws {
        let bundle = try bundle(of: TinyFeed.files(stops: Self.edges))
        // From 55.6 m beside the pole, the place opposite is 111.2 m away.
        let north = try await bundle.stops(
            near: Coordinate(latitude: 89.9995, longitude: 180), radius: 120)
        #expect(north.map(\.stop.stopID) == ["n180", "n90", "n0"])
        #expect(abs((north.last?.distanceMeters ?? 0) - 111.2) < 0.5)
        let south = try await bundle.stops(
            near: Coordinate(latitude: -90, longitude: 77), radius: 1)
        #expect(south.map(\.stop.stopID) == ["s"])
        #expect(south.first.map { $0.distanceMeters < 0.01 } == true)
    }

    @Test(
        "no place on Earth has no stops around it",
        arguments: [
            Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
            Coordinate(latitude: 91, longitude: 0), Coordinate(latitude: -.infinity, longitude: 0),
        ])
    func noPlace(place: Coordinate) async throws {
        let bundle = try await sampleBundle()
        #expect(try await bundle.stops(near: place, radius: 1e9) == [])
        #expect(try await bundle.stops(near: place, count: 3) == [])
    }

    @Test("a radius that is none finds nothing", arguments: [-1, Double.nan, -Double.infinity])
    func noRadius(radius: Double) async throws {
        #expect(try await sampleBundle().stops(near: Self.quay, radius: radius) == [])
    }
}
