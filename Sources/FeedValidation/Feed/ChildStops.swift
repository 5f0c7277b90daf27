import GTFSSchedule

/// The rows of `stops.txt` by their parents.
struct ChildStops {
    private var rows: [StopID: [Int]] = [:]

    init(_ feed: LoadedFeed) {
        for (index, stop) in feed.stops.rows.enumerated() {
            if let parent = stop.parentStation { rows[parent, default: []].append(index) }
        }
    }

    /// Indexes in `feed.stops`.
    subscript(parent: StopID) -> [Int] { rows[parent] ?? [] }
}
