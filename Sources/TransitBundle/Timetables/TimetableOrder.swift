import GTFSSchedule

/// Puts the rows of a timetable into the order of time.
///
/// Rows that share a stop are in the order in which they leave it, the first that they share; rows
/// that share none, in the order of their first times.
enum TimetableOrder {
    static func sorted(_ rows: [Timetable.Row]) -> [Timetable.Row] {
        let keyed = rows.map(Keyed.init)
        var result: [Keyed] = []
        for row in keyed.sorted(by: Keyed.isBefore) {
            // From the end back, as a row that starts later mostly belongs behind those before it.
            var place = result.count
            while place > 0, isBefore(row, result[place - 1]) { place -= 1 }
            result.insert(row, at: place)
        }
        return result.map(\.row)
    }

    /// A row with what it is compared by, so that no cell is touched again.
    private struct Keyed {
        let row: Timetable.Row
        /// By column, in seconds; `none` where the trip has no time.
        let departures: [Int]
        let first: Int

        static let none = Int.min

        init(_ row: Timetable.Row) {
            self.row = row
            departures = row.cells.map { $0?.departure?.seconds ?? Self.none }
            first = departures.first { $0 != Self.none } ?? Int.max
        }

        static func isBefore(_ left: Keyed, _ right: Keyed) -> Bool {
            if left.first != right.first { return left.first < right.first }
            return left.row.tripID < right.row.tripID
        }
    }

    /// False when nothing tells: the order of the first times then stays.
    private static func isBefore(_ left: Keyed, _ right: Keyed) -> Bool {
        for (mine, other) in zip(left.departures, right.departures)
        where mine != Keyed.none && other != Keyed.none {
            return mine < other
        }
        return false
    }
}
