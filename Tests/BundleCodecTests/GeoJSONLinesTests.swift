import BundleCodec
import Testing

@Suite("Lines of GeoJSON") struct GeoJSONLinesTests {
    private static func lines(_ places: [(Double, Double)]) -> [[String]] {
        func text(_ latitude: Double, _ longitude: Double) -> String { "\(latitude) \(longitude)" }
        var lines = GeoJSONLines<String> { latitude, longitude, _ in text(latitude, longitude) }
        for (latitude, longitude) in places {
            lines.append(text(latitude, longitude), latitude: latitude, longitude: longitude)
        }
        return lines.complete
    }

    @Test("A line is cut where it crosses the antimeridian, in either direction")
    func cuts() {
        #expect(
            Self.lines([(0, 179), (2, -179), (4, 179)]) == [
                ["0.0 179.0", "1.0 180.0"], ["1.0 -180.0", "2.0 -179.0", "3.0 -180.0"],
                ["3.0 180.0", "4.0 179.0"],
            ])
    }

    @Test("A place on the antimeridian is not repeated, whichever of its names it has")
    func edges() {
        for edge in [180.0, -180] {
            #expect(
                Self.lines([(0, 179), (0, edge), (0, -179)]) == [
                    ["0.0 179.0", "0.0 180.0"], ["0.0 -180.0", "0.0 -179.0"],
                ])
        }
        #expect(Self.lines([(0, 180), (1, -180)]) == [["0.0 180.0", "1.0 180.0"]])
        #expect(Self.lines([(0, 179), (0, 180), (0, 179)]).count == 1)
        #expect(Self.lines([(0, 180), (1, -179)]) == [["0.0 -180.0", "1.0 -179.0"]])
    }

    @Test("A line that the feed itself has cut there is cut only there")
    func cutByTheFeed() {
        for side in [1.0, -1] {
            #expect(
                Self.lines([(0, 179 * side), (0, 180 * side), (0, -180 * side), (1, -179 * side)])
                    == [
                        ["0.0 \(179 * side)", "0.0 \(180 * side)"],
                        ["0.0 \(-180 * side)", "1.0 \(-179 * side)"],
                    ])
        }
        #expect(Self.lines([(0, 180), (0, -180), (1, -179)]) == [["0.0 -180.0", "1.0 -179.0"]])
        #expect(
            Self.lines([(0, 179), (0, 180), (0, -180), (0, 180), (0, 179)]) == [
                ["0.0 179.0", "0.0 180.0"], ["0.0 180.0", "0.0 179.0"],
            ])
    }

    @Test("Places that are not on the globe are left out, and lines of one place")
    func beyond() {
        #expect(Self.lines([(0, 1), (91, 1), (0, 2), (0, 181)]) == [["0.0 1.0", "0.0 2.0"]])
        #expect(Self.lines([(0, 1), (-90.5, 1)]) == [])
        #expect(Self.lines([]) == [])
        #expect(Self.lines([(0, -90), (0, 90)]).count == 1)
    }
}
