/// Finds the stops of trips on the path of their shape.
///
/// The result for a stop is kept, because the trips of a shape mostly call at the same stops.
struct ShapeMatcher {
    /// A stop on its way along the path.
    struct Place {
        /// The call.
        let position: Int
        /// The number of the stop id; -1 when blank.
        let stop: Int32
        let location: SpherePoint
        /// The feed's own distance; 0 when blank.
        let distance: Double
        /// Whether the path may end well before the stop, as it does at large stations.
        let isLarge: Bool
    }

    private struct Key: Hashable {
        let stop: Int32
        let isLarge: Bool
    }

    /// How far from the path a stop may be.
    private static let maxMeters = 100.0
    /// The factor by which it may be farther at a large station.
    private static let largeFactor = 4.0
    /// How often the path may come near a stop.
    private static let maxMatches = 20

    let path: ShapePath
    private var known: [Key: StopMatches] = [:]

    init(_ path: ShapePath) {
        self.path = path
    }

    /// Finds the stops by their places alone.
    mutating func matchPlaces(
        _ places: [Place], _ patience: inout MatchingPatience
    ) throws -> [ShapeProblem] {
        var problems: [ShapeProblem] = []
        var candidates: [StopMatches] = []
        for place in places { candidates.append(try matches(place, &problems, &patience)) }
        // Nearly all are in order, and the path may come near each stop a hundred thousand times.
        if candidates.contains(where: { $0.matches.isEmpty })
            || StopMatches.areInOrder(candidates) == true
        {
            return problems
        }
        _ = try assign(places, candidates, keepsWay: false, &problems, &patience)
        return problems
    }

    /// Finds the stops by the feed's own distances.
    mutating func matchDistances(
        _ places: [Place], _ patience: inout MatchingPatience
    ) throws -> [ShapeProblem] {
        var problems: [ShapeProblem] = []
        var candidates: [StopMatches] = []
        var start = 0
        for place in places {
            if place.distance > 0 {
                let match = path.match(
                    distance: place.distance, from: start, stop: place.location)
                start = match.index
                candidates.append(StopMatches([match]))
            } else {
                let found = try matches(place, &problems, &patience)
                if found.matches.isEmpty { return problems }
                candidates.append(found)
            }
        }
        guard
            let choices = try assign(places, candidates, keepsWay: true, &problems, &patience)
        else { return problems }
        for (index, choice) in choices.enumerated()
        where candidates[index].matches[choice].awayMeters > Self.maxMeters {
            problems.append(
                ShapeProblem(
                    kind: .tooFar, position: places[index].position,
                    match: candidates[index].matches[choice]))
        }
        return problems
    }

    /// The place of each stop on the best way; nil when places would have to go back.
    private func assign(
        _ places: [Place], _ candidates: [StopMatches], keepsWay: Bool,
        _ problems: inout [ShapeProblem], _ patience: inout MatchingPatience
    ) throws -> [Int]? {
        var assignment = MatchAssignment(keepsWay: keepsWay)
        for index in places.indices {
            let matches = candidates[index].matches
            // Keeping a way takes memory as well.
            try patience.spend(matches.count * (keepsWay ? 20 : 1))
            if assignment.advance(to: matches) { continue }
            let before = candidates[index - 1].matches[assignment.lastChoice]
            problems.append(
                ShapeProblem(
                    kind: .outOfOrder(previous: places[index - 1].position, before),
                    position: places[index].position, match: candidates[index].nearest))
            return nil
        }
        return keepsWay ? assignment.choices() : []
    }

    /// Where the path comes near a stop.
    private mutating func matches(
        _ place: Place, _ problems: inout [ShapeProblem], _ patience: inout MatchingPatience
    ) throws -> StopMatches {
        let maxMeters = Self.maxMeters * (place.isLarge ? Self.largeFactor : 1)
        let key = Key(stop: place.stop, isLarge: place.isLarge)
        let found: StopMatches
        if let matches = known[key] {
            found = matches
        } else {
            found = StopMatches(
                try path.matches(near: place.location, maxMeters: maxMeters, &patience))
            known[key] = found
        }
        if found.matches.isEmpty {
            // A path of one point has no segments to be near to.
            let isNear =
                path.points.count == 1
                && (path.closest(to: place.location)?.awayMeters ?? 0) <= maxMeters
            if !isNear {
                problems.append(
                    ShapeProblem(kind: .tooFar, position: place.position, match: nil))
            }
        } else if found.matches.count > Self.maxMatches {
            problems.append(
                ShapeProblem(
                    kind: .tooManyMatches(count: found.matches.count), position: place.position,
                    match: found.nearest))
        }
        return found
    }
}
