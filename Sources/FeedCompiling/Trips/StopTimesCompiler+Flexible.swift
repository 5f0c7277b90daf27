import FeedReading

extension StopTimesCompiler {
    /// Leaves out the rows of service on demand, once all rows are read: those with windows or with
    /// places other than a stop.
    ///
    /// A trip with fewer than two calls left serves no ride, and goes. Calls without a time are
    /// between others that have one: where such a call has become the first or last, it goes too.
    func leaveOutFlexible() throws(FeedError) {
        for trip in 0..<trips.count where trips.columns.isKept[trip] {
            var detail = trips.details[trips.columns.detail[trip]]
            guard detail.flex != 0 else { continue }
            let all = try decode(trip)
            var rows = all.filter { $0.flex == 0 || !flexRows[Int($0.flex) - 1].isFlexible }
            if rows.count < all.count {
                let first = rows.firstIndex(where: \.isTimed) ?? rows.endIndex
                let last = rows.lastIndex(where: \.isTimed) ?? first
                rows = Array(rows[first..<min(last + 1, rows.endIndex)])
            }
            guard rows.count > 1 || rows.count == all.count else {
                trips.columns.isKept[trip] = false
                continue
            }
            for index in rows.indices { rows[index].flex = 0 }
            (detail.flex, detail.stopHeadsigns) = (0, 0)
            trips.columns.detail[trip] = trips.details.intern(detail)
            trips.columns.timing[trip] = 0
            trips.columns.distances[trip] = 0
            var current = BuiltTrip(trip, rows)
            try build(&current, nil)
        }
    }
}
