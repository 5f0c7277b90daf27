import GTFSSchedule

/// Intervals of `frequencies.txt` for one trip do not overlap.
struct OverlappingFrequencyRule: FeedRule {
    static let notices: [NoticeDefinition] = [.overlappingFrequency]
    static let inputs = ["frequencies.txt"]

    /// An interval and its row.
    private struct Interval {
        let start: ServiceTime
        let end: ServiceTime
        let headway: Int
        let row: Int
    }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        var order: [TripID] = []
        var intervals: [TripID: [Interval]] = [:]
        for (index, row) in feed.frequencies.rows.enumerated() {
            guard let trip = row.tripID, let start = row.startTime, let end = row.endTime else {
                continue
            }
            if intervals[trip] == nil { order.append(trip) }
            intervals[trip, default: []].append(
                Interval(
                    start: start, end: end, headway: row.headwaySecs ?? 0,
                    row: feed.frequencies.rowNumbers[index]))
        }
        for trip in order {
            let sorted = (intervals[trip] ?? []).sorted {
                ($0.start, $0.end, $0.headway, $0.row) < ($1.start, $1.end, $1.headway, $1.row)
            }
            for (previous, current) in zip(sorted, sorted.dropFirst())
            where current.start < previous.end {
                bin.add(
                    .overlappingFrequency,
                    [
                        "prevCsvRowNumber": previous.row, "prevEndTime": previous.end,
                        "currCsvRowNumber": current.row, "currStartTime": current.start,
                        "tripId": trip,
                    ])
            }
        }
    }
}

extension NoticeDefinition {
    static let overlappingFrequency = NoticeDefinition(
        "overlapping_frequency", .error,
        "An interval of a trip begins before the one before has ended.",
        why: "It is not clear how often the vehicle comes.",
        fix: "End each interval where the next begins.",
        reference: "frequencies.txt", "start_time", "end_time")
}
