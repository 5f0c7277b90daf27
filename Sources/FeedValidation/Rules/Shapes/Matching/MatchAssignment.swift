/// Places never go back and stops are as near to them as possible. Step by step, the best way to
/// each place of a stop is kept.
struct MatchAssignment {
    private struct Way {
        let choice: Int
        let alongMeters: Double
        let awayMeters: Double
    }

    private var ways: [Way] = []
    private var next: [Way] = []
    private var hasBegun = false
    /// By stop and place: the place of the previous stop; kept only when the whole way is needed.
    private var previous: [Int32] = []
    private var starts: [Int] = []
    private let keepsWay: Bool

    init(keepsWay: Bool) {
        self.keepsWay = keepsWay
    }

    /// False when none of the places comes after one of the previous stop.
    mutating func advance(to matches: ArraySlice<ShapePath.Match>) -> Bool {
        guard hasBegun else { return begin(at: matches) }
        next.removeAll(keepingCapacity: true)
        let start = keepPlaces(matches.count)
        // Places are in the order of the path, so more and more ways can be chosen from.
        var seen = 0
        var best: Way?
        var before = -Double.infinity
        for (choice, match) in matches.enumerated() {
            if match.alongMeters < before {
                seen = 0
                best = nil
            }
            before = match.alongMeters
            while seen < ways.count, ways[seen].alongMeters <= match.alongMeters {
                if ways[seen].awayMeters < best?.awayMeters ?? .infinity { best = ways[seen] }
                seen += 1
            }
            guard let best else { continue }
            if keepsWay { previous[start + choice] = Int32(clamping: best.choice) }
            next.append(
                Way(
                    choice: choice, alongMeters: match.alongMeters,
                    awayMeters: best.awayMeters + match.awayMeters))
        }
        guard !next.isEmpty else { return false }
        swap(&ways, &next)
        return true
    }

    private mutating func keepPlaces(_ count: Int) -> Int {
        guard keepsWay else { return 0 }
        starts.append(previous.count)
        previous.append(contentsOf: repeatElement(-1, count: count))
        return starts[starts.count - 1]
    }

    private mutating func begin(at matches: ArraySlice<ShapePath.Match>) -> Bool {
        hasBegun = true
        ways = matches.enumerated().map { choice, match in
            Way(choice: choice, alongMeters: match.alongMeters, awayMeters: match.awayMeters)
        }
        _ = keepPlaces(matches.count)
        return !ways.isEmpty
    }

    var lastChoice: Int {
        var best: Way?
        for way in ways where way.awayMeters < best?.awayMeters ?? .infinity { best = way }
        return best?.choice ?? 0
    }

    func choices() -> [Int] {
        var choices = [Int](repeating: 0, count: starts.count)
        var choice = lastChoice
        for stop in starts.indices.reversed() {
            choices[stop] = choice
            choice = Int(previous[starts[stop] + choice])
        }
        return choices
    }
}
