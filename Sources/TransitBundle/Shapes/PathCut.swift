import BundleCodec
import Foundation
import SystemLayer
import TransitModel

struct PathCut {
    /// `leg` is that of the point before the place, `part` the share of the leg to the next one.
    struct Place: Comparable {
        var leg: Int
        var part: Double

        static func < (left: Place, right: Place) -> Bool {
            (left.leg, left.part) < (right.leg, right.part)
        }
    }

    private let points: [TripShape.Point]
    /// Nil when distances do not determine places.
    private let distances: [Double]?

    init(_ shape: TripShape) {
        points = shape.points
        let distances = points.compactMap(\.distance)
        let isUsable =
            distances.count == points.count && distances.count > 1
            && distances[0] < distances[distances.count - 1]
            && zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 }
        self.distances = isUsable ? distances : nil
    }

    func coordinates(from start: Place, to end: Place) -> [Coordinate] {
        guard points.count > 1, start <= end, 0..<points.count - 1 ~= start.leg,
            0..<points.count - 1 ~= end.leg
        else { return [] }
        var path = [coordinate(start)]
        if start.leg < end.leg { path += points[start.leg + 1...end.leg].map(\.coordinate) }
        path.append(coordinate(end))
        return path.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    private func coordinate(_ place: Place) -> Coordinate {
        PathPlane.between(
            points[place.leg].coordinate, points[place.leg + 1].coordinate, part: place.part)
    }

    /// Nil when the path's distances do not determine it.
    func place(atDistance distance: Double) -> Place? {
        guard let distances else { return nil }
        // The first point at or beyond the distance ends the leg.
        let end = (1..<distances.count - 1).bisected { distances[$0] >= distance }
        let from = distances[end - 1]
        let length = distances[end] - from
        // Distances may differ as much as numbers can.
        let part = length > 0 && length < .infinity ? (distance - from) / length : 0
        return Place(leg: end - 1, part: min(max(part, 0), 1))
    }

    /// Stops times legs.
    private static let mostSteps = 1_000_000

    private struct Step {
        var from: Int32
        var part: Double
    }

    /// The places that are nearest to all stops together (the least sum of squared distances), in
    /// order. Nil when the path has no legs, or is too long for so many stops.
    func places(of stops: [Coordinate]) -> [Place]? {
        let legs = points.count - 1
        guard legs > 0, let first = stops.first, stops.count * legs <= Self.mostSteps else {
            return nil
        }
        var nearest = Self.nearest(projected(around: first))
        // By leg: the least sum if the last stop so far is on that leg.
        var sums = nearest.map(\.squared)
        var steps = [nearest.map { Step(from: 0, part: $0.part) }]
        for stop in stops.dropFirst() {
            let path = projected(around: stop)
            nearest = Self.nearest(path)
            let before = steps[steps.count - 1]
            var step = before
            var best = (sum: Double.infinity, leg: 0)
            for leg in 0..<legs {
                let previous = sums[leg]
                // After the previous stop on the same leg, or on a later leg.
                let part = max(before[leg].part, nearest[leg].part)
                let same = previous + Self.squared(path[leg], path[leg + 1], part: part)
                let later = best.sum + nearest[leg].squared
                step[leg] =
                    same <= later
                    ? Step(from: Int32(truncatingIfNeeded: leg), part: part)
                    : Step(from: Int32(truncatingIfNeeded: best.leg), part: nearest[leg].part)
                sums[leg] = min(same, later)
                if previous < best.sum { best = (previous, leg) }
            }
            steps.append(step)
        }
        guard var leg = sums.indices.min(by: { sums[$0] < sums[$1] }) else { return nil }
        var places: [Place] = []
        for step in steps.reversed() {
            places.append(Place(leg: leg, part: step[leg].part))
            leg = Int(step[leg].from)
        }
        return places.reversed()
    }

    private typealias Flat = (x: Double, y: Double)

    private func projected(around stop: Coordinate) -> [Flat] {
        let plane = PathPlane(at: stop)
        return points.map { plane.point($0.coordinate) }
    }

    /// The nearest to the origin of the plane.
    private static func nearest(_ path: [Flat]) -> [(squared: Double, part: Double)] {
        zip(path, path.dropFirst()).map { from, to in
            let (x, y) = (to.x - from.x, to.y - from.y)
            let length = x * x + y * y
            let part = length > 0 ? min(max(-(from.x * x + from.y * y) / length, 0), 1) : 0
            return (squared(from, to, part: part), part)
        }
    }

    /// Measured from the origin of the plane.
    private static func squared(_ from: Flat, _ to: Flat, part: Double) -> Double {
        let (x, y) = (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
        return x * x + y * y
    }
}

/// For places near each other, in degrees of latitude. Longitudes take the short way, even across
/// the antimeridian.
struct PathPlane {
    private let origin: Coordinate
    private let narrowing: Double

    init(at origin: Coordinate) {
        self.origin = origin
        narrowing = Double.cos(origin.latitude * .pi / 180)
    }

    func point(_ place: Coordinate) -> (x: Double, y: Double) {
        (
            Self.shortWay(place.longitude - origin.longitude) * narrowing,
            place.latitude - origin.latitude
        )
    }

    /// The result lies between -180 and 180.
    static func shortWay(_ degrees: Double) -> Double {
        if -180...180 ~= degrees { return degrees }
        let turned = degrees.remainder(dividingBy: 360)
        return turned.isFinite ? turned : 0
    }

    static func between(_ from: Coordinate, _ to: Coordinate, part: Double) -> Coordinate {
        guard part > 0 else { return from }
        guard part < 1 else { return to }
        let east = shortWay(to.longitude - from.longitude)
        let longitude = from.longitude + east * part
        return Coordinate(
            latitude: from.latitude + (to.latitude - from.latitude) * part,
            longitude: longitude > 180 || longitude < -180 ? shortWay(longitude) : longitude)
    }
}
