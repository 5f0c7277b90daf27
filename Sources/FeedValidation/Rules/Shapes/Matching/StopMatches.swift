/// Where the path of a shape comes near stops: the places of all stops in one list, because a list
/// for each stop would cost more than finding its places.
struct StopMatches {
    /// The places of one stop.
    struct Stop {
        fileprivate let range: Range<Int>
        /// The index in ``places`` of the nearest one; nil when there is none.
        let nearest: Int?
        /// Whether none is before its predecessor. Two at the same place of the path may be, by the
        /// last digits.
        fileprivate let isInOrder: Bool

        /// The number of places.
        var count: Int { range.count }
    }

    /// Stop by stop, and those of a stop in the order of the path.
    var places: [ShapePath.Match] = []

    /// The stop whose places were added last.
    ///
    /// - Parameter start: the index of the first of them.
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

    /// Whether each stop has a place that is not before that of the stop before. Nil where only
    /// ``MatchAssignment`` can tell, which considers all places of all stops.
    func areInOrder(_ stops: [Stop]) -> Bool? {
        var earliest = -Double.infinity
        for stop in stops {
            guard stop.isInOrder else { return nil }
            guard let first = first(of: stop, notBefore: earliest) else { return false }
            earliest = places[first].alongMeters
        }
        return true
    }

    /// The first place that is not before others; nil when there is none.
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
