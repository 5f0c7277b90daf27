/// Merges the stops of several patterns into one travel order.
///
/// The pattern of the most trips comes first; every other is laid along what is there already, so
/// that as many of its stops as possible fall on the same ones (the longest common subsequence), and
/// the rest are put in where they come.
struct StopOrder {
    /// The merged stops.
    private(set) var stops: [Int64] = []

    /// Two lists may be compared as long as that many pairs of stops come of it.
    private static let mostPairs = 4_000_000

    init(_ patterns: [[Int64]]) {
        for pattern in patterns { add(pattern) }
    }

    private mutating func add(_ pattern: [Int64]) {
        var merged: [Int64] = []
        var next = 0
        for (stop, place) in zip(pattern, places(of: pattern)) {
            if let place {
                merged += stops[next...place]
                next = place + 1
            } else {
                merged.append(stop)
            }
        }
        stops = merged + stops[next...]
    }

    /// For each stop of a pattern its place in the merged order, growing; nil where it has none.
    func places(of pattern: [Int64]) -> [Int?] {
        guard pattern.count * stops.count <= Self.mostPairs else { return firstPlaces(of: pattern) }
        // common[i][j]: the length of the longest common part of pattern[i...] and stops[j...].
        let width = stops.count + 1
        var common = [Int32](repeating: 0, count: (pattern.count + 1) * width)
        for i in pattern.indices.reversed() {
            for j in stops.indices.reversed() {
                common[i * width + j] =
                    pattern[i] == stops[j]
                    ? common[(i + 1) * width + j + 1] + 1
                    : max(common[(i + 1) * width + j], common[i * width + j + 1])
            }
        }
        var places = [Int?](repeating: nil, count: pattern.count)
        var i = 0
        var j = 0
        while i < pattern.count, j < stops.count {
            if pattern[i] == stops[j] {
                places[i] = j
                i += 1
                j += 1
            } else if common[(i + 1) * width + j] > common[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return places
    }

    /// For patterns that are too long to be compared: each stop at the first place that is left.
    private func firstPlaces(of pattern: [Int64]) -> [Int?] {
        var next = 0
        return pattern.map { stop in
            guard let place = stops[next...].firstIndex(of: stop) else { return nil }
            next = place + 1
            return place
        }
    }
}
