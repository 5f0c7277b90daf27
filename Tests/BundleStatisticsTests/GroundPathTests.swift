import TestSupport
import Testing

@testable import BundleStatistics

@Suite("Lengths on the ground")
struct GroundPathTests {
    private static func path(_ places: (Double, Double)...) -> GroundPath {
        GroundPath(places.compactMap { GroundPlace(latitude: $0.0, longitude: $0.1) })
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> GroundPlace? {
        GroundPlace(latitude: latitude, longitude: longitude)
    }

    @Test("A degree is as long as on the ellipsoid, also across the antimeridian")
    func degrees() {
        // Published lengths: 110,574 m and 111,320 m at the equator, 111,694 m at the pole.
        #expect(abs(Self.path((-0.5, 0), (0.5, 0)).meters - 110_574) < 1)
        #expect(abs(Self.path((0, 179.5), (0, -179.5)).meters - 111_320) < 1)
        #expect(abs(Self.path((89, 10), (90, 10)).meters - 111_694) < 1)
    }

    @Test("Nothing is beyond the poles and the antimeridian")
    func beyond() {
        #expect(Self.place(90, -180) != nil && Self.place(-90, 180) != nil)
        for (latitude, longitude) in [(90.5, 0), (-91, 0), (0, 180.5), (0, -181)] {
            #expect(Self.place(latitude, longitude) == nil)
        }
    }

    @Test("A path that returns by the same street is cut at its outermost passings")
    func thereAndBack() {
        let path = Self.path((48, 2), (48, 2.1), (48, 2))
        let whole = path.meters(from: Self.place(48, 2), to: Self.place(48, 2))
        #expect(whole == path.meters)
        let part = path.meters(from: Self.place(48, 2), to: Self.place(48, 2.1))
        #expect(abs(part - path.meters / 2) < 1)
        let late = path.meters(from: Self.place(48.0001, 2.05), to: Self.place(48, 2))
        #expect(abs(late - path.meters * 0.75) < 1)
    }

    @Test("Stops that are far away, or in the other order, leave a path whole")
    func elsewhere() {
        let path = Self.path((48, 2), (48, 2.1), (48, 2.2))
        #expect(path.meters(from: Self.place(49, 2), to: nil) == path.meters)
        let reversed = path.meters(from: Self.place(48, 2.2), to: Self.place(48, 2))
        #expect(reversed == path.meters)
    }

    @Test("The peak is the first of the longest times with most runs")
    func peak() {
        let peak = RunPeak(starts: [0, 10, 100, 110], ends: [20, 30, 140, 150])
        #expect(peak?.runs == 2 && peak?.start == 110 && peak?.end == 140)
        let equal = RunPeak(starts: [0, 20, 20], ends: [10, 30, 30])
        #expect(equal?.runs == 2 && equal?.start == 20 && equal?.end == 30)
        // One run ends as the next begins.
        let chain = RunPeak(starts: [0, 10], ends: [10, 20])
        #expect(chain?.runs == 1 && chain?.start == 0 && chain?.end == 20)
        #expect(RunPeak(starts: [5], ends: [5]) == nil)
    }

    /// Meters along a path on the equator, from hundredths of a degree, which are 1,113.2 m.
    private static func distances(
        _ path: [Double], _ stops: [(Double, Double)?]
    ) -> [Double?] {
        let path = GroundPath(path.compactMap { place(0, $0 / 100) })
        return path.distances(of: stops.map { $0.flatMap { place($0.0, $0.1 / 100) } })
            .map { $0.map { ($0 / 1113.195).rounded() } }
    }

    @Test("Distances of stops follow their order where the path passes them twice")
    func twice() {
        // Out and back on one street, and a circle that ends where it begins.
        #expect(
            Self.distances([0, 4, 0], [(0, 0), (0, 1), (0, 4), (0, 3), (0, 1), (0, 0)])
                == [0, 1, 4, 5, 7, 8])
        #expect(Self.distances([0, 4, 0], [(0, 0), (0, 3), (0, 0)]) == [0, 3, 8])
        // On the other side of the street one is a little nearer to the way back.
        let path = GroundPath(
            [(0, 0), (0, 0.04), (0.0001, 0.04), (0.0001, 0)].compactMap {
                Self.place($0.0, $0.1)
            })
        let back = path.distances(of: [
            Self.place(0, 0), Self.place(0.000_15, 0.01), Self.place(0.0001, 0),
        ])
        #expect(abs((back[1] ?? 0) - 7 * 1113.195) < 15)
    }

    @Test("A stop that the path does not pass in its order has no distance")
    func outOfOrder() {
        #expect(
            Self.distances([0, 9], [(0, 1), (0.1, 2), nil, (0, 5), (0, 3), (0, 8)])
                .filter { $0 == nil }.count == 3)
        #expect(Self.distances([0, 9], [(0, 1), (0.1, 2), (0, 8)]) == [1, nil, 8])
        #expect(Self.distances([0, 9], [(0, 8), (0, 5), (0, 1)]) == [0, 5, 9])
        #expect(Self.distances([], [(0, 1), (0, 2)]).count == 2)
        #expect(Self.distances([0, 9], []) == [])
    }
}
