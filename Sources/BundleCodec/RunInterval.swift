/// A row of `frequencies.txt`: runs of a trip start every so many seconds, from a time until before
/// another, in seconds of the service day.
package struct RunInterval: Hashable, Sendable {
    package let start: Int
    package let end: Int
    package let seconds: Int
    package let exactTimes: Int

    package static let times = 0..<10_000_000

    /// Nil when a row makes no sense, so that it gives no runs.
    package init?(start: Int?, end: Int?, seconds: Int?, exactTimes: Int? = nil) {
        guard let start, let end, let seconds, seconds > 0, Self.times ~= seconds,
            Self.times ~= start, start..<Self.times.upperBound ~= end
        else { return nil }
        self.start = start
        self.end = end
        self.seconds = seconds
        self.exactTimes = exactTimes ?? 0
    }

    package func starts(in range: Range<Int> = times) -> StrideTo<Int> {
        let missing = max(range.lowerBound - start, 0)
        let first = start + (missing + seconds - 1) / seconds * seconds
        return stride(from: first, to: min(end, range.upperBound), by: seconds)
    }

    /// A run that several intervals of a day give counts once. The intervals are in the order of
    /// their starts.
    package static func runs(of intervals: [RunInterval]) -> Int {
        let total = intervals.reduce(0) { $0 + ($1.end - $1.start + $1.seconds - 1) / $1.seconds }
        var end = 0
        let isOverlapping = intervals.contains { interval in
            defer { end = max(end, interval.end) }
            return interval.start < end
        }
        guard isOverlapping, total <= mostCompared else { return total }
        return Set(intervals.flatMap { $0.starts() }).count
    }

    /// The starts of more runs are not compared: a trip that starts each second of a day has fewer.
    private static let mostCompared = 100_000
}
