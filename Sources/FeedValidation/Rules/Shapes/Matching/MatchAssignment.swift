/// Chooses a place on the path for each stop of a trip, so that places never go back and stops are
/// as near to them as possible. Step by step, it keeps the best way to each place of a stop.
struct MatchAssignment {
    /// The best way to a place of the present stop.
    private struct Way {
        /// The place among those of the stop.
        let choice: Int
        let alongMeters: Double
        /// The sum of the distances from stops to their places, in metres.
        let awayMeters: Double
    }

    private var ways: [Way] = []
    private var hasBegun = false
    /// By stop and place: the place of the stop before; kept only when the whole way is needed.
    private var previous: [[Int32]] = []
    private let keepsWay: Bool

    init(keepsWay: Bool) {
        self.keepsWay = keepsWay
    }

    /// Goes on to the next stop. False when none of its places comes after one of the stop before.
    mutating func advance(to matches: [ShapePath.Match]) -> Bool {
        guard hasBegun else { return begin(at: matches) }
        var next: [Way] = []
        var origins = keepsWay ? [Int32](repeating: -1, count: matches.count) : []
        // Places are in the order of the path, so more and more ways can be chosen from.
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
            if keepsWay { origins[choice] = Int32(clamping: best.choice) }
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
            choice = Int(previous[stop][choice])
        }
        return choices
    }
}
