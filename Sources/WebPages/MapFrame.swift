import SystemLayer

/// Maps degrees to a drawing with north up, in which everything that matters has room.
///
/// Longitudes are shortened by the cosine of the middle latitude, as on the map of a town.
struct MapFrame {
    static let width = 1000.0
    /// The free space at the edges: half a mark and a little more.
    private static let margin = 24.0
    private static let leastHeight = 300.0
    /// A single place is shown with this much around it, in degrees.
    private static let leastSpan = 0.004

    let height: Double
    private let scale: Double
    private let shortening: Double
    private let middle: (latitude: Double, longitude: Double)
    private let wraps: Bool

    /// - Parameter backdrop: the outermost two in a hundred may be outside: most are mistakes.
    init?(
        _ places: [(latitude: Double, longitude: Double)],
        backdrop: [(latitude: Double, longitude: Double)]
    ) {
        let all = places + backdrop
        guard let first = all.first else { return nil }
        let wraps = Self.crossesDateLine(all.map(\.longitude))
        func longitude(_ place: (latitude: Double, longitude: Double)) -> Double {
            Self.unwrapped(place.longitude, wraps)
        }
        var latitudes = Self.most(of: backdrop.map(\.latitude)) ?? first.latitude...first.latitude
        var longitudes =
            Self.most(of: backdrop.map(longitude)) ?? longitude(first)...longitude(first)
        for place in places {
            latitudes = Self.range(latitudes, with: place.latitude)
            longitudes = Self.range(longitudes, with: longitude(place))
        }
        middle = (
            (latitudes.lowerBound + latitudes.upperBound) / 2,
            (longitudes.lowerBound + longitudes.upperBound) / 2
        )
        shortening = max(0.05, Double.cos(middle.latitude * .pi / 180))
        let across = max(
            (longitudes.upperBound - longitudes.lowerBound) * shortening, Self.leastSpan)
        let down = max(latitudes.upperBound - latitudes.lowerBound, Self.leastSpan)
        let room = Self.width - 2 * Self.margin
        height = min(
            max(room * down / across + 2 * Self.margin, Self.leastHeight), Self.width
        ).rounded()
        scale = min(room / across, (height - 2 * Self.margin) / down)
        self.wraps = wraps
    }

    func point(_ place: (latitude: Double, longitude: Double)) -> (x: Double, y: Double) {
        let longitude = Self.unwrapped(place.longitude, wraps)
        return (
            Self.width / 2 + (longitude - middle.longitude) * shortening * scale,
            height / 2 + (middle.latitude - place.latitude) * scale
        )
    }

    func shows(_ point: (x: Double, y: Double)) -> Bool {
        0...Self.width ~= point.x && 0...height ~= point.y
    }

    private static func crossesDateLine(_ longitudes: [Double]) -> Bool {
        func span(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
        let direct = span(longitudes)
        return direct > 180 && span(longitudes.map { unwrapped($0, true) }) < direct
    }

    private static func unwrapped(_ longitude: Double, _ wraps: Bool) -> Double {
        wraps && longitude < 0 ? longitude + 360 : longitude
    }

    private static func range(
        _ range: ClosedRange<Double>, with value: Double
    ) -> ClosedRange<Double> {
        min(range.lowerBound, value)...max(range.upperBound, value)
    }

    /// Without the outermost two in a hundred; nil for none.
    private static func most(of values: [Double]) -> ClosedRange<Double>? {
        let sorted = values.sorted()
        let cut = sorted.count / 100
        guard let first = sorted.dropFirst(cut).first, let last = sorted.dropLast(cut).last else {
            return nil
        }
        return first...max(first, last)
    }
}
