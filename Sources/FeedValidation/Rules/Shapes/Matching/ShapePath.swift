struct ShapePath {
    struct Match {
        let index: Int
        let location: SpherePoint
        let alongMeters: Double
        let awayMeters: Double
    }

    private struct Block {
        let center: SpherePoint
        let radius: Double
    }

    private static let blockSize = 16

    private(set) var points: [SpherePoint] = []
    private var along: [Double] = []
    /// The feed's own distances; they never decrease, and a blank repeats the previous one.
    private var distances: [Double] = []
    private var blocks: [Block] = []

    mutating func read(_ shape: ShapePoints) {
        points.removeAll(keepingCapacity: true)
        along.removeAll(keepingCapacity: true)
        distances.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        points.reserveCapacity(shape.count)
        along.reserveCapacity(shape.count)
        shape.read { read(shape, $0) }
        makeBlocks()
    }

    private mutating func read(_ shape: ShapePoints, _ reader: ShapePoints.Reader) {
        var total = 0.0
        var before: Earth.Place?
        for point in shape.indices {
            let here = Earth.Place(
                latitude: reader.latitude(point), longitude: reader.longitude(point))
            if let before {
                // By this formula, but in `match` by the other one: the last digits decide whether
                // stops at one place of the path are in order, as they do in the canonical
                // validator.
                total += Earth.meters(before, here)
            }
            points.append(SpherePoint(here))
            along.append(total)
            before = here
        }
        guard shape.hasDistances else { return }
        var distance = 0.0
        for point in shape.indices {
            let own = reader.distance(point)
            if own > distance { distance = own }
            distances.append(distance)
        }
    }

    var hasDistances: Bool { (distances.last ?? 0) > 0 }

    private mutating func makeBlocks() {
        for start in stride(from: 0, to: max(points.count - 1, 0), by: Self.blockSize) {
            let end = min(start + Self.blockSize, points.count - 1)
            let center = (points[start] + points[end]) * 0.5
            var radius = 0.0
            for index in start..<end {
                let (middle, half) = ball(index)
                radius = max(radius, center.chord2(middle).squareRoot() + half)
            }
            blocks.append(Block(center: center, radius: radius))
        }
    }

    /// The arc lies within the ball whose diameter is the chord.
    @inline(__always)
    private func ball(_ index: Int) -> (middle: SpherePoint, half: Double) {
        let start = points[index]
        let end = points[index + 1]
        return ((start + end) * 0.5, start.chord2(end).squareRoot() * 0.5)
    }
}

extension ShapePath {
    /// Finds the places of the path that are nearer than all others around them and within the given
    /// number of meters, in the order of the path.
    ///
    /// A new place begins when the path leaves the distance, or when it turns away and comes back.
    func find(
        _ location: SpherePoint, maxMeters: Double, into matches: inout [Match],
        patience: inout MatchingPatience
    ) throws {
        let limit2 = Earth.chord2(meters: maxMeters)
        let reach = limit2.squareRoot() * 1.000001
        var search = LocalMinima(limit2: limit2)
        var near = 0
        func keep(_ found: LocalMinima.Place?) {
            if let found { matches.append(match(location, at: found.location, index: found.index)) }
        }
        for (number, block) in blocks.enumerated() {
            let start = number * Self.blockSize
            let most = block.radius + reach
            guard location.chord2(block.center) <= most * most else {
                keep(search.leave())
                continue
            }
            for index in start..<min(start + Self.blockSize, points.count - 1) {
                let (middle, half) = ball(index)
                guard location.chord2(middle) <= (half + reach) * (half + reach) else {
                    keep(search.leave())
                    continue
                }
                near += 1
                let closest = SphereEdge(points[index], points[index + 1]).closest(to: location)
                keep(
                    search.visit(
                        index, closest, chord2: location.chord2(closest),
                        endChord2: location.chord2(points[index + 1])))
            }
        }
        keep(search.leave())
        try patience.spend(blocks.count / 4 + near * 8)
    }

    func closest(to location: SpherePoint) -> Match? {
        guard points.count > 1 else {
            return points.first.map { match(location, at: $0, index: 0) }
        }
        var best: (index: Int, location: SpherePoint, chord2: Double)?
        for index in 0..<points.count - 1 {
            let closest = SphereEdge(points[index], points[index + 1]).closest(to: location)
            let chord2 = location.chord2(closest)
            if chord2 < best?.chord2 ?? .infinity { best = (index, closest, chord2) }
        }
        return best.map { match(location, at: $0.location, index: $0.index) }
    }

    private func match(_ stop: SpherePoint, at place: SpherePoint, index: Int) -> Match {
        Match(
            index: index, location: place,
            alongMeters: along[index] + Earth.meters(place, points[index]),
            awayMeters: Earth.meters(stop, place))
    }

    /// By the feed's own distances, at the given point or after it.
    func match(distance: Double, from start: Int, stop: SpherePoint) -> Match {
        var index = start
        var after = start
        while after < points.count, distance >= distances[after] {
            index = after
            after += 1
        }
        var fraction = 0.0
        if after > 0, index + 1 < points.count, !Self.areNear(distances[index], distances[after]) {
            fraction = (distance - distances[index]) / (distances[after] - distances[index])
        }
        let next = min(index + 1, points.count - 1)
        let place = SphereEdge(points[index], points[next]).point(at: fraction)
        return Match(
            index: index, location: place,
            alongMeters: along[index] + fraction * (along[next] - along[index]),
            awayMeters: Earth.meters(stop, place))
    }

    /// Too close together to divide by their difference.
    private static func areNear(_ one: Double, _ other: Double) -> Bool {
        let margin = 1e-9 * 32
        guard one.isFinite, other.isFinite else { return false }
        return abs(one - other) <= max(margin, margin * max(abs(one), abs(other)))
    }
}

private struct LocalMinima {
    typealias Place = (index: Int, location: SpherePoint)

    private let limit2: Double
    private var best: (place: Place, chord2: Double)?
    private var endChord2 = Double.infinity
    private var isTurningAway = false

    init(limit2: Double) {
        self.limit2 = limit2
    }

    /// Returns the nearest place since the path came into reach.
    @inline(__always)
    mutating func leave() -> Place? {
        let place = best?.place
        best = nil
        return place
    }

    /// Returns the previous place if that is now complete.
    @inline(__always)
    mutating func visit(
        _ index: Int, _ closest: SpherePoint, chord2: Double, endChord2: Double
    ) -> Place? {
        var found: Place?
        if chord2 <= limit2 {
            if isTurningAway, chord2 < self.endChord2 { found = leave() }
            if chord2 < best?.chord2 ?? .infinity { best = ((index, closest), chord2) }
        } else {
            found = leave()
        }
        self.endChord2 = endChord2
        isTurningAway = endChord2 > chord2
        return found
    }
}
