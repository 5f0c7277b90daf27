import Testing

@testable import WebPages

@Suite("The network behind a map")
struct MapBackdropTests {
    private static let town = [
        (latitude: 47.0, longitude: 8.0), (latitude: 47.1, longitude: 8.1),
    ]
    private static let street: [(latitude: Double, longitude: Double)] = (0...1000).map {
        let step = Double($0) / 10_000
        return (latitude: 47 + step, longitude: 8 + step)
    }

    @Test("a street is there once, however many paths go along it, and in whichever direction")
    func once() {
        var backdrop = MapBackdrop(of: Self.town)
        backdrop.add(Self.street)
        let lines = backdrop.lines.map(\.polyline)
        #expect(lines.count == 1)
        backdrop.add(Self.street)
        backdrop.add(Self.street.reversed())
        #expect(backdrop.lines.map(\.polyline) == lines)
        // A line that goes on where the other ends joins it.
        backdrop.add(Self.street + [(latitude: 47.2, longitude: 8.1)])
        #expect(backdrop.lines.count == 2)
        let end = MapContent.places(backdrop.lines[0].polyline).last
        let start = MapContent.places(backdrop.lines[1].polyline).first
        #expect(start?.latitude == end?.latitude && start?.longitude == end?.longitude)
        #expect(!backdrop.isCut)
    }

    @Test("it has an end, and says so")
    func bounded() {
        var backdrop = MapBackdrop(of: Self.town)
        for row in 0..<2000 {
            backdrop.add(
                (0..<2000).lazy.map { column -> (latitude: Double, longitude: Double) in
                    let east = Double(column) / 10_000
                    return (latitude: 47 + Double(row) / 10_000, longitude: 8 + east)
                })
        }
        #expect(backdrop.isCut)
        let points = backdrop.lines.reduce(0) { $0 + MapContent.places($1.polyline).count }
        #expect(points <= 2 * MapBackdrop.mostSteps)
    }

    @Test("places that are none are left out")
    func places() {
        var backdrop = MapBackdrop(of: Self.town)
        backdrop.add([
            Self.town[0], (latitude: 0, longitude: 0), (latitude: 95, longitude: 8),
            (latitude: .nan, longitude: 8), Self.town[1],
        ])
        #expect(backdrop.lines.map { MapContent.places($0.polyline).count } == [2])
        #expect(MapBackdrop(of: []).lines.isEmpty)
    }
}
