import BundleCodec
import SystemLayer

/// In degrees of WGS 84.
struct GroundPlace {
    let latitude: Double
    let longitude: Double

    private static let radiansPerDegree = Double.pi / 180
    /// The semi-major axis of the Earth, and the square of its eccentricity.
    private static let axisMeters = 6_378_137.0
    private static let eccentricity2 = 0.006_694_379_990_14

    /// Nil for a place that is not on the globe: no length leads there.
    init?(latitude: Double, longitude: Double) {
        guard Globe.contains(latitude: latitude, longitude: longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Meters to the north and to the east, by the ellipsoid's curvature half-way: within
    /// millimeters for neighboring points of a shape.
    func offset(to other: GroundPlace) -> (north: Double, east: Double) {
        let middle = (latitude + other.latitude) / 2 * Self.radiansPerDegree
        let sine = Double.sin(middle)
        let bend = 1 - Self.eccentricity2 * sine * sine
        let radius = Self.axisMeters / bend.squareRoot()
        var degrees = other.longitude - longitude
        if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
        return (
            (other.latitude - latitude) * Self.radiansPerDegree * radius
                * (1 - Self.eccentricity2) / bend,
            degrees * Self.radiansPerDegree * radius * Double.cos(middle)
        )
    }

    func meters(to other: GroundPlace) -> Double {
        let offset = offset(to: other)
        return (offset.north * offset.north + offset.east * offset.east).squareRoot()
    }
}

struct GroundPath {
    private let places: [GroundPlace]
    private let along: [Double]

    /// A stop that is farther from the path does not belong to it.
    private static let farthestMeters = 500.0
    /// The path passes a stop wherever it is hardly farther away than at its nearest.
    private static let slackMeters = 20.0

    init(_ places: [GroundPlace]) {
        self.places = places
        var sum = 0.0
        var along: [Double] = []
        along.reserveCapacity(places.count)
        for (place, previous) in zip(places, places.prefix(1) + places) {
            sum += previous.meters(to: place)
            along.append(sum)
        }
        self.along = along
    }

    var count: Int { places.count }
    var meters: Double { along.last ?? 0 }

    /// The way from the first passing of one stop to the last passing of another, or the whole path
    /// when it does not pass them in this order.
    func meters(from first: GroundPlace?, to last: GroundPlace?) -> Double {
        let start = first.flatMap { passings(of: $0).first } ?? 0
        let end = last.flatMap { passings(of: $0).last } ?? meters
        return start < end ? end - start : meters
    }

    /// Each time that the path comes near.
    private func passings(of place: GroundPlace) -> [Double] {
        let offsets = places.map { place.offset(to: $0) }
        let nearest = offsets.indices.dropFirst().map { Self.nearest(offsets[$0 - 1], offsets[$0]) }
        guard let least = nearest.map(\.meters).min(), least <= Self.farthestMeters else {
            return []
        }
        var end = 0.0
        var passings: [(meters: Double, along: Double)] = []
        for (segment, point) in nearest.enumerated()
        where point.meters <= least + Self.slackMeters {
            let part = point.fraction * (along[segment + 1] - along[segment])
            let passing = (meters: point.meters, along: along[segment] + part)
            // Neighboring segments are one passing, at the nearest of their points.
            guard let last = passings.last, passing.along - end <= Self.slackMeters * 2 else {
                passings.append(passing)
                end = passing.along
                continue
            }
            end = passing.along
            if passing.meters < last.meters { passings[passings.count - 1] = passing }
        }
        return passings.map(\.along)
    }

    private static func nearest(
        _ start: (north: Double, east: Double), _ end: (north: Double, east: Double)
    ) -> (fraction: Double, meters: Double) {
        let north = end.north - start.north
        let east = end.east - start.east
        let square = north * north + east * east
        let part = square > 0 ? -(start.north * north + start.east * east) / square : 0
        let fraction = min(max(part, 0), 1)
        let x = start.north + fraction * north
        let y = start.east + fraction * east
        return (fraction, (x * x + y * y).squareRoot())
    }
}
