import FeedCompiling

/// The rows of `trips.txt` by shape, in the order of the file.
struct TripsOfShapes {
    private var rows: [TripRow] = []
    private var starts: [Int]

    init(_ feed: LoadedFeed) {
        var counts = [Int](repeating: 0, count: feed.shapeIDs.count + 1)
        feed.trips.forEachRow { row in
            if row.shape >= 0 { counts[Int(row.shape) + 1] += 1 }
            return true
        }
        for shape in counts.indices.dropFirst() { counts[shape] += counts[shape - 1] }
        starts = counts
        guard let total = counts.last, total > 0 else { return }
        let none = TripRow(
            trip: -1, row: 0, route: -1, service: -1, shape: -1, block: -1, headsign: -1,
            bikes: -1)
        rows = Array(repeating: none, count: total)
        var next = counts
        feed.trips.forEachRow { row in
            if row.shape >= 0 {
                rows[next[Int(row.shape)]] = row
                next[Int(row.shape)] += 1
            }
            return true
        }
    }

    subscript(shape: Int) -> ArraySlice<TripRow> { rows[starts[shape]..<starts[shape + 1]] }
}
