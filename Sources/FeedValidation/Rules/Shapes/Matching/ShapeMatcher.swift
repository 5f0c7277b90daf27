/// Finds the stops of trips on the path of their shape.
///
/// What is found for a stop is kept, for the trips of a shape mostly call at the same ones.
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
    /// How much more it may be at a large station.
    private static let largeFactor = 4.0
    /// How often the path may come near a stop.
    private static let maxMatches = 20

    let path: ShapePath
    private var known: [Key: [ShapePath.Match]] = [:]

    init(_ path: ShapePath) {
        self.path = path
    }

    /// Finds the stops by their places alone.
    mutating func matchPlaces(_ places: [Place]) -> [ShapeProblem] {
        var problems: [ShapeProblem] = []
        var candidates: [[ShapePath.Match]] = []
        for place in places { candidates.append(matches(place, &problems)) }
        guard !candidates.contains(where: \.isEmpty) else { return problems }
        _ = assign(places, candidates, keepsWay: false, &problems)
        return problems
    }

    /// Finds the stops by the feed's own distances.
    mutating func matchDistances(_ places: [Place]) -> [ShapeProblem] {
        var problems: [ShapeProblem] = []
        var candidates: [[ShapePath.Match]] = []
        var start = 0
        for place in places {
            if place.distance > 0 {
                let match = path.match(
                    distance: place.distance, from: start, stop: place.location)
                start = match.index
                candidates.append([match])
            } else {
                let found = matches(place, &problems)
                if found.isEmpty { return problems }
                candidates.append(found)
            }
        }
        guard let choices = assign(places, candidates, keepsWay: true, &problems) else {
            return problems
        }
        for (index, choice) in choices.enumerated()
        where candidates[index][choice].awayMeters > Self.maxMeters {
            problems.append(
                ShapeProblem(
                    kind: .tooFar, position: places[index].position,
                    match: candidates[index][choice]))
        }
        return problems
    }

    /// By stop its place on the best way; nil when places would have to go back.
    private func assign(
        _ places: [Place], _ candidates: [[ShapePath.Match]], keepsWay: Bool,
        _ problems: inout [ShapeProblem]
    ) -> [Int]? {
        var assignment = MatchAssignment(keepsWay: keepsWay)
        for index in places.indices {
            if assignment.advance(to: candidates[index]) { continue }
            let before = candidates[index - 1][assignment.lastChoice]
            problems.append(
                ShapeProblem(
                    kind: .outOfOrder(previous: places[index - 1].position, before),
                    position: places[index].position, match: Self.nearest(candidates[index])))
            return nil
        }
        return keepsWay ? assignment.choices() : []
    }

    /// Where the path comes near a stop.
    private mutating func matches(
        _ place: Place, _ problems: inout [ShapeProblem]
    ) -> [ShapePath.Match] {
        let maxMeters = Self.maxMeters * (place.isLarge ? Self.largeFactor : 1)
        let key = Key(stop: place.stop, isLarge: place.isLarge)
        let found: [ShapePath.Match]
        if let matches = known[key] {
            found = matches
        } else {
            found = path.matches(near: place.location, maxMeters: maxMeters)
            known[key] = found
        }
        if found.isEmpty {
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
                    match: Self.nearest(found)))
        }
        return found
    }

    private static func nearest(_ matches: [ShapePath.Match]) -> ShapePath.Match? {
        matches.min { $0.awayMeters < $1.awayMeters }
    }
}

/// Chooses a place on the path for each stop of a trip, so that places never go back and stops are as
/// near to them as can be: step by step, the best way to each place of a stop is kept.
struct MatchAssignment {
    /// The best way to a place of the present stop.
    private struct Way {
        /// The place among those of the stop.
        let choice: Int
        let alongMeters: Double
        /// Metres of all stops to their places.
        let awayMeters: Double
    }

    private var ways: [Way] = []
    private var hasBegun = false
    /// By stop and place: the place of the stop before; kept only when the whole way is wanted.
    private var previous: [[Int]] = []
    private let keepsWay: Bool

    init(keepsWay: Bool) {
        self.keepsWay = keepsWay
    }

    /// Goes on to the next stop. False when no place of it comes after any of the stop before.
    mutating func advance(to matches: [ShapePath.Match]) -> Bool {
        guard hasBegun else { return begin(at: matches) }
        var next: [Way] = []
        var origins = keepsWay ? [Int](repeating: -1, count: matches.count) : []
        // Places come in the order of the path, so that the ways to choose from only grow.
        var seen = 0
        var best: Way?
        for (choice, match) in matches.enumerated() {
            if choice > 0, match.alongMeters < matches[choice - 1].alongMeters {
                seen = 0
                best = nil
            }
            while seen < ways.count, ways[seen].alongMeters <= match.alongMeters {
                if ways[seen].awayMeters < best?.awayMeters ?? .infinity { best = ways[seen] }
                seen += 1
            }
            guard let best else { continue }
            if keepsWay { origins[choice] = best.choice }
            next.append(
                Way(
                    choice: choice, alongMeters: match.alongMeters,
                    awayMeters: best.awayMeters + match.awayMeters))
        }
        guard !next.isEmpty else { return false }
        ways = next
        if keepsWay { previous.append(origins) }
        return true
    }

    private mutating func begin(at matches: [ShapePath.Match]) -> Bool {
        hasBegun = true
        ways = matches.enumerated().map { choice, match in
            Way(choice: choice, alongMeters: match.alongMeters, awayMeters: match.awayMeters)
        }
        if keepsWay { previous.append(Array(repeating: -1, count: matches.count)) }
        return !ways.isEmpty
    }

    /// The place of the last stop on the best way so far.
    var lastChoice: Int {
        var best: Way?
        for way in ways where way.awayMeters < best?.awayMeters ?? .infinity { best = way }
        return best?.choice ?? 0
    }

    /// By stop: its place on the best way.
    func choices() -> [Int] {
        var choices = [Int](repeating: 0, count: previous.count)
        var choice = lastChoice
        for stop in previous.indices.reversed() {
            choices[stop] = choice
            choice = previous[stop][choice]
        }
        return choices
    }
}
