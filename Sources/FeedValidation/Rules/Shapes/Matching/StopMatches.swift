/// Where the path of a shape comes near a stop.
struct StopMatches {
    /// In the order of the path.
    let matches: [ShapePath.Match]
    let nearest: ShapePath.Match?
    /// Whether none is before its predecessor. Two at the same place of the path may be, by the
    /// last digits.
    private let isInOrder: Bool

    init(_ matches: [ShapePath.Match]) {
        self.matches = matches
        nearest = matches.min { $0.awayMeters < $1.awayMeters }
        isInOrder =
            matches.allSatisfy { $0.awayMeters.isFinite }
            && zip(matches, matches.dropFirst()).allSatisfy { $0.alongMeters <= $1.alongMeters }
    }

    /// Whether each stop has a place that is not before that of the stop before. Nil where only
    /// ``MatchAssignment`` can tell, which considers all places of all stops.
    static func areInOrder(_ stops: [StopMatches]) -> Bool? {
        var earliest = -Double.infinity
        for stop in stops {
            guard stop.isInOrder else { return nil }
            guard let first = stop.first(notBefore: earliest) else { return false }
            earliest = first.alongMeters
        }
        return true
    }

    /// The first place that is not before others; nil when there is none.
    private func first(notBefore alongMeters: Double) -> ShapePath.Match? {
        var low = 0
        var high = matches.count
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].alongMeters < alongMeters { low = middle + 1 } else { high = middle }
        }
        return low < matches.count ? matches[low] : nil
    }
}
