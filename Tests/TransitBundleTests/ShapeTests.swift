import BundleWriting
import FeedCompiling
import Foundation
import Testing
import TransitBundle

@Suite struct ShapeTests {
    @Test func aShapeHasItsPointsAndDistances() async throws {
        let shape = try await sampleBundle().shape(id: "T1N")
        #expect(shape.points.count == 19)
        #expect(shape.coordinates.first == Coordinate(latitude: -33.88285, longitude: 151.2061))
        #expect(shape.coordinates.last == Coordinate(latitude: -33.8397, longitude: 151.2072))
        #expect(shape.points[3].distance == 1050.6)
        #expect(shape.points[0].distance == 0)
    }

    @Test func anUnknownShapeIsNotFound() async throws {
        let bundle = try await sampleBundle()
        await #expect(throws: TransitSourceError.notFound(kind: "shape", id: "x")) {
            try await bundle.shape(id: "x")
        }
    }

    @Test func tripsHaveTheirShapeOrNone() async throws {
        let bundle = try await sampleBundle()
        #expect(try await bundle.shape(of: bundle.trip(id: "T1-WD-N1"))?.shapeID == "T1N")
        #expect(try await bundle.shape(of: bundle.trip(id: "RB1-N1")) == nil)
    }

    @Test func distancesCutTheShape() async throws {
        let bundle = try await sampleBundle()
        let path = try await bundle.path(of: bundle.trip(id: "T1-WD-N1"), from: 2, to: 3)
        #expect(
            path == [
                Coordinate(latitude: -33.8735, longitude: 151.2069),
                Coordinate(latitude: -33.869638, longitude: 151.208891),
                Coordinate(latitude: -33.865621, longitude: 151.210131),
                Coordinate(latitude: -33.86145, longitude: 151.21062),
            ])
    }

    @Test func aTripWithoutShapeGoesStraight() async throws {
        let bundle = try await sampleBundle()
        let path = try await bundle.path(of: bundle.trip(id: "RB1-N1"), from: 1, to: 3)
        #expect(path.map(\.latitude) == [-33.8833, -33.8738, -33.8625])
    }

    @Test func callsThatTheTripHasNotAreNotFound() async throws {
        let bundle = try await sampleBundle()
        let trip = try await bundle.trip(id: "T1-WD-N1")
        for (start, end) in [(3, 2), (1, 99), (-1, 2)] {
            await #expect(throws: TransitSourceError.self) {
                try await bundle.path(of: trip, from: start, to: end)
            }
        }
    }

    /// A trip A-B-C along a shape without distances.
    private func tiny(
        stops: [(Double, Double)], shape: [(Double, Double)],
        _ options: BundleBuild.Options = .init()
    ) throws -> TransitBundle {
        try bundle(
            of: [
                "agency.txt": "agency_name,agency_url,agency_timezone\nA,http://a.example,UTC\n",
                "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n"
                    + stops.enumerated().map { "S\($0),S\($0),\($1.0),\($1.1)\n" }.joined(),
                "routes.txt": "route_id,route_short_name,route_type\nR,1,3\n",
                "calendar_dates.txt": "service_id,date,exception_type\nS,20261120,1\n",
                "trips.txt": "route_id,service_id,trip_id,shape_id\nR,S,T,P\n",
                "shapes.txt": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
                    + shape.enumerated().map { "P,\($1.0),\($1.1),\($0)\n" }.joined(),
                "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                    + stops.indices.map { "T,08:0\($0):00,08:0\($0):00,S\($0),\($0)\n" }.joined(),
            ], options)
    }

    @Test func exactShapesHaveEveryDigit() async throws {
        var options = BundleBuild.Options()
        options.filter.hasExactShapes = true
        let shape = [(0.1 + 0.2, 1.0 / 3), (0.30000001, 0.5), (-89.99999999999999, 5.5e-17)]
        let bundle = try tiny(stops: [(0.3, 0.4), (0.3, 0.5)], shape: shape, options)
        let points = try await bundle.shape(id: "P").points.map(\.coordinate)
        #expect(points.map(\.latitude) == shape.map(\.0))
        #expect(points.map(\.longitude) == shape.map(\.1))
    }

    @Test func nothingIsBeyondThePolesAndTheAntimeridian() async throws {
        let bundle = try tiny(
            stops: [(0, 179.9), (95, 0), (0, -179.9)],
            shape: [(0, 179.8), (91, 179.9), (0, 179.95), (0, 200), (0, -179.8)])
        let trip = try await bundle.trip(id: "T")
        let shape = try await bundle.shape(id: "P")
        #expect(shape.coordinates.map(\.longitude) == [179.8, 179.95, -179.8])
        let path = try await bundle.path(of: trip, from: 0, to: 2)
        #expect(path.map { ($0.longitude * 100).rounded() } == [17990, 17995, -17990])
        let stop = try await bundle.stop(id: "S1")
        #expect(stop.stopLat == 95 && stop.coordinate == nil)
    }

    @Test func withoutDistancesTheNearestPlacesCutTheShape() async throws {
        let bundle = try tiny(
            stops: [(0.001, 0.1), (-0.001, 0.25), (0, 0.9)],
            shape: [(0, 0), (0, 0.2), (0, 0.3), (0, 1)])
        let path = try await bundle.path(of: bundle.trip(id: "T"), from: 0, to: 1)
        #expect(path.count == 3)
        #expect(abs(path[0].longitude - 0.1) < 1e-9 && path[0].latitude == 0)
        #expect(path[1] == Coordinate(latitude: 0, longitude: 0.2))
        #expect(abs(path[2].longitude - 0.25) < 1e-9)
    }

    /// Out and back on the same street: the second call is on the way back.
    @Test func theOrderOfStopsTellsWhichPassageIsMeant() async throws {
        let bundle = try tiny(
            stops: [(0, 0.9), (0.0001, 0.5), (0, 0.1)], shape: [(0, 0), (0, 1), (0.0002, 0)])
        let trip = try await bundle.trip(id: "T")
        let path = try await bundle.path(of: trip, from: 0, to: 1)
        #expect(path.count == 3)
        #expect(path.allSatisfy { $0.longitude > 0.49 })
        let rest = try await bundle.path(of: trip, from: 1, to: 2)
        #expect(rest.count == 2)
        #expect(rest.allSatisfy { $0.latitude > 0 && $0.longitude < 0.51 })
    }

    @Test func pathsCrossTheAntimeridian() async throws {
        let bundle = try tiny(
            stops: [(10, 179.8), (10, -179.9), (10, -179.6)], shape: [(10, 179.6), (10, -179.5)])
        let path = try await bundle.path(of: bundle.trip(id: "T"), from: 0, to: 1)
        #expect(path.count == 2)
        #expect(abs((path.first?.longitude ?? 0) - 179.8) < 1e-6)
        #expect(abs((path.last?.longitude ?? 0) + 179.9) < 1e-6)
    }
}
