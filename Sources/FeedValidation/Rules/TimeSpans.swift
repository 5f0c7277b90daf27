import FeedReading
import GTFSSchedule

/// Spans of time of several things, such as trips.
struct TimeSpans<Key: Hashable> {
    private struct Span {
        let start: ServiceTime
        let end: ServiceTime
        let rank: Int
        let row: Int
    }

    /// In the order of the file, so that a report is the same in every run.
    private var keys: [Key] = []
    private var spans: [Key: [Span]] = [:]

    /// - Parameter rank: orders spans of the same times.
    mutating func add(
        _ start: ServiceTime, _ end: ServiceTime, of key: Key, rank: Int = 0, row: Int
    ) {
        if spans[key] == nil { keys.append(key) }
        spans[key, default: []].append(Span(start: start, end: end, rank: rank, row: row))
    }

    /// Visits spans that begin before the previous one of the same thing ends, with the values of a
    /// notice about both.
    func forEachOverlap(_ body: (Key, () -> NoticeFields) -> Void) {
        for key in keys {
            let sorted = (spans[key] ?? []).sorted {
                ($0.start, $0.end, $0.rank, $0.row) < ($1.start, $1.end, $1.rank, $1.row)
            }
            for (previous, current) in zip(sorted, sorted.dropFirst())
            where current.start < previous.end {
                body(key) {
                    [
                        "prevCsvRowNumber": previous.row, "prevEndTime": previous.end,
                        "currCsvRowNumber": current.row, "currStartTime": current.start,
                    ]
                }
            }
        }
    }
}
