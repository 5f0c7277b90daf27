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
        let ends = ends(first.map(passings) ?? [], last.map(passings) ?? [])
        return ends.upperBound - ends.lowerBound
    }

    /// How far along the path each stop is: first and last where ``meters(from:to:)`` measures, and
    /// others, in their order, at those passings that together are nearest to them. Nil for a stop
    /// without a place or far from the path, and for one that it does not pass in this order.
    func distances(of stops: [GroundPlace?]) -> [Double?] {
        let ofStops = stops.map { $0.map(passings) ?? [] }
        guard let first = ofStops.first, let last = ofStops.last, stops.count > 1 else {
            return stops.map { _ in nil }
        }
        let ends = ends(first, last)
        var ways = [
            Way(
                along: ends.lowerBound, distances: [first.isEmpty ? nil : ends.lowerBound])
        ]
        for passings in ofStops.dropFirst().dropLast() {
            var longer = ways.map { $0.leavingOut }
            for passing in passings where ends.contains(passing.along) {
                let way = ways.filter { $0.along <= passing.along }.min { $0.offsets < $1.offsets }
                if let way { longer.append(way.adding(passing)) }
            }
            longer.sort { ($0.offsets, $0.along) < ($1.offsets, $1.along) }
            ways = Array(longer.prefix(Self.mostWays))
        }
        let distances = (ways.first?.distances ?? []) + [last.isEmpty ? nil : ends.upperBound]
        return zip(stops, distances).map { $0 == nil ? nil : $1 }
    }

    /// The distances of some of the stops, and the sum of their offsets from the path.
    private struct Way {
        var along: Double
        var offsets = 0.0
        var distances: [Double?]

        var leavingOut: Way {
            Way(
                along: along, offsets: offsets + GroundPath.farthestMeters,
                distances: distances + [nil])
        }

        /// By decimeters, so that of passings on one street the first counts.
        func adding(_ passing: Passing) -> Way {
            Way(
                along: passing.along, offsets: offsets + (passing.meters * 10).rounded() / 10,
                distances: distances + [passing.along])
        }
    }

    private static let mostWays = 16

    /// The first passing of the first stop and the last of the last, if they are in this order.
    private func ends(_ first: [Passing], _ last: [Passing]) -> ClosedRange<Double> {
        let start = first.first?.along ?? 0
        let end = last.last?.along ?? meters
        return start < end ? start...end : 0...meters
    }

    private typealias Passing = (meters: Double, along: Double)

    /// Each time that the path comes near.
    private func passings(of place: GroundPlace) -> [Passing] {
        let offsets = places.map { place.offset(to: $0) }
        let nearest = offsets.indices.dropFirst().map { Self.nearest(offsets[$0 - 1], offsets[$0]) }
        guard let least = nearest.map(\.meters).min(), least <= Self.farthestMeters else {
            return []
        }
        var end = 0.0
        var passings: [Passing] = []
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
        return passings
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
