import FeedValidation
import Testing

@Suite struct GeometryTests {
    private static let degree = 6_371_010.0 * .pi / 180

    @Test(arguments: [
        // Along the equator, a meridian, across the antimeridian, over a pole.
        (0.0, 0.0, 0.0, 1.0, 1.0), (48, 2, 49, 2, 1), (0, 179.5, 0, -179.5, 1),
        (89, 0, 89, 180, 2), (48, 2, 48, 2, 0), (0, 0, 0, 180, 180),
    ])
    func meters(lat1: Double, lon1: Double, lat2: Double, lon2: Double, degrees: Double) {
        let expected = degrees * Self.degree
        #expect(
            abs(
                Earth.meters(fromLatitude: lat1, longitude: lon1, toLatitude: lat2, longitude: lon2)
                    - expected) < 0.1)
        let one = SpherePoint(latitude: lat1, longitude: lon1)
        let other = SpherePoint(latitude: lat2, longitude: lon2)
        #expect(abs(Earth.meters(one, other) - expected) < 1e-6)
    }

    @Test func degreesComeBack() {
        let point = SpherePoint(latitude: -33.86, longitude: 151.2)
        #expect(abs(point.latitude + 33.86) < 1e-12)
        #expect(abs(point.longitude - 151.2) < 1e-12)
    }

    @Test func theNearestPlaceOfAnEdge() {
        let start = SpherePoint(latitude: 0, longitude: 10)
        let end = SpherePoint(latitude: 0, longitude: 20)
        let edge = SphereEdge(start, end)
        let above = edge.closest(to: SpherePoint(latitude: 1, longitude: 12))
        #expect(abs(above.longitude - 12) < 1e-9)
        #expect(abs(above.latitude) < 1e-9)
        #expect(edge.closest(to: SpherePoint(latitude: 1, longitude: 9)) == start)
        #expect(edge.closest(to: SpherePoint(latitude: -1, longitude: 21)) == end)
        // Beyond the pole the other way round is shorter.
        #expect(edge.closest(to: SpherePoint(latitude: 0, longitude: -170)) == end)
    }

    @Test func anEdgeWithoutLengthIsAPoint() {
        let point = SpherePoint(latitude: 48, longitude: 2)
        let edge = SphereEdge(point, point)
        #expect(edge.closest(to: SpherePoint(latitude: 48.1, longitude: 2)) == point)
        #expect(edge.point(at: 0.5) == point)
    }

    @Test func placesAlongAnEdge() {
        let start = SpherePoint(latitude: 0, longitude: 10)
        let edge = SphereEdge(start, SpherePoint(latitude: 0, longitude: 20))
        #expect(edge.point(at: 0) == start)
        #expect(abs(edge.point(at: 0.25).longitude - 12.5) < 1e-9)
        #expect(abs(edge.point(at: 1).longitude - 20) < 1e-9)
    }
}
