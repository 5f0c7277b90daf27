/// Rows that share a stop are sorted by when they leave the first one that they share; rows that
/// share none, by their first times.
package enum TimetableOrder {
    package static func sorted(_ rows: [Timetable.Row]) -> [Timetable.Row] {
        // Rows are large: their indices are sorted, and each row is moved once.
        let departures = rows.map { $0.cells.map { $0?.departure?.seconds ?? none } }
        let firsts = departures.map { $0.first { $0 != none } ?? Int.max }
        let byTime = rows.indices.sorted { left, right in
            if firsts[left] != firsts[right] { return firsts[left] < firsts[right] }
            return TripID(rows[left].tripID) < TripID(rows[right].tripID)
        }
        var order: [Int] = []
        for row in byTime {
            // From the end back, because a row that starts later mostly belongs after those before
            // it.
            var place = order.count
            while place > 0, isBefore(departures[row], departures[order[place - 1]]) { place -= 1 }
            order.insert(row, at: place)
        }
        return order.map { rows[$0] }
    }

    private static let none = Int.min

    /// Compares departures by column; false when nothing decides, and the order of the first times
    /// stays.
    private static func isBefore(_ left: [Int], _ right: [Int]) -> Bool {
        for (mine, other) in zip(left, right) where mine != none && other != none {
            return mine < other
        }
        return false
    }
}

/// Merges the stops of several patterns into one travel order.
///
/// The pattern with the most trips comes first. Every other one is aligned with the stops so far,
/// so that as many of its stops as possible coincide (the longest common subsequence); the rest are
/// inserted where they occur.
package struct StopOrder {
    package private(set) var stops: [Int64] = []

    private static let mostPairs = 4_000_000

    package init(_ patterns: [[Int64]]) {
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

    /// Ascending; nil where the merged order lacks a stop.
    package func places(of pattern: [Int64]) -> [Int?] {
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

    /// For patterns that are too long to compare: each stop at the first remaining position.
    private func firstPlaces(of pattern: [Int64]) -> [Int?] {
        var next = 0
        return pattern.map { stop in
            guard let place = stops[next...].firstIndex(of: stop) else { return nil }
            next = place + 1
            return place
        }
    }
}
