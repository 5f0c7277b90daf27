/// The result for a stop is kept, because the trips of a shape mostly call at the same stops.
struct ShapeMatcher {
    struct Place {
        let position: Int
        /// -1 when blank.
        let stop: Int32
        let location: SpherePoint
        /// The feed's own distance; 0 when blank.
        let distance: Double
        /// The path may end well before such a stop.
        let isLarge: Bool
    }

    private static let maxMeters = 100.0
    /// By which the distance may be larger at a large station.
    private static let largeFactor = 4.0
    private static let maxMatches = 20

    private(set) var path = ShapePath()
    private var matches = StopMatches()
    private var known: MatchedStops

    init(stopCount: Int) {
        known = MatchedStops(count: stopCount)
    }

    mutating func begin(_ shape: ShapePoints) {
        path.read(shape)
        matches.places.removeAll(keepingCapacity: true)
        known.removeAll()
    }

    mutating func matchPlaces(
        _ places: [Place], _ patience: inout MatchingPatience
    ) throws -> [ShapeProblem] {
        var problems: [ShapeProblem] = []
        var candidates: [StopMatches.Stop] = []
        candidates.reserveCapacity(places.count)
        for place in places {
            candidates.append(try find(place, problems: &problems, patience: &patience))
        }
        // Nearly all are in order, and the path may come near each stop a hundred thousand times.
        if candidates.contains(where: { $0.count == 0 })
            || matches.areInOrder(candidates) == true
        {
            return problems
        }
        _ = try assign(
            places, candidates: candidates, keepsWay: false, problems: &problems,
            patience: &patience)
        return problems
    }

    mutating func matchDistances(
        _ places: [Place], _ patience: inout MatchingPatience
    ) throws -> [ShapeProblem] {
        var problems: [ShapeProblem] = []
        // Before the others, which are forgotten again.
        for place in places where place.distance <= 0 {
            if try find(place, problems: &problems, patience: &patience).count == 0 {
                return problems
            }
        }
        let count = matches.places.count
        defer { matches.places.removeSubrange(count...) }
        var candidates: [StopMatches.Stop] = []
        candidates.reserveCapacity(places.count)
        var start = 0
        for place in places {
            if let stop = known[place], place.distance <= 0 {
                candidates.append(stop)
                continue
            }
            let match = path.match(distance: place.distance, from: start, stop: place.location)
            start = match.index
            matches.places.append(match)
            candidates.append(matches.stop(from: matches.places.count - 1))
        }
        guard
            let choices = try assign(
                places, candidates: candidates, keepsWay: true, problems: &problems,
                patience: &patience)
        else { return problems }
        for (index, choice) in choices.enumerated() {
            let match = matches[candidates[index]].dropFirst(choice).first
            guard let match, match.awayMeters > Self.maxMeters else { continue }
            problems.append(
                ShapeProblem(kind: .tooFar, position: places[index].position, match: match))
        }
        return problems
    }

    private func assign(
        _ places: [Place], candidates: [StopMatches.Stop], keepsWay: Bool,
        problems: inout [ShapeProblem], patience: inout MatchingPatience
    ) throws -> [Int]? {
        var assignment = MatchAssignment(keepsWay: keepsWay)
        for index in places.indices {
            let candidate = candidates[index]
            // Keeping a way takes memory as well.
            try patience.spend(candidate.count * (keepsWay ? 20 : 1))
            if assignment.advance(to: matches[candidate]) { continue }
            guard let before = matches[candidates[index - 1]].dropFirst(assignment.lastChoice).first
            else { return nil }
            problems.append(
                ShapeProblem(
                    kind: .outOfOrder(previous: places[index - 1].position, before),
                    position: places[index].position, match: nearest(candidate)))
            return nil
        }
        return keepsWay ? assignment.choices() : []
    }

    private mutating func find(
        _ place: Place, problems: inout [ShapeProblem], patience: inout MatchingPatience
    ) throws -> StopMatches.Stop {
        let maxMeters = Self.maxMeters * (place.isLarge ? Self.largeFactor : 1)
        let found: StopMatches.Stop
        if let stop = known[place] {
            found = stop
        } else {
            let start = matches.places.count
            try path.find(
                place.location, maxMeters: maxMeters, into: &matches.places, patience: &patience)
            found = matches.stop(from: start)
            known[place] = found
        }
        if found.count == 0 {
            // A path of one point has no segments to be near to.
            let isNear =
                path.points.count == 1
                && (path.closest(to: place.location)?.awayMeters ?? 0) <= maxMeters
            if !isNear {
                problems.append(
                    ShapeProblem(kind: .tooFar, position: place.position, match: nil))
            }
        } else if found.count > Self.maxMatches {
            problems.append(
                ShapeProblem(
                    kind: .tooManyMatches(count: found.count), position: place.position,
                    match: nearest(found)))
        }
        return found
    }

    private func nearest(_ stop: StopMatches.Stop) -> ShapePath.Match? {
        stop.nearest.map { matches.places[$0] }
    }
}

private struct MatchedStops {
    /// By stop, and whether it is large; -1 for a stop that is not known.
    private var slots: [Int32]
    /// Kept so that a feed's stops need not be traversed for each shape.
    private var taken: [Int] = []
    private var stops: [StopMatches.Stop] = []

    init(count: Int) {
        slots = Array(repeating: -1, count: 2 * (count + 1))
    }

    mutating func removeAll() {
        for slot in taken { slots[slot] = -1 }
        taken.removeAll(keepingCapacity: true)
        stops.removeAll(keepingCapacity: true)
    }

    subscript(place: ShapeMatcher.Place) -> StopMatches.Stop? {
        get {
            let number = slots[Self.slot(place)]
            return number < 0 ? nil : stops[Int(number)]
        }
        set {
            guard let newValue else { return }
            slots[Self.slot(place)] = Int32(stops.count)
            taken.append(Self.slot(place))
            stops.append(newValue)
        }
    }

    private static func slot(_ place: ShapeMatcher.Place) -> Int {
        2 * Int(place.stop + 1) + (place.isLarge ? 1 : 0)
    }
}

/// Where the path of a shape comes near stops: the places of all stops in one list, because a list
/// for each stop would cost more than finding its places.
struct StopMatches {
    struct Stop {
        fileprivate let range: Range<Int>
        let nearest: Int?
        /// Two at the same place on the path may be out of order in the last digits.
        fileprivate let isInOrder: Bool

        var count: Int { range.count }
    }

    var places: [ShapePath.Match] = []

    func stop(from start: Int) -> Stop {
        let range = start..<places.count
        let isInOrder = range.allSatisfy {
            places[$0].awayMeters.isFinite
                && ($0 == start || places[$0 - 1].alongMeters <= places[$0].alongMeters)
        }
        return Stop(
            range: range, nearest: range.min { places[$0].awayMeters < places[$1].awayMeters },
            isInOrder: isInOrder)
    }

    subscript(stop: Stop) -> ArraySlice<ShapePath.Match> { places[stop.range] }

    /// Nil where only ``MatchAssignment`` can tell, which considers all places of all stops.
    func areInOrder(_ stops: [Stop]) -> Bool? {
        var earliest = -Double.infinity
        for stop in stops {
            guard stop.isInOrder else { return nil }
            guard let first = first(of: stop, notBefore: earliest) else { return false }
            earliest = places[first].alongMeters
        }
        return true
    }

    private func first(of stop: Stop, notBefore alongMeters: Double) -> Int? {
        var low = stop.range.lowerBound
        var high = stop.range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if places[middle].alongMeters < alongMeters { low = middle + 1 } else { high = middle }
        }
        return low < stop.range.upperBound ? low : nil
    }
}
