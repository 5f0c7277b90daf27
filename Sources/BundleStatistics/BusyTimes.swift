struct BusyTimes {
    private let network: Network
    /// By direction, in seconds.
    private(set) var headways: [[Int32]]
    private var peaks: [Network.Level: [Int: RunPeak]] = [:]
    var isWhole = true

    init(_ network: Network) {
        self.network = network
        headways = network.directions.map { _ in [] }
    }

    func peak(_ level: Network.Level, _ place: Int) -> RunPeak? { peaks[level]?[place] }

    mutating func add(_ spans: [RunSpan]) {
        let spans = spans.filter { $0.direction >= 0 }.sorted { $0.start < $1.start }
        for level in Network.Level.allCases {
            let places = network.places(level)
            var parts = [[RunSpan]](repeating: [], count: places.count)
            for span in spans { parts[places.ofDirections[Int(span.direction)]].append(span) }
            for (place, spans) in parts.enumerated() {
                if level == .directions {
                    headways[place] += Headways.seconds(spans.map(\.start))
                }
                let peak = RunPeak(starts: spans.map(\.start), ends: spans.map(\.end))
                guard let peak, self.peak(level, place).map({ $0 < peak }) ?? true else { continue }
                peaks[level, default: [:]][place] = peak
            }
        }
    }
}

/// In seconds of the service day.
struct RunSpan {
    /// In a list of routes and directions.
    let direction: Int32
    let start: Int32
    let end: Int32
}

/// In seconds of the service day.
struct RunPeak {
    let runs: Int
    let start: Int
    let end: Int

    /// Nil when no run takes any time. Starts ascend; ends may have any order.
    init?(starts: [Int32], ends: [Int32]) {
        let ends = ends.sorted()
        var started = 0
        var ended = 0
        var best: (runs: Int, start: Int32, end: Int32)?
        // The time since when as many runs are under way as now.
        var since = (runs: 0, start: Int32.min)
        while ended < ends.count {
            let time =
                started < starts.count ? min(starts[started], ends[ended]) : ends[ended]
            while started < starts.count, starts[started] == time { started += 1 }
            while ended < ends.count, ends[ended] == time { ended += 1 }
            guard started - ended != since.runs else { continue }
            let isMore = best.map {
                since.runs > $0.runs
                    || since.runs == $0.runs
                        && Int(time) - Int(since.start) > Int($0.end) - Int($0.start)
            }
            if since.runs > 0, isMore ?? true { best = (since.runs, since.start, time) }
            since = (started - ended, time)
        }
        guard let best else { return nil }
        runs = best.runs
        start = Int(best.start)
        end = Int(best.end)
    }

    static func < (peak: RunPeak, other: RunPeak) -> Bool {
        (peak.runs, peak.end - peak.start) < (other.runs, other.end - other.start)
    }
}

/// In minutes.
struct Headways {
    let min: Double
    let median: Double
    let mean: Double
    let max: Double

    /// Starts outside of the day's busy part do not count: the night's last run gives no headway.
    private static let hours: ClosedRange<Int32> = 7 * 3600...19 * 3600

    /// The seconds between starts, which ascend.
    static func seconds(_ starts: [Int32]) -> [Int32] {
        let starts = starts.filter { hours ~= $0 }
        return zip(starts.dropFirst(), starts).map { $0 - $1 }
    }

    /// Nil without any.
    init?(_ seconds: [Int32]) {
        let sorted = seconds.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        func minutes(_ seconds: Double) -> Double { (seconds / 60).thousandths }
        let middle = Int(sorted[(sorted.count - 1) / 2]) + Int(sorted[sorted.count / 2])
        let sum = sorted.reduce(0) { $0 + Int($1) }
        min = minutes(Double(first))
        median = minutes(Double(middle) / 2)
        mean = minutes(Double(sum) / Double(sorted.count))
        max = minutes(Double(last))
    }
}
