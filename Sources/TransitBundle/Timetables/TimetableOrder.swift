import GTFSSchedule

/// Puts the rows of a timetable into the order of time.
///
/// Rows that share a stop are in the order in which they leave it, the first that they share; rows
/// that share none, in the order of their first times.
enum TimetableOrder {
    static func sorted(_ rows: [Timetable.Row]) -> [Timetable.Row] {
        // Rows are large: their places are put in order, and each row is moved once.
        let departures = rows.map { $0.cells.map { $0?.departure?.seconds ?? none } }
        let firsts = departures.map { $0.first { $0 != none } ?? Int.max }
        let byTime = rows.indices.sorted { left, right in
            if firsts[left] != firsts[right] { return firsts[left] < firsts[right] }
            return TripID(rows[left].tripID) < TripID(rows[right].tripID)
        }
        var order: [Int] = []
        for row in byTime {
            // From the end back, as a row that starts later mostly belongs behind those before it.
            var place = order.count
            while place > 0, isBefore(departures[row], departures[order[place - 1]]) { place -= 1 }
            order.insert(row, at: place)
        }
        return order.map { rows[$0] }
    }

    /// Stands for a column at which a trip has no time.
    private static let none = Int.min

    /// Compares departures by column; false when nothing tells: the order of the first times then
    /// stays.
    private static func isBefore(_ left: [Int], _ right: [Int]) -> Bool {
        for (mine, other) in zip(left, right) where mine != none && other != none {
            return mine < other
        }
        return false
    }
}
