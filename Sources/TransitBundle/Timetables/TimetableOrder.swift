import GTFSSchedule

/// Puts the rows of a timetable into the order of time.
///
/// Rows that share a stop are in the order in which they leave it, the first that they share; rows
/// that share none, in the order of their first times.
enum TimetableOrder {
    static func sorted(_ rows: [Timetable.Row]) -> [Timetable.Row] {
        let keyed = rows.map { row in
            Keyed(
                row: row,
                first: row.cells.lazy.compactMap { $0?.departure?.seconds }.first ?? Int.max)
        }
        var result: [Keyed] = []
        for row in keyed.sorted(by: Keyed.isBefore) {
            // From the end back, as a row that starts later mostly belongs behind those before it.
            var place = result.count
            while place > 0, isBefore(row, result[place - 1]) { place -= 1 }
            result.insert(row, at: place)
        }
        return result.map(\.row)
    }

    private struct Keyed {
        let row: Timetable.Row
        let first: Int

        static func isBefore(_ left: Keyed, _ right: Keyed) -> Bool {
            if left.first != right.first { return left.first < right.first }
            return left.row.tripID < right.row.tripID
        }
    }

    /// False when nothing tells: the order of the first times then stays.
    private static func isBefore(_ left: Keyed, _ right: Keyed) -> Bool {
        for (mine, other) in zip(left.row.cells, right.row.cells) {
            guard let mine = mine?.departure, let other = other?.departure else { continue }
            return mine < other
        }
        return false
    }
}
