/// Cuts the part between two stops out of a path.
struct PathCut {
    /// A place on a path: behind which point, and how much of the leg to the next.
    struct Place: Comparable {
        var leg: Int
        var part: Double

        static func < (left: Place, right: Place) -> Bool {
            (left.leg, left.part) < (right.leg, right.part)
        }
    }

    private let points: [Shape.Point]

    init(_ shape: Shape) {
        points = shape.points
    }

    /// The path from one place to another, both ends included.
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

    /// The place at a distance along the path; nil when the path's distances do not tell.
    func place(atDistance distance: Double) -> Place? {
        let distances = points.compactMap(\.distance)
        guard distances.count == points.count, points.count > 1, let first = distances.first,
            let last = distances.last, first < last,
            zip(distances, distances.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        // The first point at or beyond the distance ends the leg.
        var low = 1
        var high = distances.count - 1
        while low < high {
            let middle = (low + high) / 2
            if distances[middle] < distance { low = middle + 1 } else { high = middle }
        }
        let from = distances[low - 1]
        let length = distances[low] - from
        let part = length > 0 ? (distance - from) / length : 0
        return Place(leg: low - 1, part: min(max(part, 0), 1))
    }

    /// The longest search for places: stops times legs.
    private static let mostSteps = 2_000_000

    /// The places at which a vehicle that follows the path passes some stops, in order: those that
    /// are nearest to the stops all together. Nil when the path has no legs.
    func places(of stops: [Coordinate]) -> [Place]? {
        let legs = points.count - 1
        guard legs > 0, !stops.isEmpty, stops.count * legs <= Self.mostSteps else { return nil }
        // cost[leg]: the least sum of squared distances of the stops so far, the last of them on
        // that leg or an earlier one. chosen[stop][leg]: the leg of that stop then.
        var cost = [Double](repeating: 0, count: legs)
        var chosen: [[Int32]] = []
        for stop in stops {
            let nearest = distances(from: stop)
            var choice = [Int32](repeating: 0, count: legs)
            var best = Double.infinity
            var bestLeg = 0
            for leg in 0..<legs {
                let sum = cost[leg] + nearest[leg].squared
                if sum < best { (best, bestLeg) = (sum, leg) }
                cost[leg] = best
                choice[leg] = Int32(truncatingIfNeeded: bestLeg)
            }
            chosen.append(choice)
        }
        var places: [Place] = []
        var leg = legs - 1
        for (stop, choice) in zip(stops, chosen).reversed() {
            leg = Int(choice[leg])
            places.append(Place(leg: leg, part: distances(from: stop, leg: leg).part))
        }
        places.reverse()
        // Two stops on one leg may still be the wrong way round.
        for index in places.indices.dropFirst() {
            places[index] = max(places[index], places[index - 1])
        }
        return places
    }

    private func distances(from stop: Coordinate) -> [(squared: Double, part: Double)] {
        let plane = PathPlane(at: stop)
        var result: [(squared: Double, part: Double)] = []
        result.reserveCapacity(points.count)
        var from = plane.point(points[0].coordinate)
        for point in points.dropFirst() {
            let to = plane.point(point.coordinate)
            result.append(Self.nearest(from, to))
            from = to
        }
        return result
    }

    private func distances(
        from stop: Coordinate, leg: Int
    ) -> (squared: Double, part: Double) {
        let plane = PathPlane(at: stop)
        return Self.nearest(
            plane.point(points[leg].coordinate), plane.point(points[leg + 1].coordinate))
    }

    /// Where the way between two points comes nearest to the middle of the plane.
    private static func nearest(
        _ from: (x: Double, y: Double), _ to: (x: Double, y: Double)
    ) -> (squared: Double, part: Double) {
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = x * x + y * y
        let part = length > 0 ? min(max(-(from.x * x + from.y * y) / length, 0), 1) : 0
        let (nearX, nearY) = (from.x + x * part, from.y + y * part)
        return (nearX * nearX + nearY * nearY, part)
    }
}
